import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const weeklySummaryPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('weekly_summary_settings', { sortColumns: ['profile_id'] }),
];
