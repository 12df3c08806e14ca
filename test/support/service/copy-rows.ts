import { sql } from 'kysely';
import type { Tables } from '../../../src/schema/tables.ts';
import type { TestApp } from '../test-app.ts';

/** Inserts `count` copies of the row whose columns equal `match`. `getOverrides` returns the columns in which a copy differs. */
export async function copyRows<T extends keyof Tables>(
  app: TestApp,
  table: T,
  match: Readonly<Record<string, string | number>>,
  count: number,
  getOverrides: (i: number) => Partial<Tables[T]>,
): Promise<void> {
  await app.ctx.write(async ({ db }) => {
    // TypeScript cannot infer the type of the rows when the table is a variable.
    let query = db.selectFrom(table as 'todos').selectAll();
    for (const [column, value] of Object.entries(match)) query = query.where(column as 'id', '=', value as string);
    const row = await query.executeTakeFirstOrThrow(() => new Error(`no row of ${table} matches`));
    const rows = Array.from({ length: count }, (_, i) => ({ ...row, ...getOverrides(i) }));
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    for (let i = 0; i < count; i += 100) {
      const json = JSON.stringify(rows.slice(i, i + 100)); // one parameter, because Kysely takes long to compile thousands of them
      const source =
        app.database === 'postgres'
          ? sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
          : sql`select ${sql.join(Object.keys(row).map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`;
      await sql`insert into ${sql.table(table)} (${columns}) ${source}`.execute(db);
    }
  });
}
