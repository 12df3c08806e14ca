import { createHash } from 'node:crypto';
import {
  type AnswerKey,
  type Content,
  chooseLanguage,
  type Draw,
  type Generator,
  type Item,
  LEVEL_KEY,
  type Task,
  withTask,
} from '../../../content/index.ts';
import { localized } from '../../../locales/index.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';

/** The world id and the location id of a daily practice, which is not part of a pack. */
const PRACTICE_PLACE_ID = 'practice';

interface PracticeItem {
  /** The task of a pack that the item comes from. */
  readonly sourceTask: Task;
  readonly difficulty: number;
  readonly item: Item;
  readonly key: AnswerKey | undefined;
  readonly generator: Generator | undefined;
}

/** The task of a round: its id, the items, and what else differs from the daily practice. */
export interface RoundTask
  extends Partial<Pick<Task, 'world_id' | 'location_id' | 'order_index' | 'title' | 'instructions'>> {
  readonly id: string;
  readonly plan: readonly PlannedItem[];
  readonly locale: string;
}

/**
 * Builds a round as a task, and the content including that task, so that it is shown and graded like any other task.
 * Items that the packs no longer contain are left out. Generated texts are in the language of `locale`.
 */
export function buildRoundTask(
  content: Content,
  { plan, locale, ...fields }: RoundTask,
): { readonly task: Task; readonly content: Content } {
  const practiceItems = plan.flatMap((planned) => findPracticeItem(content, plan, planned, locale) ?? []);
  const sourceTasks = practiceItems.map(({ sourceTask }) => sourceTask);
  const totalDifficulty = practiceItems.reduce((sum, item) => sum + item.difficulty, 0);
  const difficulty = Math.round(totalDifficulty / Math.max(1, sourceTasks.length));
  const task: Task = {
    world_id: PRACTICE_PLACE_ID,
    location_id: PRACTICE_PLACE_ID,
    order_index: 0,
    kind: 'quiz',
    title: localized.learning.practice.title,
    instructions: localized.learning.practice.instructions,
    difficulty: Math.max(1, difficulty),
    estimated_minutes: Math.max(1, Math.ceil(practiceItems.length / 2)), // half a minute for each item
    pass_score: 0, // to pass, it is enough to answer half of the items, correctly or not
    requires_review: false,
    guess_chance: null, // nobody asks how hard it is
    pre_reader: practiceItems.length > 0 && sourceTasks.every(({ pre_reader }) => pre_reader),
    skills: [...new Set(sourceTasks.flatMap(({ skills }) => skills))],
    media: [],
    items: practiceItems.map(({ item }) => item),
    content_version: hashVersions(sourceTasks.map(({ content_version }) => content_version)),
    ...fields,
  };
  const itemKeys = new Map(practiceItems.flatMap(({ item, key }) => (key ? [[item.id, key] as const] : [])));
  const generators = new Map(
    practiceItems.flatMap(({ item, generator }) => (generator ? [[item.id, generator] as const] : [])),
  );
  return { task, content: withTask(content, task, { itemKeys, generators }) };
}

/** The level of a planned item; undefined if it has the difficulty of its task, or if the packs no longer contain the level. */
export function findLevel({ generators }: Content, { task_id, item_id, level }: PlannedItem): number | undefined {
  return generators
    .get(task_id)
    ?.get(item_id)
    ?.levels.find((known) => known === level);
}

function findPracticeItem(
  content: Content,
  plan: readonly PlannedItem[],
  planned: PlannedItem,
  locale: string,
): PracticeItem | undefined {
  const { id, task_id, item_id } = planned;
  const sourceTask = content.tasks.get(task_id);
  const item = sourceTask?.items.find((candidate) => candidate.id === item_id);
  if (!sourceTask || !item) return undefined;
  const toPracticeItem = <I extends Item>(original: I): I => ({
    ...original,
    id,
    media: [...sourceTask.media, ...original.media],
  });
  const generator = content.generators.get(task_id)?.get(item_id);
  const language = chooseLanguage(content.worlds.get(sourceTask.world_id)?.languages ?? [], locale);
  const level = findLevel(content, planned);
  const isFirstDraw = plan.find((other) => other.task_id === task_id && other.item_id === item_id) === planned;
  return {
    sourceTask,
    difficulty: level ?? sourceTask.difficulty,
    item: toPracticeItem(item),
    key: content.taskKeys.get(task_id)?.itemKeys.get(item_id),
    generator: generator && {
      ...generator,
      draw: (seed) => generator.draw(isFirstDraw ? seed : `${seed} ${id}`, level),
      isValidDraw: (draw): draw is Draw => generator.isValidDraw(draw) && draw[LEVEL_KEY] === level,
      createItem(draw) {
        const generatedItem = generator.createItem(draw, [language]);
        return { ...generatedItem, item: toPracticeItem(generatedItem.item) };
      },
    },
  };
}

function hashVersions(versions: readonly string[]): string {
  return createHash('sha256').update(versions.join(' ')).digest('hex').slice(0, 12);
}
