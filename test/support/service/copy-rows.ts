import type { Tables } from '../../../src/schema/tables.ts';
import type { TestApp } from '../test-app.ts';

/** Inserts many copies of an existing row. */
export async function copyRows<T extends keyof Tables>(
  app: TestApp,
  table: T,
  like: Readonly<Record<string, string | number>>,
  n: number,
  change: (i: number) => Partial<Tables[T]>,
): Promise<void> {
  await app.ctx.write(async ({ tx }) => {
    // TypeScript cannot infer the type of a variable table.
    let query = tx.selectFrom(table as 'todos').selectAll();
    for (const [column, value] of Object.entries(like)) query = query.where(column as 'id', '=', value as string);
    const row = await query.executeTakeFirstOrThrow();
    const rows = Array.from({ length: n }, (_, i) => ({ ...row, ...change(i) }));
    for (let i = 0; i < n; i += 100) {
      await tx
        .insertInto(table as 'todos')
        .values(rows.slice(i, i + 100))
        .execute();
    }
  });
}
