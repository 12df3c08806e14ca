import type { Task } from '../../../content/index.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import { addDays, type Day } from '../../../core/time/days.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { type OpenQuestion, REST_DAYS } from '../advice/advice.ts';
import { loadLearner } from '../learner/learner.ts';
import { listMemories, makeMemoryDue, setMemoryDue, setTriedTogether } from '../learner/learner-store.ts';
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

/**
 * Records how it went when a family tried a missed question together. If the child knew it, it is not suggested until the day on which the
 * daily practice asks it. If it is still hard, it is suggested, and the next daily practice prefers it. Does nothing to a question that the child has not missed. Returns the
 * day on which it was due before if that has changed.
 */
export async function recordTriedTogether(
  ctx: TxContext,
  childId: string,
  question: Pick<OpenQuestion, 'task_id' | 'item_id'>,
  { wasKnown, today }: { readonly wasKnown: boolean; readonly today: Day },
): Promise<Day | undefined> {
  const subject = toItemSubject(question.task_id, question.item_id);
  if (!isStorable(subject)) return undefined;
  await setTriedTogether(ctx, childId, question, wasKnown ? ctx.now() : null);
  return makeMemoryDue(ctx, childId, subject, wasKnown ? addDays(today, REST_DAYS) : today);
}

/** Undoes that a family tried a question together. Practice asks it on the day on which it would have before. */
export async function undoTriedTogether(
  ctx: TxContext,
  childId: string,
  question: Pick<OpenQuestion, 'task_id' | 'item_id'>,
  dueBefore: Day | undefined,
): Promise<void> {
  const subject = toItemSubject(question.task_id, question.item_id);
  if (!isStorable(subject)) return;
  await setTriedTogether(ctx, childId, question, null);
  if (dueBefore) await setMemoryDue(ctx, childId, subject, dueBefore);
}
