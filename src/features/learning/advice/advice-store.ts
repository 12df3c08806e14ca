import { sql } from 'kysely';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { parseJsonRows, selectJsonRows } from '../../../platform/database/index.ts';
import type { Memory } from '../memory/memory.ts';
import type { OpenQuestion } from './advice.ts';

/** The maximum number of open questions of a child that are read, the newest first. */
const MAX_QUESTIONS = 200;

interface AdviceRows {
  /** The memories of skills. */
  readonly memories: readonly (Memory & { readonly profile_id: string })[];
  readonly questions: readonly (OpenQuestion & { readonly profile_id: string })[];
}

/** Reads what the advice for these children depends on: their memories of skills, and what they have missed since an instant. */
export async function listAdviceRows(ctx: Context, childIds: readonly string[], since: Instant): Promise<AdviceRows> {
  const { db } = ctx;
  const memories = db
    .selectFrom('memories')
    .select(['profile_id', 'subject', 'stability', 'difficulty', 'reviewed_on', 'due_on'])
    .select(['ability', 'asked', 'proven_days', 'in_row', 'misconceptions'])
    .where('profile_id', 'in', childIds)
    .where('subject', 'not like', '%/%'); // the subject of an item is "<task>/<item>"
  const questions = db
    .selectFrom('item_records')
    .select(['profile_id', 'task_id', 'item_id', 'tries', 'misses'])
    .select(['last_missed_response', 'last_missed_draw', 'last_missed_at', 'tried_together_at'])
    .where('profile_id', 'in', childIds)
    .where(sql<boolean>`misses > 0`) // a literal, so that the partial index can be used
    .where('last_score', '<', 1)
    .where('last_missed_at', '>=', since)
    .orderBy('last_missed_at', 'desc')
    .orderBy('profile_id')
    .orderBy('task_id')
    .orderBy('item_id')
    .limit(MAX_QUESTIONS * childIds.length);
  const row = await db
    .selectNoFrom([selectJsonRows(ctx, memories).as('memories'), selectJsonRows(ctx, questions).as('questions')])
    .executeTakeFirstOrThrow();
  return { memories: parseJsonRows(row.memories), questions: parseJsonRows(row.questions) };
}
