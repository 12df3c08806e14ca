export { exportedOnboardingTables } from './onboarding-export.ts';
export { confirmPrivacyRead, privacyReadAt } from './privacy.ts';
