import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Task } from '../content/index.ts';
import { lockLearner } from '../progress/index.ts';
import { getLearner, type Learner } from './learner.ts';
import { lockOfTask } from './locks.ts';
import type { TaskState } from './store.ts';
import { lockText } from './wire.ts';

/** A child before a task that is open to it, held until the transaction ends: whatever is decided here stays true. */
export interface AtTask {
  readonly learner: Learner;
  readonly task: Task;
  /** Undefined when the child has never begun it. */
  readonly state: TaskState | undefined;
}

/** Refuses a task that no pack has (404) and one that is locked (403). `who` is the child. */
export async function goToTask(
  ctx: Context,
  tx: Tx,
  who: { readonly profileId: string; readonly language: string },
  taskId: string,
): Promise<AtTask> {
  if (!ctx.content.current.tasks.has(taskId)) throw notFound();
  await lockLearner(tx, who.profileId);
  const learner = await getLearner(ctx, tx, who.profileId);
  const task = learner.content.tasks.get(taskId);
  if (!task) throw notFound();
  const lock = lockOfTask(learner, task);
  if (lock) throw new Refusal('FORBIDDEN', lockText(lock, who.language), { reason: lock.reason });
  return { learner, task, state: learner.tasks.get(taskId) };
}
