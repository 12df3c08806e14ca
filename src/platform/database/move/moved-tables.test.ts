import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSchema, listMovedTables } from './moved-tables.ts';

test('every table can be moved: its primary key is text, and it has only columns that SQLite and PostgreSQL store in the same way', async () => {
  const { columns } = await describeSchema();
  const types = new Set(columns.map(({ type }) => type.toLowerCase()));
  assert.deepEqual([...types].sort(), ['double precision', 'integer', 'text']);
  assert.deepEqual(
    columns.filter(({ hidden }) => hidden !== 0),
    [],
    'generated columns cannot be copied',
  );
  for (const { name, primaryKey } of await listMovedTables()) {
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
