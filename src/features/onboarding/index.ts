export { onboardingPersonalTables } from './onboarding-personal-data.ts';
export { confirmPrivacyRead, findPrivacyReadTime } from './privacy.ts';
