import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY } from '../../../src/core/time/instant.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { deleteOldSavedEmails } from '../../../src/platform/email/transport.ts';
import { TABLE_RETENTION } from '../../../src/schema/retention.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('the cleanup deletes expired codes, counters and sessions, but no valid codes or sessions', async (app) => {
  const { parent } = await app.registerFamily();
  await app.call('POST', '/app/auth/manager-code', { token: parent.token });
  await sweepExpiredRows(app.ctx);
  assert.ok((await app.countRows('codes')) > 0, 'valid codes are kept');
  assert.equal(await app.countRows('sessions'), 2);
  app.advance(200 * DAY); // longer than any of these rows is kept
  await sweepExpiredRows(app.ctx);
  for (const table of ['codes', 'counters', 'sessions'] as const) assert.equal(await app.countRows(table), 0, table);
  assert.equal(await app.countRows('profiles'), 2);
});

testWithApp('each table that the cleanup sweeps has an index on the column that it checks', async (app) => {
  if (app.database !== 'sqlite') return; // the migrations are the same
  for (const [table, { keep }] of Object.entries(TABLE_RETENTION)) {
    if (typeof keep === 'string' || !('expiry' in keep)) continue;
    const { rows } = await sql<{ name: string }>`select column.name from pragma_index_list(${table}) as own
      join pragma_index_info(own.name) as column where column.seqno = 0`.execute(app.ctx.database.kysely);
    assert.ok(
      rows.some(({ name }) => name === keep.expiry.column),
      `${table}.${keep.expiry.column}`,
    );
  }
});

testWithApp('the cleanup deletes saved emails after a week', async (app) => {
  const folder = join(app.ctx.settings.dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  for (const [name, days] of [
    ['old', 7],
    ['new', 6],
  ] as const) {
    writeFileSync(join(folder, name), '');
    const savedAt = new Date(Date.parse(app.ctx.now()) - days * DAY * 1000);
    utimesSync(join(folder, name), savedAt, savedAt);
  }
  await deleteOldSavedEmails(app.ctx);
  assert.deepEqual(readdirSync(folder), ['new']);
});
