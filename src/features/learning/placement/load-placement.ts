import type { Content } from '../../../content/index.ts';
import { toUtcDay } from '../../../core/time/days.ts';
import { addSeconds, HOUR } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { Attempt, PlannedItem } from '../attempts/attempts-store.ts';
import { listLocationsInLanguage } from '../learner/content-locks.ts';
import type { Learner, LoadedLearner } from '../learner/learner.ts';
import { listMemories, type TaskSelection } from '../learner/learner-store.ts';
import { Abilities, computeAge } from '../memory/ability.ts';
import type { Memory } from '../memory/memory.ts';
import { toPlacementId } from '../practice/practice-id.ts';
import { buildRound, type Round } from '../practice/round.ts';
import {
  choosePlacementItem,
  listPlacementItems,
  PLACEMENT_ITEMS,
  type PlacementAnswer,
  type PlacementItem,
} from './choose-placement.ts';

/** From this age on, a child can show what it knows already. */
const MIN_AGE = 6;
/** After a placement has ended, the next one of the subject can be started on another day. */
const REST = 18 * HOUR;

export interface PlacementOptions {
  readonly subject: string;
  readonly locale: string;
  readonly birthYear: number | null;
}

export function buildPlacementSelection(subject: string): TaskSelection {
  return { taskId: toPlacementId(subject), limit: 1 };
}

/** Builds a placement from its newest attempt. Reads the memories only to choose the first item. Refuses a child under six (404). */
export async function loadPlacement<L extends Learner>(
  ctx: Context,
  { learner, attempts }: Pick<LoadedLearner<L>, 'learner' | 'attempts'>,
  options: PlacementOptions,
): Promise<Round<L>> {
  if (!isOldEnough(learner, options.birthYear)) throw createNotFoundError();
  const first = canBegin(learner, attempts[0])
    ? chooseNextItem(learner, await listMemories(ctx, learner.profileId), [], options)
    : undefined;
  const round = buildRound(learner, attempts, first ? [first] : [], describePlacement(learner.content, options));
  if (round.plan.length === 0) throw createNotFoundError(); // the packs have too few questions
  return round;
}

export function isOldEnough({ now }: Pick<Learner, 'now'>, birthYear: number | null): boolean {
  return (computeAge(birthYear, now) ?? MIN_AGE) >= MIN_AGE;
}

/** Whether no placement is open, and the last one has ended a while ago. */
export function canBegin(
  { now }: Pick<Learner, 'now'>,
  newest: Pick<Attempt, 'status' | 'completed_at'> | undefined,
): boolean {
  if (newest?.status === 'in_progress') return false;
  return !newest?.completed_at || now >= addSeconds(newest.completed_at, REST);
}

/** Whether the packs have enough questions for a placement of this child. */
export function hasEnoughItems(items: readonly PlacementItem[]): boolean {
  return new Set(items.map(({ task, item }) => `${task.id}/${item.id}`)).size >= PLACEMENT_ITEMS;
}

/** Chooses the next item after the answers so far. `rate` changes the ratings by the answers so far. Undefined at the end. */
export function chooseNextItem(
  learner: Learner,
  memories: readonly Memory[],
  answered: readonly PlacementAnswer[],
  { subject, locale, birthYear }: PlacementOptions,
  rate: (abilities: Abilities) => void = () => {},
): PlannedItem | undefined {
  const { content, profileId, now } = learner;
  const items = listPlacementItems(learner, subject, locale);
  if (!hasEnoughItems(items)) return undefined;
  const age = computeAge(birthYear, toUtcDay(now));
  const abilities = new Abilities(memories, { age, skills: content.skills });
  rate(abilities);
  const seed = `${profileId} ${toPlacementId(subject)} ${memories.length}`; // other items after the child has learned more
  const next = choosePlacementItem(items, answered, { abilities, seed, age });
  return (
    next && {
      id: `i${answered.length + 1}`,
      task_id: next.task.id,
      item_id: next.item.id,
      ...(next.level !== undefined && { level: next.level }),
    }
  );
}

/** The task of a placement. It belongs to the first world of its subject, whose characters accompany it. */
export function describePlacement(content: Content, { subject, locale }: Pick<PlacementOptions, 'subject' | 'locale'>) {
  const worldIds = listLocationsInLanguage(content, locale).map(({ world_id }) => world_id);
  const world_id = worldIds.find((id) => content.worlds.get(id)?.subject === subject);
  const { title, instructions } = localized.learning.placement;
  return { id: toPlacementId(subject), locale, title, instructions, ...(world_id !== undefined && { world_id }) };
}
