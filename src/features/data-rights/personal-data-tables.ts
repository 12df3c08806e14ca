import type { Tables } from '../../schema/tables.ts';

/**
 * A table whose rows belong to profiles. `ownerColumn` contains the id of the profile. `sortColumns` are unique together and
 * determine the order of the export. The export omits the `excludedColumns`.
 */
export interface PersonalDataTable {
  readonly table: keyof Tables;
  readonly ownerColumn: string;
  readonly sortColumns: readonly string[];
  readonly excludedColumns?: readonly string[];
}

const SECRETS_OF_ADDRESS_CHANGES = ['sealed_new', 'sealed_old', 'digest', 'confirm_digest'];

export const RECORDINGS = listTable('recordings', ['language', 'phrase']);

/**
 * All tables with data about a profile, for the export and the erasure. Keyed hashes are left out, because they tell a person
 * nothing. `lock_key` of a wrong PIN is such a hash or one of two constants.
 */
export const PERSONAL_DATA_TABLES: readonly PersonalDataTable[] = [
  listTable('profiles', ['id'], { ownerColumn: 'id' }),
  listTable('guardians', ['rank'], { ownerColumn: 'child_id' }),
  listTable('guardians', ['child_id'], { ownerColumn: 'parent_id' }),
  listTable('consents', ['id'], { ownerColumn: 'child_id' }),
  listTable('consents', ['id'], { ownerColumn: 'parent_id' }),
  listTable('invitations', ['id'], {
    ownerColumn: 'inviter_id',
    excludedColumns: ['email_key', 'sealed_email', 'digest'],
  }),
  listTable('deletions', ['profile_id']),
  listTable('child_settings', ['profile_id']),
  listTable('weekly_summary_settings', ['profile_id']),
  listTable('onboardings', ['profile_id']),
  listTable('privacy_readings', ['profile_id']),
  listTable('pins', ['profile_id'], { excludedColumns: ['hash'] }),
  listTable('wrong_pins', ['entered_at', 'id'], { excludedColumns: ['lock_key', 'device_key', 'site_key'] }),
  listTable('first_links', ['profile_id'], { excludedColumns: ['pin_hash'] }),
  listTable('address_changes', ['created_at', 'id'], { excludedColumns: SECRETS_OF_ADDRESS_CHANGES }),
  listTable('address_changes', ['created_at', 'id'], {
    ownerColumn: 'voucher_id',
    excludedColumns: SECRETS_OF_ADDRESS_CHANGES,
  }),
  listTable('recovery_codes', ['digest'], { excludedColumns: ['digest'] }),
  listTable('sessions', ['created_at', 'id'], { excludedColumns: ['device_key'] }),
  listTable('panel_sessions', ['created_at', 'id'], { excludedColumns: ['token_hash', 'device_key'] }),
  listTable('saved_profiles', ['device_key'], { excludedColumns: ['device_key', 'panel_pin_hash'] }),
  listTable('passkeys', ['id']),
  listTable('notification_settings', ['profile_id']),
  listTable('push_subscriptions', ['created_at', 'id'], {
    excludedColumns: ['id', 'session_id', 'device_key', 'sealed', 'told_done'],
  }),
  listTable('totals', ['profile_id']),
  listTable('progress_days', ['day']),
  listTable('xp_ledger', ['at', 'id']),
  listTable('earned_badges', ['earned_at', 'badge_id']),
  listTable('streak_pauses', ['from_date']),
  listTable('attempts', ['id']),
  listTable('task_states', ['task_id']),
  listTable('place_states', ['kind', 'place_id']),
  listTable('item_records', ['task_id', 'item_id']),
  listTable('memories', ['subject']),
  listTable('submissions', ['id']),
  RECORDINGS,
  listTable('planet_members', ['planet_id']),
  listTable('family_planets', ['id'], { ownerColumn: 'founder_id', excludedColumns: ['invite_hash'] }),
  listTable('todo_lists', ['profile_id']),
  listTable('todos', ['position', 'id']),
  listTable('todo_series', ['id']),
  listTable('rewards', ['id']),
  listTable('reward_requests', ['id']),
  listTable('earned_stars', ['todo_id']),
];

function listTable(
  table: keyof Tables,
  sortColumns: readonly string[],
  options: Partial<Pick<PersonalDataTable, 'ownerColumn' | 'excludedColumns'>> = {},
): PersonalDataTable {
  return { table, ownerColumn: 'profile_id', sortColumns, ...options };
}
