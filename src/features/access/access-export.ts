import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/**
 * The tables of this feature with data about a profile. Keyed hashes are left out: they carry no information for a person.
 */
export const exportedAccessTables: readonly ExportedTable[] = [
  defineExportedTable('pins', { sortColumns: ['profile_id'], excluded: ['hash'] }),
  defineExportedTable('pin_locks', { sortColumns: ['place'], excluded: ['place'] }),
  defineExportedTable('sessions', { sortColumns: ['created_at', 'id'], excluded: ['device_key'] }),
  defineExportedTable('panel_sessions', { sortColumns: ['created_at', 'id'], excluded: ['token_hash'] }),
  defineExportedTable('saved_profiles', { sortColumns: ['device_key'], excluded: ['device_key'] }),
];
