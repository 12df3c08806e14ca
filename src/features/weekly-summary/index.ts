export { sendWeeklySummaries } from './send-weekly-summaries.ts';
export { saveWeeklySummarySetting, wantsWeeklySummary } from './weekly-summary-store.ts';
