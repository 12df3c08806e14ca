import type { Task } from '../../../content/index.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { OpenQuestion } from '../advice/advice.ts';
import { loadLearner } from '../learner/learner.ts';
import { listMemories, setMemoryDue } from '../learner/learner-store.ts';
import { toItemSubject } from '../memory/update-memories.ts';
import { isUnfinishedQuiz } from './choose-items.ts';

/** When a child meets a question again: in a quiz that it has not finished, or in the daily practice from a day on. */
export type NextMeeting =
  | { readonly in: 'quiz'; readonly task: Task }
  | { readonly in: 'practice'; readonly from: Day };

/** Loads a function that tells when a child meets a question again; undefined if nothing is planned. */
export async function loadNextMeetings(
  ctx: Context,
  childId: string,
  today: Day,
): Promise<(question: Pick<OpenQuestion, 'task_id' | 'item_id'>) => NextMeeting | undefined> {
  const { learner } = await loadLearner(ctx, childId);
  const memories = new Map((await listMemories(ctx, childId)).map((memory) => [memory.subject, memory]));
  return ({ task_id, item_id }) => {
    const task = learner.content.tasks.get(task_id);
    if (!task) return undefined;
    const findLastReview = (skill: string) => memories.get(skill)?.reviewed_on;
    if (isUnfinishedQuiz(task, learner.taskStates.get(task_id), findLastReview, today)) return { in: 'quiz', task };
    const memory = memories.get(toItemSubject(task_id, item_id));
    return memory && { in: 'practice', from: memory.due_on };
  };
}

/** Makes a missed question due today, so that the next daily practice prefers it. Does nothing if nothing is planned for it. */
export async function practiseAgain(
  ctx: TxContext,
  childId: string,
  { task_id, item_id }: Pick<OpenQuestion, 'task_id' | 'item_id'>,
  today: Day,
): Promise<void> {
  const subject = toItemSubject(task_id, item_id);
  if (isStorable(subject)) await setMemoryDue(ctx, childId, subject, today);
}
