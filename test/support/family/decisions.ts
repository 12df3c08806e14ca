import { carryOutDecisions } from '../../../src/app/scheduled-jobs.ts';
import { UNDO_SECONDS } from '../../../src/core/time/undo.ts';
import type { TestApp } from '../test-app.ts';

/** Lets the time pass in which guardians can undo what they have decided in the panel, and carries it out. */
export async function carryOutAfterUndoTime(app: TestApp): Promise<void> {
  app.advance(UNDO_SECONDS);
  await carryOutDecisions(app.ctx);
}
