/** The number of questions of a placement, in which a child shows what it knows already. */
export const PLACEMENT_ITEMS = 12;

/** Whether a task is a placement. Its items come one by one: after each answer, the task has one more. */
export function isPlacement({ id }: { readonly id: string }): boolean {
  return id.startsWith('practice-placement-');
}
