import { ZERO_TOTALS } from '../../../src/features/progress/totals/totals-store.ts';
import type { TotalsRow } from '../../../src/schema/tables.ts';
import type { TestApp } from '../test-app.ts';

/** Sets a child's totals. Omitted totals are set to zero. */
export async function setTotals(app: TestApp, profile_id: string, totals: Partial<TotalsRow>): Promise<void> {
  const row: TotalsRow = { profile_id, ...ZERO_TOTALS, ...totals };
  await app.ctx.write(({ db }) =>
    db
      .insertInto('totals')
      .values(row)
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
      .execute(),
  );
}
