import { sql } from 'kysely';
import type { Reader } from '../../platform/database/index.ts';
import type { Tables } from '../../schema/tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** A table of which rows belong to a profile: by which column, in which order, and what of them is not given out. */
export interface Owned {
  readonly table: keyof Tables;
  readonly owner: string;
  readonly order: readonly string[];
  readonly without?: readonly string[];
}

const by = (table: keyof Tables, order: readonly string[], without: readonly string[] = []): Owned => {
  return { table, owner: 'profile_id', order, without };
};

/** Everything that is kept about a profile. Keyed hashes are left out: they say nothing, and open nothing. */
export const OWNED: readonly Owned[] = [
  { table: 'profiles', owner: 'id', order: ['id'] },
  { table: 'guardians', owner: 'child_id', order: ['rank'] },
  { table: 'guardians', owner: 'parent_id', order: ['child_id'] },
  { table: 'consents', owner: 'child_id', order: ['id'] },
  { table: 'consents', owner: 'parent_id', order: ['id'] },
  { table: 'invitations', owner: 'inviter_id', order: ['id'], without: ['email_key', 'sealed_email', 'digest'] },
  by('deletions', ['profile_id']),
  by('child_settings', ['profile_id']),
  by('letter_settings', ['profile_id']),
  by('onboardings', ['profile_id']),
  by('privacy_readings', ['profile_id']),
  by('pins', ['profile_id'], ['hash']),
  by('pin_locks', ['place'], ['place']),
  by('sessions', ['id'], ['device_key']),
  by('panel_sessions', ['id'], ['token_hash']),
  by('saved_profiles', ['device_key'], ['device_key']),
  by('totals', ['profile_id']),
  by('progress_days', ['day']),
  by('xp_ledger', ['id']),
  by('earned_badges', ['earned_at', 'badge_id']),
  by('streak_pauses', ['from_date']),
  by('attempts', ['id']),
  by('task_states', ['task_id']),
  by('place_states', ['kind', 'place_id']),
  by('item_records', ['task_id', 'item_id']),
  by('submissions', ['id']),
  by('planet_members', ['planet_id']),
  { table: 'family_planets', owner: 'founder_id', order: ['id'], without: ['invite_hash'] },
  by('todo_lists', ['profile_id']),
  by('todos', ['id']),
  by('todo_series', ['id']),
];

/** The rows of a table that belong to a profile, without what is not given out. */
export async function listOwned(db: Reader, { table, owner, order, without = [] }: Owned, id: string): Promise<Row[]> {
  // The names come from the list above, never from a request; the types cannot follow a name that varies.
  const query = db
    .selectFrom(table as 'todos')
    .selectAll()
    .where(sql.ref(owner), '=', id);
  const rows: Row[] = await order.reduce((sorted, column) => sorted.orderBy(sql.ref(column)), query).execute();
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))));
}

/** The files of everything that a child has handed in, with the work that each belongs to. */
export async function listOwnedFiles(db: Reader, profileId: string) {
  return db
    .selectFrom('submission_files')
    .innerJoin('submissions', 'submissions.id', 'submission_files.submission_id')
    .select(['submission_files.id', 'submission_id', 'position', 'name', 'mime', 'bytes'])
    .where('submissions.profile_id', '=', profileId)
    .orderBy('submission_files.id')
    .execute();
}
