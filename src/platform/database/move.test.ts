import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runMigrations } from './migrate.ts';
import { listMovedTables, type Row, summarizeRows } from './move.ts';
import { QueryCounter } from './prepared.ts';
import { openConnection } from './sqlite/sqlite-connection.ts';

/** Returns the columns and foreign keys of all tables, from an empty database in memory. */
async function describeSchema() {
  const { kysely } = openConnection(':memory:', '', new QueryCounter());
  await runMigrations(kysely);
  const columns = await sql<{ table: string; name: string; type: string; hidden: number }>`
    select t.name as "table", c.name, c.type, c.hidden
    from sqlite_schema t, pragma_table_xinfo(t.name) c where t.type = 'table'`.execute(kysely);
  const references = await sql<{ table: string; target: string }>`
    select t.name as "table", f."table" as target
    from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table'`.execute(kysely);
  await kysely.destroy();
  const isMoved = ({ table }: { table: string }) => !/^(kysely_|schema_compatibility$)/.test(table);
  return { columns: columns.rows.filter(isMoved), references: references.rows };
}

test('every table can be moved: its primary key is text, and it has only columns that SQLite and PostgreSQL store in the same way', async () => {
  const { columns } = await describeSchema();
  const types = new Set(columns.map(({ type }) => type.toLowerCase()));
  assert.deepEqual([...types].sort(), ['double precision', 'integer', 'text']);
  assert.deepEqual(
    columns.filter(({ hidden }) => hidden !== 0),
    [],
    'generated columns cannot be copied',
  );
  const tables = await listMovedTables();
  assert.deepEqual(
    tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`)).sort(),
    columns.map(({ table, name }) => `${table}.${name}`).sort(),
  );
  for (const { name, primaryKey } of tables) {
    assert.ok(primaryKey.length > 0, `${name} has no primary key`);
    for (const column of primaryKey)
      assert.equal(
        columns.find((candidate) => candidate.table === name && candidate.name === column)?.type,
        'TEXT',
        `${name}.${column}`,
      );
  }
});

test('listMovedTables lists each table after the tables that it refers to, and omits the tables that migrations fill', async () => {
  const names = (await listMovedTables()).map(({ name }) => name);
  const { references } = await describeSchema();
  assert.ok(references.length > 0);
  for (const { table, target } of references) assert.ok(names.indexOf(target) < names.indexOf(table), table);
  assert.equal(names.length, new Set(names).size);
  assert.ok(!names.some((name) => name.startsWith('kysely_') || name === 'schema_compatibility'));
});

const summarize = (...rows: Row[]) => summarizeRows({ columns: ['id', 'value'] }, [rows]);

test('the checksum does not depend on the order of rows or columns', async () => {
  const [firstRow, secondRow] = [
    { id: 'a', value: 0.1 },
    { id: 'b', value: null },
  ];
  assert.equal(await summarize(firstRow, secondRow), await summarize(secondRow, { value: 0.1, id: 'a' }));
});

test('the checksum changes when a value or its type changes, and when a row is missing or duplicated', async () => {
  const row = { id: 'a', value: 1 };
  const differentTables = [
    [{ id: 'a', value: '1' }],
    [{ id: 'a', value: null }],
    [{ id: 'a', value: '' }],
    [{ id: 'A', value: 1 }],
    [{ id: 'a', value: 1 + Number.EPSILON }],
    [{ id: '1', value: 'a' }],
    [],
    [row, row],
  ];
  const summaries = await Promise.all([[row], ...differentTables].map((rows) => summarize(...rows)));
  assert.equal(new Set(summaries).size, summaries.length);
});
