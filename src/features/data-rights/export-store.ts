import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/index.ts';
import type { Tables } from '../../schema/tables.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A table with rows of a profile: its owner column, a unique order, and the columns that are not exported. */
export interface OwnedTable {
  readonly table: keyof Tables;
  readonly owner: string;
  readonly order: readonly string[];
  readonly excluded?: readonly string[];
}

const byProfile = (table: keyof Tables, order: readonly string[], excluded: readonly string[] = []): OwnedTable => {
  return { table, owner: 'profile_id', order, excluded };
};

/** All tables with data about a profile. Keyed hashes are excluded: they carry no information for a person. */
export const OWNED_TABLES: readonly OwnedTable[] = [
  { table: 'profiles', owner: 'id', order: ['id'] },
  { table: 'guardians', owner: 'child_id', order: ['rank'] },
  { table: 'guardians', owner: 'parent_id', order: ['child_id'] },
  { table: 'consents', owner: 'child_id', order: ['id'] },
  { table: 'consents', owner: 'parent_id', order: ['id'] },
  { table: 'invitations', owner: 'inviter_id', order: ['id'], excluded: ['email_key', 'sealed_email', 'digest'] },
  byProfile('deletions', ['profile_id']),
  byProfile('child_settings', ['profile_id']),
  byProfile('letter_settings', ['profile_id']),
  byProfile('onboardings', ['profile_id']),
  byProfile('privacy_readings', ['profile_id']),
  byProfile('pins', ['profile_id'], ['hash']),
  byProfile('pin_locks', ['place'], ['place']),
  byProfile('sessions', ['created_at', 'id'], ['device_key']),
  byProfile('panel_sessions', ['created_at', 'id'], ['token_hash']),
  byProfile('saved_profiles', ['device_key'], ['device_key']),
  byProfile('totals', ['profile_id']),
  byProfile('progress_days', ['day']),
  byProfile('xp_ledger', ['id']),
  byProfile('earned_badges', ['earned_at', 'badge_id']),
  byProfile('streak_pauses', ['from_date']),
  byProfile('attempts', ['id']),
  byProfile('task_states', ['task_id']),
  byProfile('place_states', ['kind', 'place_id']),
  byProfile('item_records', ['task_id', 'item_id']),
  byProfile('submissions', ['id']),
  byProfile('planet_members', ['planet_id']),
  { table: 'family_planets', owner: 'founder_id', order: ['id'], excluded: ['invite_hash'] },
  byProfile('todo_lists', ['profile_id']),
  byProfile('todos', ['position', 'id']),
  byProfile('todo_series', ['id']),
];

/** Rows per query; this bounds memory and how long the event loop is blocked. */
const PAGE_ROWS = 100;

type Columns = readonly string[];

/**
 * The exported rows of a profile in one table, a page at a time. Each page is a separate query, so a slow download holds
 * no connection, lock or snapshot. `order` is unique within the profile, and an index of every table that can be long
 * starts with it, so every page costs the same.
 */
export function ownedPages(
  db: Reader,
  { table, owner, order, excluded = [] }: OwnedTable,
  id: string,
): AsyncGenerator<Row[]> {
  return pages(async (last) => {
    // The names come from the list above, never from a request; the types cannot follow a name that varies.
    const query = db
      .selectFrom(table as 'todos')
      .selectAll()
      .where(sql.ref(owner), '=', id)
      .$if(last !== undefined, (rest) => rest.where(isAfter(order, last ?? {})));
    return order
      .reduce((sorted, column) => sorted.orderBy(sql.ref(column)), query)
      .limit(PAGE_ROWS)
      .execute();
  }, excluded);
}

/** The files of all submissions of a child, each with its submission. */
export function ownedFilePages(db: Reader, profileId: string): AsyncGenerator<Row[]> {
  return pages((last) =>
    db
      .selectFrom('submission_files')
      .innerJoin('submissions', 'submissions.id', 'submission_files.submission_id')
      .select(['submission_files.id', 'submission_id', 'position', 'name', 'mime', 'bytes'])
      .where('submissions.profile_id', '=', profileId)
      .$if(last !== undefined, (rest) =>
        rest
          .where('submissions.id', '>=', String(last?.submission_id)) // lets the index find the start
          .where(isAfter(['submission_id', 'position'], last ?? {})),
      )
      .orderBy('submissions.id')
      .orderBy('position')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

function isAfter(order: Columns, last: Row) {
  const columns = sql.join(order.map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) > (${sql.join(order.map((column) => last[column]))})`;
}

async function* pages(read: (last?: Row) => Promise<Row[]>, excluded: Columns = []): AsyncGenerator<Row[]> {
  let rows = await read();
  while (rows.length > 0) {
    yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !excluded.includes(column))));
    if (rows.length < PAGE_ROWS) return;
    await setImmediate(); // SQLite is synchronous: let other requests run between two pages
    rows = await read(rows.at(-1));
  }
}
