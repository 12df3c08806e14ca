import type { Instant } from '../../../core/time/instant.ts';
import { prepared, type Reader, type Tx } from '../../../platform/database/index.ts';
import type { PlaceStateRow, TaskStateRow } from '../../../schema/tables.ts';
import type { Attempt } from '../attempts/attempts-store.ts';

export type TaskState = Omit<TaskStateRow, 'profile_id' | 'removed_seconds'>;
export type PlaceState = Omit<PlaceStateRow, 'profile_id'>;

const TASK_STATE_COLUMNS = [
  'task_id',
  'status',
  'attempts_count',
  'open_attempt_id',
  'stars_best',
  'xp_earned',
  'started_at',
  'completed_at',
] as const;

const taskStatesOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('task_states').select(TASK_STATE_COLUMNS).where('profile_id', '=', id),
);

const placeStatesOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('place_states').select(['place_id', 'kind', 'xp_earned', 'completed_at']).where('profile_id', '=', id),
);

/** The states of all tasks that a child has started: at most one row for each task of the packs. */
export function listTaskStates(db: Reader, profileId: string): Promise<TaskState[]> {
  return taskStatesOf(db, { id: profileId });
}

export function listPlaceStates(db: Reader, profileId: string): Promise<PlaceState[]> {
  return placeStatesOf(db, { id: profileId });
}

export async function saveTaskState(tx: Tx, profileId: string, { task_id, ...state }: TaskState): Promise<void> {
  await tx
    .insertInto('task_states')
    .values({ profile_id: profileId, task_id, ...state, removed_seconds: 0 })
    .onConflict((conflict) => conflict.columns(['profile_id', 'task_id']).doUpdateSet(state))
    .execute();
}

export async function insertPlaceStates(tx: Tx, profileId: string, states: readonly PlaceState[]): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insertInto('place_states')
    .values(states.map((state) => ({ profile_id: profileId, ...state })))
    .execute();
}

/** The grade of one answer. */
export interface GradedItem {
  readonly item_id: string;
  readonly response: unknown;
  readonly score: number;
  readonly correct: boolean;
}

/** Adds the grades of one attempt to the child's record for each item. */
export async function recordItemResults(
  tx: Tx,
  { profile_id, task_id }: Pick<Attempt, 'profile_id' | 'task_id'>,
  graded: readonly GradedItem[],
  now: Instant,
): Promise<void> {
  if (graded.length === 0) return;
  const rows = graded.map(({ item_id, response, score, correct }) => {
    const last_response = JSON.stringify(response ?? null);
    const missed = correct
      ? { misses: 0, last_missed_response: null, last_missed_at: null }
      : { misses: 1, last_missed_response: last_response, last_missed_at: now };
    const last = { last_response, last_score: score, last_at: now };
    return { profile_id, task_id, item_id, tries: 1, ...last, ...missed };
  });
  await tx
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
        last_missed_at: fn.coalesce(ref('excluded.last_missed_at'), ref('item_records.last_missed_at')),
      })),
    )
    .execute();
}
