import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { HOUR } from '../../../src/core/time/instant.ts';
import { exportAccount, exportChild } from '../../../src/features/data-rights/index.ts';
import { PERSONAL_DATA_TABLES } from '../../../src/features/data-rights/personal-data-tables.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { unzip } from '../../support/files/unzip.ts';
import { testWithApp } from '../../support/test-app.ts';

async function readFiles(stream: Readable): Promise<Record<string, string>> {
  return unzip(await buffer(stream));
}

testWithApp('a child’s data is exported as JSON and CSV without any secrets', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { display_name: '=1+1' } });
  const todos = createTodoClient(app, family.child.token);
  await todos.setStatus((await todos.add({ title: 'Feed, "the" cat' })).id, 'done');
  const files = await readFiles(await exportChild(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE, family.child.id));
  const { tables } = JSON.parse(files['everything.json'] ?? '');
  assert.equal(tables.profiles[0].display_name, '=1+1');
  assert.equal(tables.todos[0].title, 'Feed, "the" cat');
  assert.equal(tables.xp_ledger.length, 2, 'XP for the to-do and for the first activity of the day');
  assert.match(files['profiles.csv'] ?? '', /'=1\+1/, 'a spreadsheet does not run a name as a formula');
  assert.match(files['todos.csv'] ?? '', /"Feed, ""the"" cat"/);
  const exportedText = Object.values(files).join('');
  for (const secret of ['argon2', family.child.token, 'token_hash', 'device_key'])
    assert.ok(!exportedText.includes(secret), secret);
});

testWithApp('an account’s data is exported with that of each child, without that of other families', async (app) => {
  const [family, otherFamily] = [await registerFamilyWithPanelSession(app), await registerFamilyWithPanelSession(app)];
  const files = await readFiles(await exportAccount(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE));
  assert.ok(files['account/everything.json']?.includes(family.parent.email));
  assert.ok(files[`children/${family.child.id}/everything.json`]);
  const exportedText = Object.values(files).join('');
  assert.ok(!exportedText.includes(otherFamily.child.id) && !exportedText.includes(otherFamily.parent.email));
  await assertFailsWith(exportChild(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE, otherFamily.child.id), 'NOT_FOUND');
  app.advance(2 * HOUR);
  await assertFailsWith(
    exportChild(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE, family.child.id),
    'FORBIDDEN confirmation_required',
  );
  await assertFailsWith(
    exportAccount(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE),
    'FORBIDDEN confirmation_required',
  );
});

/** Tables that are not exported: they have no personal data, or their rows are deleted after a short time. */
const TABLES_NOT_EXPORTED = [
  'codes',
  'counters',
  'outbox',
  'email_recipients',
  'idempotency_keys',
  'planet_locks',
  'open_planet_numbers',
  'schema_compatibility',
  'readiness_probes',
  'installation',
  'item_levels',
  'job_runs',
  'database_sizes',
  'security_events', // pseudonyms; the erasure deletes them
];
/** Tables that are exported as parts of other tables. */
const TABLES_EXPORTED_WITH_OTHERS = ['submission_files'];

testWithApp('every table is exported or listed as not exported', async (app) => {
  const tables = (await app.ctx.database.kysely.introspection.getTables()).map(({ name }) => name);
  const knownTables = new Set<string>([
    ...PERSONAL_DATA_TABLES.map(({ table }) => table),
    ...TABLES_NOT_EXPORTED,
    ...TABLES_EXPORTED_WITH_OTHERS,
  ]);
  assert.deepEqual(
    tables.filter((name) => !knownTables.has(name) && !name.startsWith('kysely_')),
    [],
  );
});

test('PERSONAL_DATA_TABLES lists each table only once for each owner column', () => {
  const names = PERSONAL_DATA_TABLES.map(({ table, ownerColumn }) => `${table} ${ownerColumn}`);
  assert.equal(new Set(names).size, names.length);
});
