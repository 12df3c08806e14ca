import type { Context } from '../../../platform/context.ts';
import type { Learner } from '../learner/learner.ts';
import { listMemoriesOfSubjects } from '../learner/learner-store.ts';
import { computeAge } from '../memory/ability.ts';
import { toPlacementId } from '../practice/practice-id.ts';
import { listPlacementItems } from './choose-placement.ts';
import { canBegin, hasEnoughItems, isOldEnough, type PlacementOptions } from './load-placement.ts';
import { listPlacementAttempts } from './placements-store.ts';

/** A child who has answered more questions of a subject is not asked anymore to show what it knows, but can still do it. */
const MAX_ANSWERS_WHEN_OFFERED = 12;
/** From this age on, the app of a child who reads begins with a placement. */
const FIRST_AGE = 8;

type PlacedChild = Omit<PlacementOptions, 'subject'>;

interface Placement {
  readonly subject: string;
  readonly task_id: string;
  readonly status: 'available' | 'in_progress' | 'completed';
  readonly offered: boolean;
}

/** The subjects in which a child is asked first what it knows, because most other tasks need them. */
const FIRST_SUBJECTS = ['mathematics', 'language'];

/** Lists the placements that a child can do, those to begin with first; none for a child under six. */
export async function listPlacements(
  ctx: Context,
  learner: Learner,
  { locale, birthYear }: PlacedChild,
): Promise<Placement[]> {
  const { content, profileId } = learner;
  const subjects = [
    ...new Set([...FIRST_SUBJECTS, ...[...content.skills.values()].map(({ subject }) => subject)]),
  ].filter(
    (subject) => isOldEnough(learner, birthYear) && hasEnoughItems(listPlacementItems(learner, subject, locale)),
  );
  const attempts = await listPlacementAttempts(ctx, profileId, subjects.map(toPlacementId));
  const ratings = await listMemoriesOfSubjects(
    ctx,
    profileId,
    subjects.map((subject) => `@${subject}`),
  );
  return subjects.map((subject) => {
    const task_id = toPlacementId(subject);
    const newest = attempts.find((attempt) => attempt.task_id === task_id);
    const asked = ratings.find((rating) => rating.subject === `@${subject}`)?.asked ?? 0;
    const status =
      newest?.status === 'in_progress' ? newest.status : canBegin(learner, newest) ? 'available' : 'completed';
    return { subject, task_id, status, offered: !newest && asked <= MAX_ANSWERS_WHEN_OFFERED };
  });
}

/**
 * Whether the app suggests a placement before the next steps: to a child who reads, of a new child's first one or one that was begun. That
 * the child has declined it is known only to its device.
 */
export async function beginsWithPlacement(ctx: Context, learner: Learner, child: PlacedChild): Promise<boolean> {
  if (!learner.reads || (computeAge(child.birthYear, learner.now) ?? 0) < FIRST_AGE) return false;
  const placements = await listPlacements(ctx, learner, child);
  return (
    placements.some(({ status }) => status === 'in_progress') ||
    (placements.length > 0 && placements.every(({ offered }) => offered))
  );
}
