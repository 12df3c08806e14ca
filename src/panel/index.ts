export { getAsset } from './assets.ts';
export { layout } from './layout.ts';
export { errorFragment, errorPage } from './pages/error.ts';
export { showFront, showLogin, submitEmail, submitEmailCode, submitManagerCode } from './pages/login.ts';
export { showPanel, submitLogout } from './pages/panel.ts';
