import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { eraseDueProfiles } from '../../../src/features/data-rights/index.ts';
import { fetchLatestEmail } from '../../support/family/guardians.ts';
import { assertError, assertErrorReason, START_TIME, testWithApp } from '../../support/test-app.ts';

testWithApp('a child without a guardian deletes its profile with its PIN, and keeps it by signing in', async (app) => {
  const child = await app.registerChild();
  const deleteMe = (token: string, body: object) => app.call('DELETE', '/app/users/me', { token, body });
  await app.assertRowChanges({ wrong_pins: 1 }, async () => {
    assertError(await deleteMe(child.token, {}), 400, 'VALIDATION_ERROR', ['pin']);
    assertError(await deleteMe(child.token, { pin: '9999' }), 401, 'INVALID_PIN');
  });
  const response = await deleteMe(child.token, { pin: '1234' });
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(response.body.data, { due_at: START_TIME.replace('20T', '27T') });
  assertError(await app.call('GET', '/app/users/me', { token: child.token }), 401, 'UNAUTHORIZED');
  const { token } = (await app.loginChild(child.id)).body.data;
  assert.equal(await app.countRows('deletions'), 0);

  assert.equal((await deleteMe(token, { pin: '1234' })).status, 200);
  app.advance(7 * DAY);
  await eraseDueProfiles(app.ctx);
  assertError(await app.loginChild(child.id), 404, 'NOT_FOUND');
});

testWithApp(
  'a child with a guardian cannot delete its profile, and its parent deletes an account with a code',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const deleteMe = (token: string, body: object) => app.call('DELETE', '/app/users/me', { token, body });
    await app.assertRowChanges({ counters: 1 }, async () => {
      assertErrorReason(await deleteMe(child.token, { pin: '1234' }), 403, 'FORBIDDEN', 'has_guardian');
      assertError(await deleteMe(parent.token, { pin: '1234' }), 400, 'VALIDATION_ERROR', ['code']);
      assertError(await deleteMe(parent.token, { code: '000000' }), 400, 'INVALID_CODE');
    });
    await app.call('POST', '/app/auth/login/parent', { body: { email: parent.email } });
    const code = await app.fetchEmailedCode(parent.email);
    const responses = await Promise.all([1, 2].map(() => deleteMe(parent.token, { code })));
    assert.deepEqual(
      responses.map(({ status }) => status).filter((status) => status === 200),
      [200],
      'a code works once',
    );
    assert.ok(await fetchLatestEmail(app, parent.email, /Your account will be deleted/));
    for (const { token } of [child, parent])
      assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    app.advance(7 * DAY);
    await eraseDueProfiles(app.ctx);
    assert.equal(await app.countRows('profiles'), 0, 'the child has no other guardian');
  },
);
