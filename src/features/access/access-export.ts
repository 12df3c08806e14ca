import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/**
 * The tables of this feature with data about a profile. Keyed hashes are left out: they carry no information for a person.
 */
export const exportedAccessTables: readonly ExportedTable[] = [
  defineExportedTable('pins', ['profile_id'], ['hash']),
  defineExportedTable('pin_locks', ['place'], ['place']),
  defineExportedTable('sessions', ['created_at', 'id'], ['device_key']),
  defineExportedTable('panel_sessions', ['created_at', 'id'], ['token_hash']),
  defineExportedTable('saved_profiles', ['device_key'], ['device_key']),
];
