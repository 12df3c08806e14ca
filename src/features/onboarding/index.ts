export { exportedOnboardingTables } from './onboarding-export.ts';
export { confirmPrivacyRead, findPrivacyReadTime } from './privacy.ts';
