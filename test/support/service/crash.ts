import type { Context } from '../../../src/platform/context.ts';

/** The context of a process that crashes: see `begin`. */
export interface CrashingContext {
  readonly ctx: Context;
  /** Starts a process that crashes right after `most` commits, or before its first one when that is 0; by default it never crashes. */
  begin(most?: number): void;
  /** The number of commits since `begin`. */
  commits(): number;
}

/** What a process has committed stays, and nothing else: each further transaction is rolled back. */
export function createCrashingContext(ctx: Context): CrashingContext {
  let [commits, most] = [0, Number.POSITIVE_INFINITY];
  const crashing: Context = {
    ...ctx,
    async write(work) {
      if (commits >= most) {
        return ctx.write(async (unit) => {
          await work(unit);
          throw new Error('The process has died before its commit.');
        });
      }
      const result = await ctx.write(work);
      commits += 1;
      if (commits >= most) throw new Error('The process has died after its commit.');
      return result;
    },
  };
  return {
    ctx: crashing,
    begin: (maxCommits = Number.POSITIVE_INFINITY) => {
      [commits, most] = [0, maxCommits];
    },
    commits: () => commits,
  };
}
