import type { Todo } from '../../../typescript/src/index.ts';
import type { QueuedWrite } from '../offline/writes.ts';

interface ShownTodo extends Pick<Todo, 'status' | 'checklist'> {
  /** The last change of the status that has not been sent yet. */
  readonly waitingStatusChange: QueuedWrite | undefined;
}

/** Returns the state of a to-do as it will be when the waiting writes have been sent. */
export function applyWaitingWrites(todo: Todo, waiting: readonly QueuedWrite[]): ShownTodo {
  let shown: ShownTodo = { status: todo.status, checklist: todo.checklist, waitingStatusChange: undefined };
  for (const write of waiting) {
    if (write.work?.kind !== 'todo' || write.work.todoId !== todo.id) continue;
    const { status, checklist } = write.work.body;
    if (status) shown = { ...shown, status, waitingStatusChange: write };
    const doneById = new Map(checklist?.map((entry) => [entry.id, entry.done]));
    const entries = shown.checklist.map((entry) => ({ ...entry, done: doneById.get(entry.id) ?? entry.done }));
    shown = { ...shown, checklist: entries };
  }
  return shown;
}
