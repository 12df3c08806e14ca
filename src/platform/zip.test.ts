import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzip } from '../../test/support/unzip.ts';
import { zip } from './zip.ts';

const packed = async (files: Record<string, string>) => {
  const parts: Buffer[] = [];
  for await (const part of zip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))) {
    parts.push(part);
  }
  return Buffer.concat(parts);
};

test('what goes in comes out, in any alphabet, empty or large', async () => {
  const files = { 'a.txt': '', 'діти/Мія.json': '{"xp":1}', 'big.csv': 'x,y\r\n'.repeat(100_000) };
  assert.deepEqual(unzip(await packed(files)), files);
});

test('an archive of nothing is an archive', async () => {
  assert.deepEqual(unzip(await packed({})), {});
});
