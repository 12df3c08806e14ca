export { exportedTables } from './export-store.ts';
export { confirmPrivacyRead, privacyReadAt } from './privacy.ts';
