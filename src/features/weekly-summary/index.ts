export { sendWeeklySummaries } from './send-weekly-summaries.ts';
export {
  getUnsubscribingParentId,
  isWeeklySummaryEnabled,
  setWeeklySummaryEnabled,
  unsubscribe,
} from './weekly-summary-settings.ts';
