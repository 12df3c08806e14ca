import { type Completion, isRequestError, type SubmittedWork } from '../../../../typescript/src/index.ts';

/** How a task ended: with a result, with creative work that was sent, with answers that are queued until there is a network, or in another tab or on another device. */
export type Ending = Completion | SubmittedWork | 'queued' | 'ended-elsewhere';

/** Whether the service has refused an answer, a hint or the completion because the attempt is no longer open. */
export function hasEndedElsewhere(error: unknown): boolean {
  const reasons = ['attempt_over', 'completed', 'not_started', 'pending_review'];
  return isRequestError(error, 'CONFLICT') && error.reason !== undefined && reasons.includes(error.reason);
}
