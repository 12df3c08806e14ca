export { sendWeeklySummaries } from './send-weekly-summaries.ts';
export { weeklySummaryPersonalDataTables } from './weekly-summary-personal-data.ts';
export {
  getUnsubscribingParent,
  isWeeklySummaryEnabled,
  setWeeklySummaryEnabled,
  unsubscribe,
} from './weekly-summary-settings.ts';
