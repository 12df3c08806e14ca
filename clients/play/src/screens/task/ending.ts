import { type Completion, isRequestError } from '../../../../typescript/src/index.ts';

/** How a task ended: with a result, queued until there is a network, or elsewhere, in another tab or on another device. */
export type Ending = Completion | 'queued' | 'ended-elsewhere';

/** Whether the service refuses an answer because the attempt is not open any more. */
export function hasEndedElsewhere(error: unknown): boolean {
  const reasons = ['attempt_over', 'completed', 'not_started', 'pending_review'];
  return isRequestError(error, 'CONFLICT') && error.reason !== undefined && reasons.includes(error.reason);
}
