import type { Context } from '../../../src/platform/context.ts';

/** The context of a process that crashes: see `start`. */
export interface CrashingContext {
  readonly ctx: Context;
  /** Starts a process that crashes right after `maxCommits` commits, or before its first one if that is 0. By default it never crashes. */
  start(maxCommits?: number): void;
  /** The number of commits since `start`. */
  countCommits(): number;
}

/** What the process has committed before it crashes stays. Each further transaction is rolled back. */
export function createCrashingContext(ctx: Context): CrashingContext {
  let [commits, maxCommits] = [0, Number.POSITIVE_INFINITY];
  const crashing: Context = {
    ...ctx,
    async write(work) {
      if (commits >= maxCommits) {
        return ctx.write(async (unit) => {
          await work(unit);
          throw new Error('The process has crashed before its commit.');
        });
      }
      const result = await ctx.write(work);
      commits += 1;
      if (commits >= maxCommits) throw new Error('The process has crashed after its commit.');
      return result;
    },
  };
  return {
    ctx: crashing,
    start: (newMaxCommits = Number.POSITIVE_INFINITY) => {
      [commits, maxCommits] = [0, newMaxCommits];
    },
    countCommits: () => commits,
  };
}
