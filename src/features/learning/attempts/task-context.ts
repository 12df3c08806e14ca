import type { Task } from '../../../content/index.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Unit } from '../../../platform/context.ts';
import { notFound } from '../../../platform/refusals.ts';
import { lockProfileTotals } from '../../progress/index.ts';
import { taskAccessRule } from '../learner/access-rules.ts';
import { getLearner, type Learner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { lockText } from '../worlds/serializers.ts';

/** A child and a task that the child may open. The child's totals are locked until the transaction ends. */
export interface TaskContext {
  readonly learner: Learner;
  readonly task: Task;
  /** Undefined when the child has never started the task. */
  readonly state: TaskState | undefined;
}

/** Loads a task for a child under lock. Refuses an unknown task (404) and a locked one (403). */
export async function loadTask(
  { ctx, tx }: Unit,
  child: { readonly profileId: string; readonly language: string },
  taskId: string,
): Promise<TaskContext> {
  if (!ctx.content.current.tasks.has(taskId)) throw notFound();
  await lockProfileTotals(tx, child.profileId);
  const learner = await getLearner(ctx, tx, child.profileId);
  const task = learner.content.tasks.get(taskId);
  if (!task) throw notFound();
  const accessRule = taskAccessRule(learner, task);
  if (accessRule) throw new Refusal('FORBIDDEN', lockText(accessRule, child.language), { reason: accessRule.reason });
  return { learner, task, state: learner.tasks.get(taskId) };
}
