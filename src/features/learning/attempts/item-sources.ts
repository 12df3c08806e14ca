import type { Content, Task } from '../../../content/index.ts';
import type { PlannedItem } from './attempts-store.ts';

/** The origin of an item of an attempt. In a task of a pack, this is the item itself; in the daily practice, an item of another task. */
export interface ItemSource {
  readonly task: Task;
  readonly item_id: string;
}

/** The parts of a task's context that determine the sources of its items. */
interface SourceContext {
  readonly learner: { readonly content: Content };
  readonly task: Task;
  readonly dailyPractice: { readonly plan: readonly PlannedItem[] } | null;
}

/** The sources of the items of a task of a pack, by item id. */
export function buildPackItemSources(task: Task): Map<string, ItemSource> {
  return new Map(task.items.map(({ id }) => [id, { task, item_id: id }]));
}

/** The sources of the items, by item id. An item whose task the packs no longer contain has no source. */
export function buildItemSources({ learner, task, dailyPractice }: SourceContext): Map<string, ItemSource> {
  if (!dailyPractice) return buildPackItemSources(task);
  return new Map(
    dailyPractice.plan.flatMap(({ id, task_id, item_id }) => {
      const sourceTask = learner.content.tasks.get(task_id);
      return sourceTask ? [[id, { task: sourceTask, item_id }] as const] : [];
    }),
  );
}
