import { sql } from 'kysely';
import { cleanUpAccess } from '../../../src/features/access/index.ts';
import type { TestApp } from '../test-app.ts';

/** Tables that still mention any of these texts after the hourly cleanup. */
export async function tablesMentioning(app: TestApp, texts: readonly string[]): Promise<string[]> {
  await cleanUpAccess(app.ctx); // deletes expired counters
  const { owner } = app.ctx.database;
  const found: string[] = [];
  for (const { name } of await owner.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(owner);
    const all = JSON.stringify(rows);
    for (const text of texts) if (all.includes(text)) found.push(`${name}: ${text}`);
  }
  return found;
}
