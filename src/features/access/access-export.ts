import { byProfile, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. Keyed hashes are left out: they carry no information for a person. */
export const exportedAccessTables: readonly ExportedTable[] = [
  byProfile('pins', ['profile_id'], ['hash']),
  byProfile('pin_locks', ['place'], ['place']),
  byProfile('sessions', ['created_at', 'id'], ['device_key']),
  byProfile('panel_sessions', ['created_at', 'id'], ['token_hash']),
  byProfile('saved_profiles', ['device_key'], ['device_key']),
];
