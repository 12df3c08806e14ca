export { onboardingPersonalTables } from './onboarding-personal-data.ts';
export { confirmPrivacyPage, findPrivacyConfirmationTime } from './privacy.ts';
