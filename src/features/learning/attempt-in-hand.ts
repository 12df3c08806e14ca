import { Refusal } from '../../core/refusal.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { AtTask } from './find-task.ts';
import { type Attempt, findAttempt } from './store.ts';
import { ATTEMPT_OVER, BEING_LOOKED_AT, HAND_IT_IN, NOT_STARTED } from './words.ts';

/** The attempt under way; `attemptId`, when the client says which it means, must be that one. */
export async function attemptInHand(tx: Tx, { learner, task, state }: AtTask, attemptId?: string): Promise<Attempt> {
  if (task.kind === 'creative') throw conflict(HAND_IT_IN, 'creative_task');
  if (attemptId !== undefined && attemptId !== state?.open_attempt_id) {
    const other = await findAttempt(tx, attemptId);
    if (other?.profile_id !== learner.profileId || other.task_id !== task.id) throw notFound();
    throw conflict(ATTEMPT_OVER, 'attempt_over');
  }
  const open = state?.open_attempt_id ? await findAttempt(tx, state.open_attempt_id) : undefined;
  if (open) return open;
  if (state?.status === 'pending_review') throw conflict(BEING_LOOKED_AT, 'pending_review');
  throw state?.status === 'completed' ? conflict(ATTEMPT_OVER, 'completed') : conflict(NOT_STARTED, 'not_started');
}

function conflict(text: Refusal['text'], reason: string): Refusal {
  return new Refusal('CONFLICT', text, { reason });
}
