export { confirmPrivacyPage, findPrivacyConfirmationTime } from './store.ts';
