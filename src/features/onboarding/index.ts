export { onboardingPersonalDataTables } from './onboarding-personal-data.ts';
export { confirmPrivacyPage } from './privacy.ts';
export { findPrivacyConfirmationTime } from './store.ts';
