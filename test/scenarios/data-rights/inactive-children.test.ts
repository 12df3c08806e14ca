import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { eraseDueProfiles } from '../../../src/features/data-rights/index.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('a child without a guardian is erased after a year without activity, and no other child', async (app) => {
  const headers = { 'device-id': 'the-tablet-of-a-family-1' };
  const registered = await Promise.all(Array.from({ length: 4 }, () => app.registerChild()));
  const [gone, linked, visiting, learning] = registered as [
    { id: string; token: string },
    { id: string; token: string },
    { id: string; token: string },
    { id: string; token: string },
  ];
  await app.linkChild((await app.registerParent()).token, linked.token);
  app.advance(200 * DAY);
  assert.equal((await app.loginChild(visiting.id, undefined, { headers })).status, 200);
  const { token } = (await app.loginChild(learning.id)).body.data;
  await createLearningClient(app, { ...learning, token }).startAndComplete('first-sums');
  app.advance(165 * DAY - HOUR);
  await sweepExpiredRows(app.ctx);
  await app.assertRowChanges({}, () => eraseDueProfiles(app.ctx));
  app.advance(HOUR);
  await Promise.all([eraseDueProfiles(app.ctx), eraseDueProfiles(app.ctx)]);
  const profiles = await app.ctx.db.selectFrom('profiles').select('id').where('role', '=', 'child').execute();
  assert.deepEqual(profiles.map(({ id }) => id).sort(), [linked, visiting, learning].map(({ id }) => id).sort());
  assert.equal((await app.loginChild(gone.id)).status, 404);
  assert.equal(await app.countRows('deletions'), 0);
});
