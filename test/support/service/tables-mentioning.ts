import { sql } from 'kysely';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import type { TestApp } from '../test-app.ts';

/** Deletes expired rows, and lists the tables that contain one of the texts, as "table: text". */
export async function findTablesMentioning(app: TestApp, texts: readonly string[]): Promise<string[]> {
  await sweepExpiredRows(app.ctx);
  const { kysely } = app.ctx.database;
  const mentions: string[] = [];
  for (const { name } of await kysely.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(kysely);
    const contents = JSON.stringify(rows);
    for (const text of texts) if (contents.includes(text)) mentions.push(`${name}: ${text}`);
  }
  return mentions;
}
