export { sendWeeklySummaries } from './send-weekly-summaries.ts';
export { weeklySummaryPersonalDataTables } from './weekly-summary-personal-data.ts';
export {
  getUnsubscribingParentId,
  isWeeklySummaryEnabled,
  setWeeklySummaryEnabled,
  unsubscribe,
} from './weekly-summary-settings.ts';
