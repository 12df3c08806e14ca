import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { carryOutDepartures, leaveChild } from '../../../src/features/guardianship/index.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import {
  addGuardian,
  confirmSession,
  fetchLatestEmail,
  listGuardianRanks,
  registerFamilyWithPanelSession,
} from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const LEAVING = /giving up access/;

async function fetchStayToken(app: TestApp, email: string): Promise<string> {
  const text = (await fetchLatestEmail(app, email, LEAVING))?.text ?? '';
  return /\/departures\/([\w.-]+)/.exec(text)?.[1] ?? assert.fail(`no link: ${text}`);
}

testWithApp('a guardian who leaves can stay for 72 hours, by the panel or one of two emails', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const { child, parent: mum, caller } = family;
  const { caller: dad } = await addGuardian(app, family);
  const browser = createFormBrowser(app, caller.cookie, null);
  const path = `/panel/children/${child.id}`;
  const countEmails = async () =>
    (await app.fetchEmailsTo(mum.email)).filter(({ subject }) => LEAVING.test(subject ?? '')).length;
  const leave = async () => {
    await confirmSession(app, caller);
    assert.match((await browser.open(`${path}/unlink?guardian=${caller.profileId}`)).text, /ends in 3 days/);
    const leaving = await browser.submit(`${path}/unlink`, { guardian: caller.profileId });
    assertRedirect(leaving, `${path}/settings?done=leaving`);
  };
  const assertBothGuardians = async () =>
    assert.deepEqual(await listGuardianRanks(app, child.id), [
      [1, caller.profileId],
      [2, dad.profileId],
    ]);
  await leave(); // dad, on mum's unlocked phone
  await leave(); // a second tap
  assert.equal(await countEmails(), 1);
  assert.match((await browser.open(`${path}/settings`)).text, /leaves at 23 Nov[\s\S]*>Stay</);
  assert.match((await browser.open('/panel')).text, /You’re leaving [^<]*23 Nov[\s\S]*\/stay"/);
  const dadsPage = (await createFormBrowser(app, dad.cookie, null).open(`${path}/settings`)).text;
  assert.match(dadsPage, /leaves at 23 Nov/);
  assert.doesNotMatch(dadsPage, />Stay</);
  app.advance(DAY / 2);
  await browser.open(path); // so that the session does not end
  app.advance(DAY / 2);
  assert.equal(await countEmails(), 2, 'whoever had the phone may have deleted the first one');
  const token = await fetchStayToken(app, mum.email);
  const visitor = createFormBrowser(app, '');
  await app.assertRowChanges({}, async () => {
    assert.match((await visitor.open(`/departures/${token}`)).text, /Stay a guardian of/);
  });
  const results = await Promise.all([1, 2].map(() => visitor.submit(`/departures/${token}`)));
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, 404]);

  await leave();
  assert.equal(await countEmails(), 3);
  assertRedirect(await browser.submit(`/panel/children/${child.id}/stay`), `${path}/settings?done=staying`);
  app.advance(72 * HOUR);
  await carryOutDepartures(app.ctx);
  await assertBothGuardians();
  assert.equal(await countEmails(), 3, 'no reminder after staying');
  assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200, 'still signed in');
});

testWithApp('a guardian is gone after 72 hours, once, unless the guardian stays at that moment', async (app) => {
  for (const stays of [false, true]) {
    const family = await registerFamilyWithPanelSession(app);
    const { child, parent: mum, caller } = family;
    const { parent: dad, caller: dadCaller } = await addGuardian(app, family);
    await leaveChild(app.ctx, caller, child.id);
    const token = await fetchStayToken(app, mum.email);
    app.advance(72 * HOUR - 1);
    await carryOutDepartures(app.ctx);
    assert.equal((await listGuardianRanks(app, child.id)).length, 2);
    app.advance(1);
    const [stay] = await Promise.all([
      stays ? createFormBrowser(app, '').submit(`/departures/${token}`) : undefined,
      carryOutDepartures(app.ctx),
      carryOutDepartures(app.ctx),
    ]);
    if (stay?.status === 200) {
      assert.equal((await listGuardianRanks(app, child.id)).length, 2);
      continue;
    }
    assert.deepEqual(await listGuardianRanks(app, child.id), [[1, dadCaller.profileId]]);
    for (const { email } of [mum, dad]) {
      const emails = (await app.fetchEmailsTo(email)).filter(({ subject }) => /has been removed/.test(subject ?? ''));
      assert.equal(emails.length, 1, email);
    }
    assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 401);
    assert.equal((await createFormBrowser(app, '').open(`/departures/${token}`)).status, 404);
  }
});
