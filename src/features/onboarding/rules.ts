import type { Instant } from '../../core/instant.ts';

export type StepId = 'pick_name' | 'dress_avatar' | 'first_task' | 'link_parent' | 'link_child' | 'review_privacy';

/** A step and when it was done; null while it is pending. */
export interface Step {
  readonly id: StepId;
  readonly required: boolean;
  readonly done_at: Instant | null;
}

export type Status = 'pending' | 'done' | 'skipped';

/** A step may still be done after onboarding was finished without it; until then it counts as skipped. */
export function statusOf({ done_at }: Step, completedAt: Instant | null): Status {
  if (done_at !== null) return 'done';
  return completedAt === null ? 'pending' : 'skipped';
}

/** The percentage of steps that are done or skipped, rounded down. */
export function progressPercent(statuses: readonly Status[]): number {
  const finished = statuses.filter((status) => status !== 'pending').length;
  return Math.floor((100 * finished) / statuses.length);
}
