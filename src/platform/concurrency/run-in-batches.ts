import { setImmediate } from 'node:timers/promises';

/**
 * The maximum number of rows in a batch. On SQLite, a transaction for so few rows blocks the event loop for only a few
 * milliseconds.
 */
export const BATCH_ROWS = 200;

/**
 * Deletes or changes any number of rows, a batch at a time, and lets other work run after each batch. `runBatch` is one
 * transaction for up to `limit` rows and returns how many rows it changed. A result below `limit` means that no rows are left.
 */
export async function runInBatches(runBatch: (limit: number) => Promise<number>): Promise<void> {
  let changedCount: number;
  do {
    changedCount = await runBatch(BATCH_ROWS);
    await setImmediate();
  } while (changedCount >= BATCH_ROWS);
}
