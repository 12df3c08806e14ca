export { agreeToStorage, confirmPrivacyPage, findPrivacyConfirmationTime, hasAgreedToStorage } from './store.ts';
