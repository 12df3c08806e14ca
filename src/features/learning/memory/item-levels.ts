import type { Content, Task } from '../../../content/index.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../../core/time/instant.ts';
import { forEachBatchYielding, forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../../platform/context.ts';
import type { ItemLevelRow } from '../../../schema/tables.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';
import { LOGITS_PER_DIFFICULTY, type RatedAnswers } from './ability.ts';
import { listItemLevels, listRatedAttempts, type RatedAttempt, saveItemLevels } from './item-levels-store.ts';
import { toItemSubject } from './update-memories.ts';

// How hard items are, learned from the answers of all children (decision 0086): every night, each answer since the last time moves the
// difficulty of its item a little, by how far it was from what was expected of the child.

type ItemLevel = Pick<ItemLevelRow, 'shift' | 'answers'>;

const FIRST_STEP = 0.35 / LOGITS_PER_DIFFICULTY;
const STEP_DECREASE = 0.05;
/** In difficulties. What the author has written stays the measure. */
const MAX_SHIFT = 1;

/** The level of an item after an answer: an answer that was better than expected makes the item easier. */
export function learnItemLevel({ shift, answers }: ItemLevel, [expected, score]: readonly [number, number]): ItemLevel {
  const step = FIRST_STEP / (1 + STEP_DECREASE * answers);
  const learned = shift - step * (score - expected);
  return { shift: Math.min(Math.max(learned, -MAX_SHIFT), MAX_SHIFT), answers: answers + 1 };
}

/** How hard an item is: as hard as written, or as its level, and what was learned. */
export function getDifficulty({ itemShifts }: Pick<Content, 'itemShifts'>, task: Task, itemId: string, level?: number) {
  return (level ?? task.difficulty) + (itemShifts?.get(toItemSubject(task.id, itemId)) ?? 0);
}

const ATTEMPTS_PER_PAGE = 500;
const LEVELS_PER_WRITE = 200;
const MIN_HOURS_BETWEEN_RUNS = 20;
/** A completion that is being committed now may have an earlier time. */
const MARGIN = HOUR;
/** An attempt that was started longer before the last run is not counted. */
const MAX_DAYS_OPEN = 7;
/** The row that says until when all answers were counted. No task has this id. */
const ALL_ITEMS = { task_id: '', item_id: '' };

/**
 * Learns from the answers since the last run, once a night. If a run is interrupted, the next one counts each answer once: a row says
 * itself until when it was counted.
 */
export async function learnItemLevels(ctx: Context): Promise<void> {
  const stored = await listItemLevels(ctx);
  const levels = new Map(stored.map((row) => [toItemSubject(row.task_id, row.item_id), row]));
  const from = levels.get(toItemSubject('', ''))?.counted_until ?? '';
  const counted_until = addSeconds(ctx.now(), -MARGIN);
  if (from && counted_until < addSeconds(from, MIN_HOURS_BETWEEN_RUNS * HOUR)) return;
  const changed = new Map<string, ItemLevelRow>();
  const count = ({ task_id, item_id, expected, score, at }: CountedAnswer) => {
    const key = toItemSubject(task_id, item_id);
    const before = levels.get(key);
    if (at > counted_until || at <= (before?.counted_until ?? from)) return;
    const level = learnItemLevel(changed.get(key) ?? before ?? { shift: 0, answers: 0 }, [expected, score]);
    changed.set(key, { task_id, item_id, ...level, counted_until });
  };
  let afterId = from && toFirstId(addSeconds(from, -MAX_DAYS_OPEN * DAY));
  for (;;) {
    const attempts = await listRatedAttempts(ctx, { afterId, startedUntil: counted_until, limit: ATTEMPTS_PER_PAGE });
    await forEachYieldingToEventLoop(attempts, async (attempt) => listAnswers(attempt).forEach(count));
    afterId = attempts.at(-1)?.id ?? afterId;
    if (attempts.length < ATTEMPTS_PER_PAGE) break;
  }
  await forEachBatchYielding([...changed.values()], LEVELS_PER_WRITE, (rows) =>
    ctx.write((ctx) => saveItemLevels(ctx, rows)),
  );
  await ctx.write((ctx) => saveItemLevels(ctx, [{ ...ALL_ITEMS, shift: 0, answers: 0, counted_until }]));
}

/** Reads what was learned into the packs of this process, which have it until they are reloaded. */
export async function applyItemLevels(ctx: Context): Promise<void> {
  const levels = await listItemLevels(ctx);
  if (levels.length === 0) return;
  const itemShifts = new Map(levels.map(({ task_id, item_id, shift }) => [toItemSubject(task_id, item_id), shift]));
  ctx.content.current = { ...ctx.content.current, itemShifts };
}

interface CountedAnswer {
  readonly task_id: string;
  readonly item_id: string;
  readonly expected: number;
  readonly score: number;
  readonly at: Instant;
}

/** The answers of an attempt, with the items of the packs that they belong to. */
function listAnswers({ task_id, plan, ratings, completed_at }: RatedAttempt): CountedAnswer[] {
  if (ratings === null || completed_at === null) return [];
  const planned = new Map((JSON.parse(plan) as PlannedItem[]).map((item) => [item.id, item]));
  const rated = JSON.parse(ratings) as RatedAnswers[];
  return rated.flatMap(({ answers }) =>
    answers.map(([itemId, expected, score]) => {
      const { task_id: ownTask, item_id } = planned.get(itemId) ?? { task_id, item_id: itemId };
      return { task_id: ownTask, item_id, expected: expected / 100, score, at: completed_at };
    }),
  );
}

/** An id that is not after any id that was created since this instant: the ids of attempts begin with the time. */
function toFirstId(instant: Instant): string {
  const time = Date.parse(instant).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}
