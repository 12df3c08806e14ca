import { setImmediate } from 'node:timers/promises';

/** The number is so low that on SQLite, where a transaction blocks the event loop, requests wait only milliseconds for a batch. */
export const BATCH_ROWS = 200;

/**
 * Deletes or changes any number of rows, a batch at a time, and lets requests run after each batch. `runBatch` is one
 * transaction for up to `limit` rows and returns how many rows it changed. Fewer than `limit` means that no rows are left.
 */
export async function runInBatches(runBatch: (limit: number) => Promise<number>): Promise<void> {
  for (let changedCount = BATCH_ROWS; changedCount >= BATCH_ROWS; ) {
    changedCount = await runBatch(BATCH_ROWS);
    await setImmediate();
  }
}
