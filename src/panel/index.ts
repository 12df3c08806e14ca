export { getAssetUrl } from './assets.ts';
export { renderErrorFragment, renderErrorPage, renderLayout } from './layout/layout.ts';
