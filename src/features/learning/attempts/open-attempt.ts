import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/refusals.ts';
import { type Attempt, findAttempt } from '../learner/learner-store.ts';

import type { TaskContext } from './task-context.ts';

/** Gets the open attempt. Refuses an `attemptId` that is not the open attempt's. */
export async function openAttempt(tx: Tx, { learner, task, state }: TaskContext, attemptId?: string): Promise<Attempt> {
  if (task.kind === 'creative') throw conflict(localized.learning.submitInstead, 'creative_task');
  if (attemptId !== undefined && attemptId !== state?.open_attempt_id) {
    const other = await findAttempt(tx, attemptId);
    if (other?.profile_id !== learner.profileId || other.task_id !== task.id) throw notFound();
    throw conflict(localized.learning.attemptOver, 'attempt_over');
  }
  const open = state?.open_attempt_id ? await findAttempt(tx, state.open_attempt_id) : undefined;
  if (open) return open;
  if (state?.status === 'pending_review') throw conflict(localized.learning.pendingReview, 'pending_review');
  throw state?.status === 'completed'
    ? conflict(localized.learning.attemptOver, 'completed')
    : conflict(localized.learning.notStarted, 'not_started');
}

function conflict(text: Refusal['text'], reason: string): Refusal {
  return new Refusal('CONFLICT', text, { reason });
}
