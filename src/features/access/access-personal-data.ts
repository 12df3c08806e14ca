import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/**
 * The tables of this feature with data about a profile. Keyed hashes are left out, because they tell a person nothing. `lock_key`
 * of a PIN lock is such a hash or one of two constants.
 */
export const accessPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('pins', { sortColumns: ['profile_id'], excludedColumns: ['hash'] }),
  definePersonalDataTable('pin_locks', { sortColumns: ['lock_key'], excludedColumns: ['lock_key'] }),
  definePersonalDataTable('sessions', { sortColumns: ['created_at', 'id'], excludedColumns: ['device_key'] }),
  definePersonalDataTable('panel_sessions', { sortColumns: ['created_at', 'id'], excludedColumns: ['token_hash'] }),
  definePersonalDataTable('saved_profiles', { sortColumns: ['device_key'], excludedColumns: ['device_key'] }),
];
