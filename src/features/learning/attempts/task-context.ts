import { Refusal } from '../../../core/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/http/responses/error-response.ts';
import type { Task } from '../../content/index.ts';
import { lockProfileTotals } from '../../progress/index.ts';
import { taskAccessRule } from '../learner/access-rules.ts';
import { getLearner, type Learner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { lockText } from '../worlds/serializers.ts';

/** A child before a task that is open to it, held until the transaction ends: whatever is decided here stays true. */
export interface TaskContext {
  readonly learner: Learner;
  readonly task: Task;
  /** Undefined when the child has never begun it. */
  readonly state: TaskState | undefined;
}

/** Refuses a task that no pack has (404) and one that is locked (403). `who` is the child. */
export async function loadTask(
  ctx: Context,
  tx: Tx,
  who: { readonly profileId: string; readonly language: string },
  taskId: string,
): Promise<TaskContext> {
  if (!ctx.content.current.tasks.has(taskId)) throw notFound();
  await lockProfileTotals(tx, who.profileId);
  const learner = await getLearner(ctx, tx, who.profileId);
  const task = learner.content.tasks.get(taskId);
  if (!task) throw notFound();
  const lock = taskAccessRule(learner, task);
  if (lock) throw new Refusal('FORBIDDEN', lockText(lock, who.language), { reason: lock.reason });
  return { learner, task, state: learner.tasks.get(taskId) };
}
