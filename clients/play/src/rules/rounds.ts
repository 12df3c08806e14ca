import type { TaskDetail } from '../../../typescript/src/index.ts';
import { isChallenge } from './challenge.ts';
import { isPlacement, PLACEMENT_ITEMS } from './placement.ts';
import { isDailyPractice } from './return-link.ts';

/** Whether a child can say that it does not know an answer, because there is no second try. */
export function canSayUnknown(task: Pick<TaskDetail, 'id'>): boolean {
  return isPlacement(task) || isChallenge(task);
}

/** Whether a task is a round of questions from other tasks, which has a title of its own. */
export function isRound(task: Pick<TaskDetail, 'id' | 'world_id'>): boolean {
  return canSayUnknown(task) || isDailyPractice(task);
}

/** The number of steps of a task, and of those before the item at an index. The steps of a round are its questions: a text belongs to the next one. */
export function countSteps(task: Pick<TaskDetail, 'id' | 'world_id' | 'items'>, index = 0) {
  const countAmong = (items: TaskDetail['items']) =>
    isRound(task) ? items.filter(({ kind }) => kind !== 'info').length : items.length;
  const count = isPlacement(task) ? PLACEMENT_ITEMS : countAmong(task.items);
  return { count, before: countAmong(task.items.slice(0, index)) };
}
