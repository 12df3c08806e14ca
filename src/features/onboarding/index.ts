export { onboardingPersonalDataTables } from './onboarding-personal-data.ts';
export { confirmPrivacyPage, findPrivacyConfirmationTime } from './privacy.ts';
