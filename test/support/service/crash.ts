import type { Context } from '../../../src/platform/context.ts';

/** The context of a simulated process that can crash after a number of commits. */
export interface CrashingContext {
  readonly ctx: Context;
  /**
   * Starts the process again. It crashes immediately after `maxCommits` commits, or before its first commit if `maxCommits`
   * is 0. By default, it never crashes.
   */
  start(maxCommits?: number): void;
  /** The number of commits since `start`. */
  countCommits(): number;
}

/**
 * Creates a context that simulates crashes. Transactions before the crash are committed, every later transaction is rolled back, and
 * the file of SQLite is not rebuilt.
 */
export function createCrashingContext(ctx: Context): CrashingContext {
  let [commitCount, maxCommits] = [0, Number.POSITIVE_INFINITY];
  const rebuildFile = async () => {
    if (commitCount >= maxCommits) throw new Error('The process has crashed.');
    await ctx.database.rebuildFile?.();
  };
  const crashingContext: Context = {
    ...ctx,
    database: { ...ctx.database, ...(ctx.database.rebuildFile && { rebuildFile }) },
    async write(work) {
      if (commitCount >= maxCommits) {
        return ctx.write(async (ctx) => {
          await work(ctx);
          throw new Error('The process has crashed before its commit.');
        });
      }
      const result = await ctx.write(work);
      commitCount += 1;
      if (commitCount >= maxCommits) throw new Error('The process has crashed after its commit.');
      return result;
    },
  };
  return {
    ctx: crashingContext,
    start: (newMaxCommits = Number.POSITIVE_INFINITY) => {
      [commitCount, maxCommits] = [0, newMaxCommits];
    },
    countCommits: () => commitCount,
  };
}
