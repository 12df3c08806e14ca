import type { TaskDetail } from '../../../typescript/src/index.ts';
import { isChallenge } from './challenge.ts';
import { isPlacement } from './placement.ts';
import { isDailyPractice } from './return-link.ts';

/** Whether a child can say that it does not know an answer, because there is no second try. */
export function canSayUnknown(task: Pick<TaskDetail, 'id'>): boolean {
  return isPlacement(task) || isChallenge(task);
}

/** Whether a task is a round of questions from other tasks, which has a title of its own. */
export function isRound(task: Pick<TaskDetail, 'id' | 'world_id'>): boolean {
  return canSayUnknown(task) || isDailyPractice(task);
}
