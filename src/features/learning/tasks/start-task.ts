import type { Child } from '../../../core/requests/caller.ts';
import type { Context } from '../../../platform/context.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import { loadTask } from '../attempts/load-task.ts';

/**
 * Returns the open attempt or starts a new one, so that two taps on "start" create only one attempt. Refuses an unknown
 * task (404), a locked task (403), and a task that cannot be started now (409).
 */
export function startTask(ctx: Context, child: Child, taskId: string): Promise<{ attempt: Attempt; isNew: boolean }> {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    if (played.openAttempt) return { attempt: played.openAttempt, isNew: false };
    return { attempt: await played.start(), isNew: true };
  });
}
