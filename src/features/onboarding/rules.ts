import type { Instant } from '../../core/time/instant.ts';

/** All steps of children and of parents. */
export const STEP_IDS = [
  'pick_name',
  'dress_avatar',
  'first_task',
  'link_parent',
  'link_child',
  'review_privacy',
] as const;
type StepId = (typeof STEP_IDS)[number];

export interface OnboardingStep {
  readonly id: StepId;
  readonly required: boolean;
  /** When the step was done; null before that. */
  readonly done_at: Instant | null;
}

export const STEP_STATUSES = ['pending', 'done', 'skipped'] as const;
type StepStatus = (typeof STEP_STATUSES)[number];

/**
 * The status of a step. A step that is not done counts as skipped once onboarding is completed, but can still be done
 * later.
 */
export function getStepStatus({ done_at }: OnboardingStep, completedAt: Instant | null): StepStatus {
  if (done_at !== null) return 'done';
  return completedAt === null ? 'pending' : 'skipped';
}

/** The percentage of steps that are done or skipped, rounded down. */
export function computeProgressPercent(statuses: readonly StepStatus[]): number {
  const doneOrSkippedCount = statuses.filter((status) => status !== 'pending').length;
  return Math.floor((100 * doneOrSkippedCount) / statuses.length);
}
