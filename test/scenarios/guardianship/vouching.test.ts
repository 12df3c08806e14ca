import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import {
  inviteGuardian,
  resetPin,
  sendVouchedLinks,
  vouchForAddress,
} from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import {
  addGuardian,
  fetchEmailedLink,
  fetchLatestEmail,
  leaveAtOnce,
  registerFamilyWithPanelSession,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const NEW_ADDRESS = 'mum-again@example.org';
const VOUCHING = /asks for a new email address/;

/** Registers a child whose parents have been its guardians for a week, so that the father can vouch for the mother. */
async function registerParents(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  const { parent: dad } = await addGuardian(app, family);
  app.advance(7 * DAY);
  const [mumsCaller, dadsCaller] = [await signIn(app, family.parent.email), await signIn(app, dad.email)];
  const vouch = (email = NEW_ADDRESS) =>
    vouchForAddress(app.ctx, dadsCaller, family.child.id, { guardianId: mumsCaller.profileId, email });
  return { child: family.child, mum: family.parent, mumsCaller, dad, dadsCaller, vouch };
}

/** Signs a parent in with an emailed code, which proves that the mailbox is not lost. */
async function signIn(app: TestApp, email: string) {
  return signInToPanel(app, (await app.registerParent(email)).token);
}

async function fetchLink(app: TestApp, email: string, subject: RegExp): Promise<string> {
  const text = (await fetchLatestEmail(app, email, subject))?.text ?? '';
  return /\/address-changes\/[\w-]+/.exec(text)?.[0] ?? assert.fail(`no link: ${text}`);
}

testWithApp('a guardian vouches for another, whose new address gets a link after 72 hours', async (app) => {
  const { child, mum, mumsCaller, dad, dadsCaller } = await registerParents(app);
  const sibling = await app.registerChild();
  await app.linkChild((await app.registerParent(mum.email)).token, sibling.token);
  const { parent: aunt } = await addGuardian(app, { child: sibling, caller: mumsCaller });
  const browser = createFormBrowser(app, dadsCaller.cookie, null);
  const settings = `/panel/children/${child.id}/settings`;
  const form = `/panel/children/${child.id}/vouch`;
  assert.match((await browser.open(settings)).text, /lost their mailbox\?/);
  const fields = { guardian: mumsCaller.profileId, email: NEW_ADDRESS };
  assert.match((await browser.submit(form, { ...fields, email: dad.email })).text, /id="email-error">/);
  assertRedirect(await browser.submit(form, fields), `${settings}?done=vouched`);
  assert.match((await browser.submit(form, fields)).text, /already under way/);
  assert.match((await browser.open(settings)).text, /New address for [\s\S]*vouches for mum-again@example\.org/);
  const mumsBrowser = createFormBrowser(app, mumsCaller.cookie, null);
  assert.match((await mumsBrowser.open('/panel/account')).text, /says that you’ve lost your mailbox/);
  assert.match((await mumsBrowser.open('/panel')).text, /says that you’ve lost your mailbox[\s\S]*address\/cancel/);
  assert.match((await browser.open('/panel')).text, /vouches for mum-again@example\.org[\s\S]*\/vouch\/stop/);
  const auntsBrowser = createFormBrowser(app, (await signInToPanel(app, aunt.token)).cookie, null);
  assert.match((await auntsBrowser.open('/panel')).text, /vouches for mum-again@example\.org[\s\S]*\/vouch\/stop/);
  for (const { email } of [dad, aunt]) await fetchLink(app, email, VOUCHING);
  assert.match((await fetchLatestEmail(app, mum.email, VOUCHING))?.text ?? '', /you’ve lost this mailbox/);

  app.advance(72 * HOUR - 1);
  await sendVouchedLinks(app.ctx);
  assert.equal((await app.fetchEmailsTo(NEW_ADDRESS)).length, 0);
  app.advance(1);
  await Promise.all([sendVouchedLinks(app.ctx), sendVouchedLinks(app.ctx)]);
  assert.equal((await app.fetchEmailsTo(NEW_ADDRESS)).length, 1);
  const link = await fetchLink(app, NEW_ADDRESS, /Use this address/);
  const visitor = createFormBrowser(app, '');
  await app.assertRowChanges({}, async () => {
    assert.match((await visitor.open(link)).text, /will then have the address mum-again@example\.org/);
  });
  const results = await Promise.all([1, 2].map(() => visitor.submit(link)));
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, 404]);
  assert.equal((await mumsBrowser.open('/panel')).status, 303, 'signed out');

  const mumsNewCaller = await signIn(app, NEW_ADDRESS);
  assert.equal(mumsNewCaller.profileId, mumsCaller.profileId);
  await assertFailsWith(inviteGuardian(app.ctx, mumsNewCaller, sibling.id, 'accomplice@example.org'), 'CONFLICT');
  await assertFailsWith(resetPin(app.ctx, mumsNewCaller, sibling.id, '8675'), 'CONFLICT');
  await app.loginChild(sibling.id, '1234', { device: 'a-tablet-that-nobody-has-seen' });
  const alert = (await fetchLatestEmail(app, NEW_ADDRESS, /signed in on a new device/))?.text ?? '';
  const report = /\/sign-ins\/[\w-]+/.exec(alert)?.[0] ?? assert.fail(`no link: ${alert}`);
  assert.equal((await visitor.submit(`${report}/pin`, { pin: '8675' })).status, 409, 'no new PIN by the emailed link');
  app.advance(7 * DAY - 1);
  assert.match(
    (await visitor.open(await fetchLink(app, mum.email, /has a new email address/))).text,
    /Undo the change/,
  );
  app.advance(1);
  await resetPin(app.ctx, await signIn(app, NEW_ADDRESS), sibling.id, '8675');
});

testWithApp('everybody concerned stops a vouching, and so does a code from the mailbox', async (app) => {
  const { child, mum, mumsCaller, dad, dadsCaller, vouch } = await registerParents(app);
  const visitor = createFormBrowser(app, '');
  const isPending = async () => (await app.countRows('address_changes')) === 1;

  await vouch();
  const link = await fetchLink(app, mum.email, VOUCHING);
  assert.equal(link, await fetchLink(app, dad.email, VOUCHING));
  assert.match((await visitor.open(link)).text, /Stop this change\?/);
  assert.match((await visitor.submit(link)).text, /The address stays as it is/);
  assert.equal((await visitor.submit(link)).status, 404);
  for (const email of [mum.email, dad.email]) assert.ok(await fetchLatestEmail(app, email, /address stays as it is/));
  assert.equal(await isPending(), false);

  await vouch();
  await createFormBrowser(app, mumsCaller.cookie, null).submit('/panel/account/address/cancel');
  assert.equal(await isPending(), false);

  await vouch();
  const browser = createFormBrowser(app, dadsCaller.cookie, null);
  const fields = { guardian: mumsCaller.profileId };
  assertRedirect(
    await browser.submit(`/panel/children/${child.id}/vouch/stop`, fields),
    `/panel/children/${child.id}/settings?done=vouching-stopped`,
  );
  assert.equal(await isPending(), false);
  await assertFailsWith(vouch(), 'RATE_LIMITED');
  const { parent: aunt } = await addGuardian(app, { child, caller: mumsCaller });
  app.advance(7 * DAY);
  await vouchForAddress(app.ctx, await signIn(app, aunt.email), child.id, {
    guardianId: mumsCaller.profileId,
    email: NEW_ADDRESS,
  });
  await signIn(app, mum.email);
  assert.equal(await isPending(), false);

  app.advance(30 * DAY);
  const again = await signIn(app, dad.email);
  const vouchAgain = () =>
    vouchForAddress(app.ctx, again, child.id, { guardianId: mumsCaller.profileId, email: NEW_ADDRESS });
  await vouchAgain();
  await signIn(app, mum.email);
  assert.equal(await isPending(), false, 'the mailbox is not lost');
  await vouchAgain();
  await app.call('POST', '/api/auth/send-email-code', { body: { email: mum.email } });
  await visitor.submit(await fetchEmailedLink(app, mum.email), { action: 'code' });
  assert.equal(await isPending(), false, 'nor after the link in an email');

  await vouchAgain();
  app.advance(72 * HOUR);
  await sendVouchedLinks(app.ctx);
  const links = [await fetchLink(app, dad.email, VOUCHING), await fetchLink(app, NEW_ADDRESS, /Use this address/)];
  const results = await Promise.all(links.map((path) => visitor.submit(path)));
  assert.equal(results.filter(({ status }) => status === 200).length, 1, 'an objection and a click at the same time');
  const made = await app.ctx.db.selectFrom('address_changes').select('changed_at').execute();
  assert.equal(made.length, results[1]?.status === 200 ? 1 : 0, 'no change without an undo');
});

testWithApp(
  'nobody vouches as a new guardian, for an address with an account, or after losing the child',
  async (app) => {
    const { child, mumsCaller, dad, dadsCaller, vouch } = await registerParents(app);
    const { caller: newcomer } = await addGuardian(app, { child, caller: mumsCaller });
    const voucher = { guardianId: mumsCaller.profileId, email: NEW_ADDRESS };
    await assertFailsWith(vouchForAddress(app.ctx, newcomer, child.id, voucher), 'CONFLICT');
    await assertFailsWith(
      vouchForAddress(app.ctx, dadsCaller, child.id, { ...voucher, guardianId: dadsCaller.profileId }),
      'NOT_FOUND',
    );
    const stranger = await app.registerParent();
    await vouch(stranger.email);
    app.advance(72 * HOUR);
    await sendVouchedLinks(app.ctx);
    assert.match(
      (await fetchLatestEmail(app, stranger.email, /already has an account/))?.text ?? '',
      /nothing has changed/,
    );
    assert.equal(await app.countRows('address_changes'), 0);

    const dadAgain = await signIn(app, dad.email);
    await vouchForAddress(app.ctx, dadAgain, child.id, voucher);
    const link = await fetchLink(app, dad.email, VOUCHING);
    await leaveAtOnce(app, dadAgain, child.id);
    assert.equal((await createFormBrowser(app, '').open(link)).status, 404);
    app.advance(72 * HOUR);
    await sendVouchedLinks(app.ctx);
    assert.equal((await app.fetchEmailsTo(NEW_ADDRESS)).length, 0);
    assert.equal(await app.countRows('address_changes'), 0);
  },
);
