import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedProgressTables: readonly ExportedTable[] = [
  defineExportedTable('totals', ['profile_id']),
  defineExportedTable('progress_days', ['day']),
  defineExportedTable('xp_ledger', ['id']),
  defineExportedTable('earned_badges', ['earned_at', 'badge_id']),
  defineExportedTable('streak_pauses', ['from_date']),
];
