export { getAssetUrl as assetUrl } from './assets.ts';
export { renderErrorFragment as errorFragment, renderErrorPage as errorPage } from './layout/error-page.ts';
export { renderLayout as layout } from './layout/layout.ts';
