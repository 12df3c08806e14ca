import { UNDO_SECONDS } from '../../../src/core/time/undo.ts';
import { carryOutTodoChanges } from '../../../src/features/todos/index.ts';
import type { TestApp } from '../test-app.ts';

/** Lets the time pass in which guardians can undo what they have planned for to-dos in the panel, and carries it out. */
export async function carryOutAfterUndoTime(app: TestApp): Promise<void> {
  app.advance(UNDO_SECONDS);
  await carryOutTodoChanges(app.ctx);
}
