import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/index.ts';
import type { Tables } from '../../schema/tables.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A table of which rows belong to a profile: by which column, in which order (a unique one), and what of them is not given out. */
export interface OwnedTable {
  readonly table: keyof Tables;
  readonly owner: string;
  readonly order: readonly string[];
  readonly without?: readonly string[];
}

const by = (table: keyof Tables, order: readonly string[], without: readonly string[] = []): OwnedTable => {
  return { table, owner: 'profile_id', order, without };
};

/** Everything that is kept about a profile. Keyed hashes are left out: they say nothing, and open nothing. */
export const OWNED_TABLES: readonly OwnedTable[] = [
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
  by('sessions', ['created_at', 'id'], ['device_key']),
  by('panel_sessions', ['created_at', 'id'], ['token_hash']),
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
  by('todos', ['position', 'id']),
  by('todo_series', ['id']),
];

/** Rows of one query: their number bounds how long the event loop is held and how much is in memory. */
const PAGE_ROWS = 100;

type Columns = readonly string[];

/**
 * The rows of a table that belong to a profile, without what is not given out, a page at a time. Each page is a query of
 * its own, so a slow download holds no connection, no lock and no snapshot. `order` is unique within the profile and
 * where a table can be long an index begins with it, so every page costs the same.
 */
export function ownedPages(
  db: Reader,
  { table, owner, order, without = [] }: OwnedTable,
  id: string,
): AsyncGenerator<Row[]> {
  return pages(async (last) => {
    // The names come from the list above, never from a request; the types cannot follow a name that varies.
    const query = db
      .selectFrom(table as 'todos')
      .selectAll()
      .where(sql.ref(owner), '=', id)
      .$if(last !== undefined, (rest) => rest.where(isBehind(order, last ?? {})));
    return order
      .reduce((sorted, column) => sorted.orderBy(sql.ref(column)), query)
      .limit(PAGE_ROWS)
      .execute();
  }, without);
}

/** The files of everything that a child has handed in, with the work that each belongs to. */
export function ownedFilePages(db: Reader, profileId: string): AsyncGenerator<Row[]> {
  return pages((last) =>
    db
      .selectFrom('submission_files')
      .innerJoin('submissions', 'submissions.id', 'submission_files.submission_id')
      .select(['submission_files.id', 'submission_id', 'position', 'name', 'mime', 'bytes'])
      .where('submissions.profile_id', '=', profileId)
      .$if(last !== undefined, (rest) =>
        rest
          .where('submissions.id', '>=', String(last?.submission_id)) // lets the index find the place
          .where(isBehind(['submission_id', 'position'], last ?? {})),
      )
      .orderBy('submissions.id')
      .orderBy('position')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

function isBehind(order: Columns, last: Row) {
  const columns = sql.join(order.map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) > (${sql.join(order.map((column) => last[column]))})`;
}

async function* pages(read: (last?: Row) => Promise<Row[]>, without: Columns = []): AsyncGenerator<Row[]> {
  let rows = await read();
  while (rows.length > 0) {
    yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))));
    if (rows.length < PAGE_ROWS) return;
    await setImmediate(); // SQLite answers at once: others have their turn between two pages
    rows = await read(rows.at(-1));
  }
}
