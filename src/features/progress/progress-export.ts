import { byProfile, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. Keyed hashes are left out: they carry no information for a person. */
export const exportedProgressTables: readonly ExportedTable[] = [
  byProfile('totals', ['profile_id']),
  byProfile('progress_days', ['day']),
  byProfile('xp_ledger', ['id']),
  byProfile('earned_badges', ['earned_at', 'badge_id']),
  byProfile('streak_pauses', ['from_date']),
];
