export { assetUrl } from './assets.ts';
export { errorFragment, errorPage } from './layout/error-page.ts';
export { layout } from './layout/layout.ts';
