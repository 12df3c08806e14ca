import { type Totals, ZERO_TOTALS } from '../../../src/features/progress/totals/totals-store.ts';
import type { TestApp } from '../test-app.ts';

/** Sets a child's totals. Omitted totals are set to zero. */
export async function setTotals(app: TestApp, profile_id: string, totals: Partial<Totals>): Promise<void> {
  const columns = { ...ZERO_TOTALS, ...totals };
  await app.ctx.write(({ db }) =>
    db
      .insertInto('totals')
      .values({ profile_id, ...columns })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(columns))
      .execute(),
  );
}
