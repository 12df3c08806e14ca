export { parseUnsubscribeToken, setWeeklySummary, unsubscribe, wantsWeeklySummary } from './email-settings.ts';
export { exportedTables } from './export-store.ts';
export { sendDigests } from './send-digests.ts';
