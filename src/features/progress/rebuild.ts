import type { Context } from '../../platform/context.ts';
import { type Derived, deriveTotals, listDerived } from './rebuild-store.ts';
import { lockTotals, updateTotals } from './store.ts';

/** One column of one child's totals that is not what the rows behind it say. */
export interface Difference {
  readonly profileId: string;
  readonly column: keyof Derived;
  readonly kept: Derived[keyof Derived];
  readonly derived: Derived[keyof Derived];
}

const AT_ONCE = 500;

/**
 * Works out anew, for every profile, what can be worked out from the ledger and the badges, and tells what differs;
 * mends it unless `check`. Safe beside a running service: a child is mended under the lock that `record` takes.
 */
export async function* rebuildTotals(ctx: Context, { check }: { check: boolean }): AsyncGenerator<Difference> {
  let after = '';
  for (;;) {
    const batch = await listDerived(ctx.db, after, AT_ONCE);
    for (const { id, kept, derived } of batch) {
      const found = differences(id, kept, derived);
      if (found.length === 0) continue;
      yield* check ? found : await mend(ctx, id);
    }
    const last = batch.at(-1);
    if (!last || batch.length < AT_ONCE) return;
    after = last.id;
  }
}

/** Looks again under the lock: what seemed to differ may have been a change under way. */
function mend(ctx: Context, profileId: string): Promise<Difference[]> {
  return ctx.write(async (tx) => {
    const kept = await lockTotals(tx, profileId);
    const derived = await deriveTotals(tx, profileId);
    await updateTotals(tx, profileId, derived);
    return differences(profileId, kept, derived);
  });
}

function differences(profileId: string, kept: Derived, derived: Derived): Difference[] {
  return (Object.keys(derived) as (keyof Derived)[]) // it has no other keys
    .filter((column) => kept[column] !== derived[column])
    .map((column) => ({ profileId, column, kept: kept[column], derived: derived[column] }));
}
