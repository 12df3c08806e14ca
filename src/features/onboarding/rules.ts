import type { Instant } from '../../core/instant.ts';

export type StepId = 'pick_name' | 'dress_avatar' | 'first_task' | 'link_parent' | 'link_child' | 'review_privacy';

/** One step and when it was really done; null while it was not. */
export interface Step {
  readonly id: StepId;
  readonly required: boolean;
  readonly done_at: Instant | null;
}

export type Status = 'pending' | 'done' | 'skipped';

/** What is done is done, even after onboarding was finished without it; what is not done then was skipped. */
export function statusOf({ done_at }: Step, completedAt: Instant | null): Status {
  if (done_at !== null) return 'done';
  return completedAt === null ? 'pending' : 'skipped';
}

/** Whole percent of the steps that need nothing more. */
export function progressPercent(statuses: readonly Status[]): number {
  const settled = statuses.filter((status) => status !== 'pending').length;
  return Math.floor((100 * settled) / statuses.length);
}
