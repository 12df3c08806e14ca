import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { MINUTE } from '../../../src/core/instant.ts';
import { OWNED_TABLES } from '../../../src/features/data-rights/export-store.ts';
import { exportAccount, exportChild } from '../../../src/features/data-rights/index.ts';
import { household, refusalOf } from '../../support/guardians.ts';
import { story } from '../../support/test-app.ts';
import { listOf } from '../../support/todos.ts';
import { unzip } from '../../support/unzip.ts';

async function contentOf(stream: Readable): Promise<Record<string, string>> {
  return unzip(await buffer(stream));
}

story('a child’s data are exported as JSON and CSV without any secrets', async (world) => {
  const home = await household(world);
  await world.call('PATCH', '/app/users/me', { token: home.child.token, body: { display_name: '=1+1' } });
  const list = listOf(world, home.child.token);
  await list.set((await list.add({ title: 'Feed, "the" cat' })).id, 'done');
  const files = await contentOf(await exportChild(world.ctx, home.caller, home.child.id));
  const { tables } = JSON.parse(files['everything.json'] ?? '');
  assert.equal(tables.profiles[0].display_name, '=1+1');
  assert.equal(tables.todos[0].title, 'Feed, "the" cat');
  assert.equal(tables.xp_ledger.length, 2);
  assert.match(files['profiles.csv'] ?? '', /'=1\+1/, 'no spreadsheet takes a name for a formula');
  assert.match(files['todos.csv'] ?? '', /"Feed, ""the"" cat"/);
  const all = Object.values(files).join('');
  for (const secret of ['argon2', home.child.token, 'token_hash', 'device_key'])
    assert.ok(!all.includes(secret), secret);
});

story('an account’s data are exported with each child’s and without other families’', async (world) => {
  const [home, other] = [await household(world), await household(world)];
  const files = await contentOf(await exportAccount(world.ctx, home.caller));
  assert.ok(files['account/everything.json']?.includes(home.parent.email));
  assert.ok(files[`children/${home.child.id}/everything.json`]);
  const all = Object.values(files).join('');
  assert.ok(!all.includes(other.child.id) && !all.includes(other.parent.email));
  assert.equal(await refusalOf(exportChild(world.ctx, home.caller, other.child.id)), 'NOT_FOUND');
  world.pass(15 * MINUTE);
  assert.equal(await refusalOf(exportChild(world.ctx, home.caller, home.child.id)), 'FORBIDDEN confirmation_required');
  assert.equal(await refusalOf(exportAccount(world.ctx, home.caller)), 'FORBIDDEN confirmation_required');
});

/** Tables that say nothing of a person, or only hold keyed hashes for a while. */
const NOBODYS = [
  'codes',
  'counters',
  'outbox',
  'email_recipients',
  'idempotency_keys',
  'planet_locks',
  'schema_compatibility',
  'readiness_probes',
  'installation',
];
/** What goes out under another heading. */
const ELSEWHERE = ['submission_files'];

story('every table is exported or listed as not personal', async (world) => {
  const tables = (await world.ctx.database.owner.introspection.getTables()).map(({ name }) => name);
  const known = new Set<string>([...OWNED_TABLES.map(({ table }) => table), ...NOBODYS, ...ELSEWHERE]);
  assert.deepEqual(
    tables.filter((name) => !known.has(name) && !name.startsWith('kysely_')),
    [],
  );
});

test('each table is listed once per owner column', () => {
  const names = OWNED_TABLES.map(({ table, owner }) => `${table} ${owner}`);
  assert.equal(new Set(names).size, names.length);
});
