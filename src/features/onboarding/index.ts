export { confirmPrivacyPage } from './privacy.ts';
export { findPrivacyConfirmationTime } from './store.ts';
