export { exportedTables } from './export-store.ts';
export { privacyReadAt, readPrivacy } from './privacy.ts';
export { completeOnboarding, getOnboarding } from './routes.ts';
