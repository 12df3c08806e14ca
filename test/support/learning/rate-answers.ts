import type { TestApp } from '../test-app.ts';

/** Replaces the graded answers of a child's attempts at a task by wrong answers to one of its items. */
export async function rateAnswersWrong(
  { ctx }: TestApp,
  childId: string,
  { taskId, itemId, count }: { readonly taskId: string; readonly itemId: string; readonly count: number },
): Promise<void> {
  const answers = Array.from({ length: count }, () => [itemId, 50, 0]);
  await ctx.write(({ db }) =>
    db
      .updateTable('attempts')
      .set({ ratings: JSON.stringify([{ subjects: {}, skills: [], answers }]) })
      .where('profile_id', '=', childId)
      .where('task_id', '=', taskId)
      .execute(),
  );
}
