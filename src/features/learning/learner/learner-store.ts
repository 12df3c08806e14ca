import type { Instant } from '../../../core/instant.ts';
import { isStorable } from '../../../core/text.ts';
import { prepared, type Reader, type Tx } from '../../../platform/database/index.ts';
import type { AttemptRow, PlaceStateRow, TaskStateRow } from '../../../schema/tables.ts';

export type TaskState = Omit<TaskStateRow, 'profile_id' | 'removed_seconds'>;
export type PlaceState = Omit<PlaceStateRow, 'profile_id'>;

export interface SavedAnswer {
  readonly item_id: string;
  readonly response: unknown;
}

/** An attempt row with its JSON columns parsed. */
export interface Attempt extends Omit<AttemptRow, 'practice' | 'answers' | 'hints'> {
  practice: boolean;
  answers: readonly SavedAnswer[];
  /** The number of hints taken, by item id. */
  hints: Readonly<Record<string, number>>;
}

const TASK_STATE = [
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
  db.selectFrom('task_states').select(TASK_STATE).where('profile_id', '=', id),
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

const ATTEMPT = [
  'id',
  'profile_id',
  'task_id',
  'number',
  'status',
  'practice',
  'started_at',
  'completed_at',
  'content_version',
  'answers',
  'hints',
  'score',
  'points',
  'max_points',
  'stars',
  'time_spent_seconds',
  'xp_awarded',
] as const;

/** Any text may be passed as `id`. Undefined for a text that the database cannot store. */
export async function findAttempt(db: Reader, id: string): Promise<Attempt | undefined> {
  if (!isStorable(id)) return undefined;
  const row = await db.selectFrom('attempts').select(ATTEMPT).where('id', '=', id).executeTakeFirst();
  return row && attemptOf(row);
}

const newestAttempt = prepared((db, { profileId, taskId }: { profileId: string; taskId: string }) =>
  db
    .selectFrom('attempts')
    .select(ATTEMPT)
    .where('profile_id', '=', profileId)
    .where('task_id', '=', taskId)
    .orderBy('number', 'desc')
    .limit(1),
);

/** The open attempt, or else the last one. */
export async function findNewestAttempt(db: Reader, profileId: string, taskId: string): Promise<Attempt | undefined> {
  const [row] = await newestAttempt(db, { profileId, taskId });
  return row && attemptOf(row);
}

export async function insertAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.insertInto('attempts').values(rowOf(attempt)).execute();
}

/** Updates an attempt. The caller must hold the lock on the child's totals. */
export async function updateAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const { id, ...columns } = rowOf(attempt);
  await tx.updateTable('attempts').set(columns).where('id', '=', id).execute();
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
  profileId: string,
  taskId: string,
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
    return { profile_id: profileId, task_id: taskId, item_id, tries: 1, ...last, ...missed };
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

function attemptOf({ practice, answers, hints, ...row }: AttemptRow): Attempt {
  return { ...row, practice: practice === 1, answers: JSON.parse(answers), hints: JSON.parse(hints) };
}

function rowOf({ practice, answers, hints, ...attempt }: Attempt): AttemptRow {
  return {
    ...attempt,
    practice: practice ? 1 : 0,
    answers: JSON.stringify(answers),
    hints: JSON.stringify(hints),
  };
}
