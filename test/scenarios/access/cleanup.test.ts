import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { cleanUpAccess } from '../../../src/features/access/index.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('the cleanup deletes expired codes, counters and sessions, but no valid codes or sessions', async (app) => {
  const { parent } = await app.registerFamily();
  await app.call('POST', '/app/auth/manager-code', { token: parent.token });
  await cleanUpAccess(app.ctx);
  assert.ok((await app.countRows('codes')) > 0, 'valid codes are kept');
  assert.equal(await app.countRows('sessions'), 2);
  app.advance(200 * DAY); // longer than any of these rows is kept
  await cleanUpAccess(app.ctx);
  for (const table of ['codes', 'counters', 'sessions'] as const) assert.equal(await app.countRows(table), 0, table);
  assert.equal(await app.countRows('profiles'), 2);
});
