import { sql } from 'kysely';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { parseJsonRows, selectJsonRows } from '../../../platform/database/index.ts';
import type { Memory } from '../memory/memory.ts';
import { CHALLENGE_ID, PLACEMENT_PREFIX } from '../practice/practice-id.ts';
import type { AnsweredAttempt, OpenQuestion } from './advice.ts';

/** The maximum number of open questions of a child that are read, the newest first. */
const MAX_QUESTIONS = 200;
/** The maximum number of attempts of a child that are read, the newest first. */
const MAX_ATTEMPTS = 60;

interface AdviceRows {
  /** The memories of skills. */
  readonly memories: readonly (Memory & { readonly profile_id: string })[];
  readonly questions: readonly (OpenQuestion & { readonly profile_id: string })[];
  /** The newest first. */
  readonly attempts: readonly (AnsweredAttempt & { readonly profile_id: string })[];
}

/**
 * Reads what the advice for these children depends on: their memories of skills, what they have missed since an instant, and what they have
 * answered since `answeredSince`. The limits are for each child, so that a child has the same advice beside its siblings as on its own page.
 */
export async function listAdviceRows(
  ctx: Context,
  childIds: readonly string[],
  { since, answeredSince }: { readonly since: Instant; readonly answeredSince: Instant },
): Promise<AdviceRows> {
  const { db } = ctx;
  const memories = db
    .selectFrom('memories')
    .select(['profile_id', 'subject', 'stability', 'difficulty', 'reviewed_on', 'due_on'])
    .select(['ability', 'asked', 'variance', 'proven_days', 'in_row', 'misconceptions'])
    .where('profile_id', 'in', childIds)
    .where('subject', 'not like', '%/%'); // the subject of an item is "<task>/<item>"
  const questions = db
    .selectFrom((from) =>
      from
        .selectFrom('item_records')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('profile_id').orderBy('last_missed_at', 'desc').orderBy('task_id').orderBy('item_id'),
            )
            .as('rank'),
        )
        .where('profile_id', 'in', childIds)
        .where(sql<boolean>`misses > 0`) // a literal, so that the partial index can be used
        .where('last_score', '<', 1)
        .where('last_missed_at', '>=', since)
        .as('ranked'),
    )
    .select(['profile_id', 'task_id', 'item_id', 'tries', 'misses'])
    .select(['last_missed_response', 'last_missed_draw', 'last_missed_at', 'tried_together_at'])
    .where('rank', '<=', MAX_QUESTIONS)
    .orderBy('rank');
  const attempts = db
    .selectFrom((from) =>
      from
        .selectFrom('attempts')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('profile_id').orderBy('started_at', 'desc'))
            .as('rank'),
        )
        .where('profile_id', 'in', childIds)
        .where('started_at', '>=', answeredSince) // has an index
        .where('completed_at', 'is not', null)
        .where('ratings', 'is not', null)
        .where('task_id', '!=', CHALLENGE_ID) // which asks what is too hard, as a placement does
        .where('task_id', 'not like', `${PLACEMENT_PREFIX}%`)
        .as('ranked'),
    )
    .select(['profile_id', 'task_id', 'plan', 'hints', 'ratings', 'completed_at'])
    .where('rank', '<=', MAX_ATTEMPTS)
    .orderBy('rank');
  const row = await db
    .selectNoFrom([
      selectJsonRows(ctx, memories).as('memories'),
      selectJsonRows(ctx, questions).as('questions'),
      selectJsonRows(ctx, attempts).as('attempts'),
    ])
    .executeTakeFirstOrThrow();
  return {
    memories: parseJsonRows(row.memories),
    questions: parseJsonRows(row.questions),
    attempts: parseJsonRows(row.attempts),
  };
}
