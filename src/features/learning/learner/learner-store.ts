import type { Instant } from '../../../core/time/instant.ts';
import { prepareMultiRowQuery, prepareQuery, type Reader, type Tx } from '../../../platform/database/index.ts';
import type { ItemRecordRow, PlaceStateRow, TaskStateRow } from '../../../schema/tables.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import type { ItemSource } from '../attempts/item-sources.ts';

export type TaskState = Omit<TaskStateRow, 'profile_id' | 'removed_seconds'>;
export type PlaceState = Omit<PlaceStateRow, 'profile_id'>;

type StateRow = Omit<TaskStateRow, 'profile_id' | 'task_id' | 'removed_seconds' | 'status'> & {
  readonly id: string;
  readonly status: TaskState['status'] | PlaceState['kind'];
};

/**
 * Reads the states of tasks and of completed places in one query. The `status` of a place is its kind. Columns that places do
 * not have are null or 0.
 */
const listStatesQuery = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('task_states')
    .select(['task_id as id', 'status', 'attempts_count', 'open_attempt_id', 'stars_best', 'xp_earned'])
    .select(['started_at', 'completed_at'])
    .where('profile_id', '=', id)
    .$castTo<StateRow>()
    .unionAll(
      db
        .selectFrom('place_states')
        .select(({ lit, cast }) => [
          'place_id as id',
          'kind as status',
          lit(0).as('attempts_count'),
          cast<string | null>(lit(null), 'text').as('open_attempt_id'),
          lit(0).as('stars_best'),
          'xp_earned',
          cast<string | null>(lit(null), 'text').as('started_at'),
          'completed_at',
        ])
        .where('profile_id', '=', id)
        .$castTo<StateRow>(),
    ),
);

/**
 * The states of all tasks that a child has started, including tasks that the packs no longer contain, and the places that the
 * child has completed.
 */
export async function listStates(
  db: Reader,
  profileId: string,
): Promise<{ readonly tasks: TaskState[]; readonly places: PlaceState[] }> {
  const tasks: TaskState[] = [];
  const places: PlaceState[] = [];
  for (const { id, status, ...row } of await listStatesQuery(db, { id: profileId })) {
    if (status === 'location' || status === 'world')
      places.push({ place_id: id, kind: status, xp_earned: row.xp_earned, completed_at: row.completed_at ?? '' });
    else tasks.push({ task_id: id, status, ...row });
  }
  return { tasks, places };
}

const upsertTaskStateQuery = prepareQuery((tx: Tx, row: TaskStateRow) =>
  tx
    .insertInto('task_states')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'task_id']).doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        attempts_count: ref('excluded.attempts_count'),
        open_attempt_id: ref('excluded.open_attempt_id'),
        stars_best: ref('excluded.stars_best'),
        xp_earned: ref('excluded.xp_earned'),
        started_at: ref('excluded.started_at'),
        completed_at: ref('excluded.completed_at'),
      })),
    ),
);

/** Inserts or replaces the state of a task. `removed_seconds` of an existing row stays, because only `pruneAttempts` changes it. */
export async function saveTaskState(tx: Tx, profileId: string, state: TaskState): Promise<void> {
  await upsertTaskStateQuery(tx, { profile_id: profileId, ...state, removed_seconds: 0 });
}

const insertPlaceStatesQuery = prepareMultiRowQuery((tx: Tx, rows: PlaceStateRow[]) =>
  tx.insertInto('place_states').values(rows),
);

export async function insertPlaceStates(tx: Tx, profileId: string, states: readonly PlaceState[]): Promise<void> {
  await insertPlaceStatesQuery(
    tx,
    states.map((state) => ({ profile_id: profileId, ...state })),
  );
}

/** An item with the child's response and its grade. `score` is 0 to 1. */
export interface GradedItem {
  readonly item_id: string;
  readonly response: unknown;
  readonly score: number;
  readonly correct: boolean;
  /** The first answer, if the item was graded before the attempt was completed. */
  readonly first?: { readonly response: unknown; readonly score: number };
}

const upsertItemRecordsQuery = prepareMultiRowQuery((tx: Tx, rows: ItemRecordRow[]) =>
  tx
    .insertInto('item_records')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'task_id', 'item_id']).doUpdateSet(({ eb, ref, fn }) => ({
        tries: eb(ref('item_records.tries'), '+', ref('excluded.tries')),
        misses: eb(ref('item_records.misses'), '+', ref('excluded.misses')),
        last_response: ref('excluded.last_response'),
        last_score: ref('excluded.last_score'),
        last_at: ref('excluded.last_at'),
        last_missed_response: fn.coalesce(
          ref('excluded.last_missed_response'),
          ref('item_records.last_missed_response'),
        ),
        last_missed_draw: fn.coalesce(ref('excluded.last_missed_draw'), ref('item_records.last_missed_draw')),
        last_missed_at: fn.coalesce(ref('excluded.last_missed_at'), ref('item_records.last_missed_at')),
      })),
    ),
);

/** Adds the grades of one attempt to the child's records of the items. If an item was tried twice, the first try counts. */
export async function recordItemResults(
  tx: Tx,
  { profile_id, draws }: Pick<Attempt, 'profile_id' | 'draws'>,
  { items, sources }: { readonly items: readonly GradedItem[]; readonly sources: ReadonlyMap<string, ItemSource> },
  now: Instant,
): Promise<void> {
  const rows = items.flatMap(({ item_id: shownId, first, ...grade }) => {
    const source = sources.get(shownId);
    if (!source) return [];
    const { task, item_id } = source;
    const { response, score } = first ?? grade;
    const last_response = JSON.stringify(response ?? null);
    const missedColumns = (first ? score === 1 : grade.correct)
      ? { misses: 0, last_missed_response: null, last_missed_draw: null, last_missed_at: null }
      : {
          misses: 1,
          last_missed_response: last_response,
          last_missed_draw: draws[shownId] ? JSON.stringify(draws[shownId]) : null,
          last_missed_at: now,
        };
    const lastColumns = { last_response, last_score: score, last_at: now };
    return [{ profile_id, task_id: task.id, item_id, tries: 1, ...lastColumns, ...missedColumns }];
  });
  await upsertItemRecordsQuery(tx, rows);
}
