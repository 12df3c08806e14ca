import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import { UNDO_SECONDS } from '../../../core/time/undo.ts';
import type { RewardRequestRow, TodoRow } from '../../../schema/tables.ts';

// Stars and rewards (gaps 197 to 199): assigned to-dos earn stars, and the child pays with them for rewards of the family's own list.

export const DEFAULT_TODO_STARS = 1;
export const MAX_TODO_STARS = 10;
/** The most that a reward can cost. */
export const MAX_REWARD_STARS = 500;
/** In characters. */
export const MAX_REWARD_TITLE_LENGTH = 80;

export const REQUEST_STATUSES = ['waiting', 'given', 'declined'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The stars for a to-do while the child's rewards are on. What the child has written itself earns none. */
export function getTodoStars({ assigned_by, stars }: Pick<TodoRow, 'assigned_by' | 'stars'>): number {
  return assigned_by === null ? 0 : (stars ?? DEFAULT_TODO_STARS);
}

/** A decision that was made until this instant counts. A later one can still be undone, and the child does not see it. */
export function getSettledUntil(now: Instant): Instant {
  return addSeconds(now, -UNDO_SECONDS);
}

/** The status of a request as the child sees it. */
export function getRequestStatus(
  { decision, decided_at }: Pick<RewardRequestRow, 'decision' | 'decided_at'>,
  now: Instant,
): RequestStatus {
  return decision === null || decided_at === null || decided_at > getSettledUntil(now) ? 'waiting' : decision;
}
