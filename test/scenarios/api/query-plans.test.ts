import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { useWholeService } from '../../support/api/whole-service.ts';
import { captureStatements } from '../../support/service/capture-statements.ts';
import { startTestApp, type TestApp, testWithApp } from '../../support/test-app.ts';

/** Tables whose number of rows does not grow with the number of families. */
const SMALL_TABLES = [
  'installation',
  'schema_compatibility',
  'kysely_migration',
  'readiness_probes',
  'open_planet_numbers',
  'item_levels',
  'job_runs',
  'database_sizes',
  'pragma_page_count',
];
/** The beginnings of statements that may read a whole table, each with the reason. */
const ALLOWED_STATEMENTS = [
  // This statement runs once an hour and reads only the deletions that are planned for the next seven days.
  'select "child"."profile_id" from "deletions" as "child" left join "deletions" as "account"',
  // Runs once for an erased profile. Counters end within a day.
  'delete from "counters" where "bucket" like',
];

testWithApp('no query of an endpoint, a page or a job reads all rows of a growing table', async (app) => {
  const statements = await captureStatements(() => useWholeService(app));
  assert.ok(statements.length > 150, `${statements.length} different statements`);
  const scans: string[] = [];
  // For tables without rows, PostgreSQL assumes default statistics, so it chooses the same plans in each run.
  const unusedApp = await startTestApp(app.database);
  for (const statement of statements.filter((text) => !ALLOWED_STATEMENTS.some((start) => text.startsWith(start)))) {
    for (const scan of await listScans(unusedApp, statement)) scans.push(`${scan}: ${statement}`);
  }
  await unusedApp.close();
  assert.deepEqual(scans, []);
});

/** Settings to turn off so that PostgreSQL uses an index wherever it can, although the tables are empty. */
const DISABLED_SETTINGS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'];

/** The parts of the plan of a statement that read a growing table without a condition on an index. */
async function listScans({ ctx, database }: TestApp, statement: string): Promise<string[]> {
  const { kysely } = ctx.database;
  if (database === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${statement}`)}`.execute(kysely);
    return rows.map(({ detail }) => detail).filter((detail) => isScan(detail, statement));
  }
  return kysely.connection().execute(async (connection) => {
    for (const name of DISABLED_SETTINGS) await sql`set ${sql.raw(name)} = off`.execute(connection);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${statement}`)}`.execute(
      connection,
    );
    const lines = rows.map((row) => row['QUERY PLAN']);
    return lines.filter(
      (line, i) =>
        /(Seq|Index|Index Only) Scan/.test(line) &&
        !/Index Cond/.test(lines[i + 1] ?? '') &&
        !SMALL_TABLES.some((table) => line.includes(` on ${table} `)),
    );
  });
}

/** Whether a line of SQLite's plan reads all rows of a growing table or all entries of an index. */
function isScan(detail: string, statement: string): boolean {
  const name = /^SCAN (\w+)/.exec(detail)?.[1];
  if (name === undefined) return false;
  const table = new RegExp(`"(\\w+)" as "${name}"`).exec(statement)?.[1] ?? name;
  return new RegExp(`from "?${table}\\b|join "?${table}\\b`).test(statement) && !SMALL_TABLES.includes(table);
}
