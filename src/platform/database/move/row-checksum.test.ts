import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Row, RowChecksum } from './row-checksum.ts';

const table = { name: 'example', columns: ['id', 'value'], primaryKey: ['id'] };
const computeCountAndSum = (...rows: Row[]) => {
  const checksum = new RowChecksum();
  for (const row of rows) checksum.add(table, row);
  return `${checksum.count} ${checksum}`;
};

test('the checksum does not depend on the order of rows or columns', () => {
  const [firstRow, secondRow] = [
    { id: 'a', value: 0.1 },
    { id: 'b', value: null },
  ];
  assert.equal(computeCountAndSum(firstRow, secondRow), computeCountAndSum(secondRow, { value: 0.1, id: 'a' }));
});

test('the checksum changes when a value or its type changes, and when a row is missing or duplicated', () => {
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
  const checksums = [[row], ...differentTables].map((rows) => computeCountAndSum(...rows));
  assert.equal(new Set(checksums).size, checksums.length);
});
