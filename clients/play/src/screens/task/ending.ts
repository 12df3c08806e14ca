import { type Completion, isRequestError } from '../../../../typescript/src/index.ts';

/** The end of a task: its result, that it is kept until there is a network, or that it had ended in another tab or device. */
export type Ending = Completion | 'kept' | 'over';

/** Whether the service refuses an answer because the attempt is not open any more. */
export function hasEndedElsewhere(error: unknown): boolean {
  const reasons = ['attempt_over', 'completed', 'not_started', 'pending_review'];
  return isRequestError(error, 'CONFLICT') && error.reason !== undefined && reasons.includes(error.reason);
}
