import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedProgressTables: readonly ExportedTable[] = [
  defineExportedTable('totals', { sortColumns: ['profile_id'] }),
  defineExportedTable('progress_days', { sortColumns: ['day'] }),
  defineExportedTable('xp_ledger', { sortColumns: ['id'] }),
  defineExportedTable('earned_badges', { sortColumns: ['earned_at', 'badge_id'] }),
  defineExportedTable('streak_pauses', { sortColumns: ['from_date'] }),
];
