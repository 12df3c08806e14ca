export { getAssetUrl } from './assets.ts';
export { renderErrorFragment, renderErrorPage } from './layout/error-page.ts';
export { renderLayout } from './layout/layout.ts';
