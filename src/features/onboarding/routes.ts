import { Type } from 'typebox';
import type { User } from '../../core/requests/caller.ts';
import { Enum, Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import type { Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { findFirstLinkTime, findProfile } from '../accounts/index.ts';
import { findFirstTaskTime } from '../progress/index.ts';
import { findCompletionTime, findPrivacyConfirmationTime, insertCompletion } from './store.ts';

/** All steps of children and of parents. */
const STEP_IDS = ['pick_name', 'dress_avatar', 'first_task', 'link_parent', 'link_child', 'review_privacy'] as const;
type StepId = (typeof STEP_IDS)[number];

interface OnboardingStep {
  readonly id: StepId;
  readonly required: boolean;
  /** When the step was done; null before that. */
  readonly done_at: Instant | null;
}

const STEP_STATUSES = ['pending', 'done', 'skipped'] as const;
type StepStatus = (typeof STEP_STATUSES)[number];

const OnboardingSchema = Type.Object(
  {
    completed: Type.Boolean(),
    completed_at: NullableTimestamp,
    current_step: Nullable(Type.String({ description: 'The id of the first pending step; null if there is none.' })),
    progress_percent: Type.Integer({ minimum: 0, maximum: 100 }),
    steps: Type.Array(
      Type.Object(
        {
          id: Enum(STEP_IDS),
          title: Type.String({ description: "The title, in the caller's language." }),
          status: Enum(STEP_STATUSES),
          required: Type.Boolean(),
          done_at: NullableTimestamp,
        },
        { title: 'OnboardingStep' },
      ),
    ),
    reward: Type.Null({ description: 'Always null, because finishing earns no reward.' }),
  },
  { title: 'Onboarding' },
);

export const getOnboarding = defineJsonEndpoint({
  operationId: 'getOnboarding',
  summary: "The caller's progress in getting started",
  description: 'A step is done when the caller has actually done it; it cannot be marked as done.',
  data: OnboardingSchema,
  run: (ctx, caller: User) => loadOnboarding(ctx, caller),
});

export const completeOnboarding = defineJsonEndpoint({
  operationId: 'completeOnboarding',
  summary: 'Finish getting started',
  description: 'This is never refused. Pending steps become skipped. Finishing twice changes nothing.',
  data: OnboardingSchema,
  run: async (ctx, caller: User) => {
    await ctx.write((ctx) => insertCompletion(ctx, caller.profileId));
    return loadOnboarding(ctx, caller);
  },
});

async function loadOnboarding(ctx: Context, caller: User) {
  const completed_at = await findCompletionTime(ctx, caller.profileId);
  const steps = (await loadSteps(ctx, caller)).map((step) => ({
    ...step,
    title: localized.onboarding.titles[step.id][toLanguage(caller.language)],
    status: getStepStatus(step, completed_at),
  }));
  return {
    completed: completed_at !== null,
    completed_at,
    current_step: steps.find(({ status }) => status === 'pending')?.id ?? null,
    progress_percent: computeProgressPercent(steps.map(({ status }) => status)),
    steps,
    reward: null,
  };
}

async function loadSteps(ctx: Context, { role, profileId }: User): Promise<OnboardingStep[]> {
  if (role === 'parent') {
    return [
      { id: 'link_child', required: true, done_at: await findFirstLinkTime(ctx, 'parent_id', profileId) },
      { id: 'review_privacy', required: true, done_at: await findPrivacyConfirmationTime(ctx, profileId) },
    ];
  }
  const profile = await findProfile(ctx, profileId);
  return [
    { id: 'pick_name', required: true, done_at: profile?.named_at ?? null },
    { id: 'dress_avatar', required: true, done_at: profile?.dressed_at ?? null },
    { id: 'first_task', required: true, done_at: await findFirstTaskTime(ctx, profileId) },
    { id: 'link_parent', required: false, done_at: await findFirstLinkTime(ctx, 'child_id', profileId) },
  ];
}

/**
 * The status of a step. A step that is not done counts as skipped once onboarding is completed, but can still be done
 * later.
 */
function getStepStatus({ done_at }: OnboardingStep, completedAt: Instant | null): StepStatus {
  if (done_at !== null) return 'done';
  return completedAt === null ? 'pending' : 'skipped';
}

/** The percentage of steps that are done or skipped, rounded down. */
function computeProgressPercent(statuses: readonly StepStatus[]): number {
  const doneOrSkippedCount = statuses.filter((status) => status !== 'pending').length;
  return Math.floor((100 * doneOrSkippedCount) / statuses.length);
}
