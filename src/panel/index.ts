export { errorFragment, errorPage } from './layout/error-page.ts';
export { layout } from './layout/layout.ts';
