import type { Draw, Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { type Handle, prepareQuery } from '../../../platform/database/index.ts';
import type { AttemptRow } from '../../../schema/tables.ts';
import type { AnswerGrade, SavedAnswer } from '../grading/grade.ts';
import type { RatedAnswers } from '../memory/ability.ts';

/** What was drawn for each generated item of an attempt, by item id. */
export type Draws = Readonly<Record<string, Draw>>;

/** An attempt row with its JSON columns parsed. */
export interface Attempt
  extends Omit<AttemptRow, 'practice' | 'answers' | 'hints' | 'grades' | 'draws' | 'plan' | 'ratings'> {
  practice: boolean;
  answers: readonly SavedAnswer[];
  /** The number of hints taken, by item id. */
  hints: Readonly<Record<string, number>>;
  /** The grades of the items that were graded before the attempt was completed, by item id. */
  grades: Readonly<Record<string, AnswerGrade>>;
  draws: Draws;
  /** The items of a daily practice; empty for a task of a pack. */
  plan: readonly PlannedItem[];
  /** What the answers have changed in the child's ratings; null until the attempt is completed. */
  ratings: readonly RatedAnswers[] | null;
}

/** Where an item of an attempt comes from: the item itself or, in a daily practice, an item of another task. */
export interface ItemSource {
  readonly task: Task;
  readonly item_id: string;
  /** The difficulty of the item, 1 to 5. */
  readonly difficulty: number;
}

/** An item of a daily practice. `task_id` and `item_id` identify the item of a pack that it shows. */
export interface PlannedItem {
  /** The id in the daily practice, such as "i1". */
  readonly id: string;
  readonly task_id: string;
  readonly item_id: string;
  /** The difficulty for which a generator draws the item, unless it is the difficulty of the task. */
  readonly level?: number;
}

const ATTEMPT_COLUMNS = [
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
  'grades',
  'draws',
  'plan',
  'ratings',
  'score',
  'points',
  'max_points',
  'stars',
  'time_spent_seconds',
  'xp_awarded',
] as const;

const findAttemptQuery = prepareQuery(({ db }, { id, profileId }: { id: string; profileId: string }) =>
  db.selectFrom('attempts').select(ATTEMPT_COLUMNS).where('id', '=', id).where('profile_id', '=', profileId),
);

/** Finds an attempt of a child. Any text may be passed as `id`. Returns undefined for a text that the database cannot store. */
export async function findAttempt(ctx: Context, profileId: string, id: string): Promise<Attempt | undefined> {
  if (!isStorable(id)) return undefined;
  const [row] = await findAttemptQuery(ctx, { id, profileId });
  return row && toAttempt(row);
}

/** Selects at most `limit` attempts of a child at a task, the newest first. */
export function selectAttemptsAtTask({ db }: Handle, profileId: string, taskId: string, limit: number) {
  return db
    .selectFrom('attempts')
    .select(ATTEMPT_COLUMNS)
    .where('profile_id', '=', profileId)
    .where('task_id', '=', taskId)
    .orderBy('number', 'desc')
    .limit(limit);
}

const insertAttemptQuery = prepareQuery(({ db }: TxContext, row: AttemptRow) => db.insertInto('attempts').values(row));

export async function insertAttempt(ctx: TxContext, attempt: Attempt): Promise<void> {
  await insertAttemptQuery(ctx, toRow(attempt));
}

const updateAttemptQuery = prepareQuery(
  ({ db }: TxContext, { id, profile_id, task_id, number, started_at, ...changes }: AttemptRow) =>
    db.updateTable('attempts').set(changes).where('id', '=', id).where('profile_id', '=', profile_id),
);

/** Updates an attempt. The caller must hold the lock on the child's totals. */
export async function updateAttempt(ctx: TxContext, attempt: Attempt): Promise<void> {
  await updateAttemptQuery(ctx, toRow(attempt));
}

/**
 * Removes the oldest finished attempts at a task when their number exceeds the quota. The given attempt is the newest one. The
 * first attempt is kept because it shows whether the task was completed perfectly, and attempts with a submission are kept too.
 * The time spent on removed attempts is added to the task's state.
 */
export async function pruneAttempts({ db }: TxContext, { profile_id, task_id, number }: Attempt): Promise<void> {
  const removedAttempts = await db
    .deleteFrom('attempts')
    .where('profile_id', '=', profile_id)
    .where('task_id', '=', task_id)
    .where('number', '>', 1)
    .where('number', '<=', number - QUOTAS.attemptsPerTask + 1)
    .where('status', 'in', ['passed', 'failed'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submissions')
            .select('id')
            .where('profile_id', '=', profile_id) // for a split database
            .whereRef('attempt_id', '=', 'attempts.id'),
        ),
      ),
    )
    .returning('time_spent_seconds')
    .execute();
  const seconds = removedAttempts.reduce((sum, { time_spent_seconds }) => sum + time_spent_seconds, 0);
  if (seconds === 0) return;
  await db
    .updateTable('task_states')
    .set((eb) => ({ removed_seconds: eb('removed_seconds', '+', seconds) }))
    .where('profile_id', '=', profile_id)
    .where('task_id', '=', task_id)
    .execute();
}

/** Parses the JSON columns of a row. */
export function toAttempt({ practice, answers, hints, grades, draws, plan, ratings, ...row }: AttemptRow): Attempt {
  return {
    ...row,
    practice: practice === 1,
    answers: JSON.parse(answers),
    hints: JSON.parse(hints),
    grades: JSON.parse(grades),
    draws: JSON.parse(draws),
    plan: JSON.parse(plan),
    ratings: ratings === null ? null : JSON.parse(ratings),
  };
}

function toRow({ practice, answers, hints, grades, draws, plan, ratings, ...attempt }: Attempt): AttemptRow {
  return {
    ...attempt,
    practice: practice ? 1 : 0,
    answers: JSON.stringify(answers),
    hints: JSON.stringify(hints),
    grades: JSON.stringify(grades),
    draws: JSON.stringify(draws),
    plan: JSON.stringify(plan),
    ratings: ratings && JSON.stringify(ratings),
  };
}

export function countHints(hints: Attempt['hints']): number {
  return Object.values(hints).reduce((sum, count) => sum + count, 0);
}
