export { digestPersonalTables } from './digest-personal-data.ts';
export { parseUnsubscribeToken, setWeeklySummary, unsubscribe, wantsWeeklySummary } from './email-settings.ts';
export { sendDigests } from './send-digests.ts';
