import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const progressPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('totals', { sortColumns: ['profile_id'] }),
  definePersonalDataTable('progress_days', { sortColumns: ['day'] }),
  definePersonalDataTable('xp_ledger', { sortColumns: ['at', 'id'] }),
  definePersonalDataTable('earned_badges', { sortColumns: ['earned_at', 'badge_id'] }),
  definePersonalDataTable('streak_pauses', { sortColumns: ['from_date'] }),
];
