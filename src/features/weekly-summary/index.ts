export { sendWeeklySummaries } from './send-weekly-summaries.ts';
export { getUnsubscribingParentId, unsubscribe } from './weekly-summary-settings.ts';
export { saveWeeklySummarySetting, wantsWeeklySummary } from './weekly-summary-store.ts';
