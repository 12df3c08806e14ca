import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { createRecoveryCodes } from '../../../src/features/access/index.ts';
import { findParentByEmail, listChildren, setEmail } from '../../../src/features/accounts/index.ts';
import {
  changeParentEmail,
  followAddressLink,
  inviteGuardian,
  leaveChild,
  resetPin,
} from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { addTestPasskey } from '../../support/family/authenticator.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession, signInToPanel } from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const PATH = '/panel/account/address';

/** Opens the panel of a new family in the browser in which its parent has signed in. */
async function openFamily(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  return { ...family, browser: createFormBrowser(app, family.caller.cookie, null) };
}

type Browser = ReturnType<typeof createFormBrowser>;

/** Changes the address from `from` to `to`. Returns the token of the link that undoes it. */
async function changeAddress(app: TestApp, browser: Browser, from: string, to: string): Promise<string> {
  assertRedirect(await browser.submit(PATH, { email: to }), PATH);
  const codes = { old_code: await app.fetchEmailedCode(from), new_code: await app.fetchEmailedCode(to) };
  assertRedirect(await browser.submit('/panel/account/address/codes', codes), '/panel/account?done=address');
  return fetchUndoToken(app, from);
}

async function fetchUndoToken(app: TestApp, email: string): Promise<string> {
  const text = (await fetchLatestEmail(app, email, /has a new email address/))?.text ?? '';
  return /\/address-changes\/([\w-]+)/.exec(text)?.[1] ?? assert.fail(`no link: ${text}`);
}

async function findEmail(app: TestApp, id: string) {
  const profiles = app.ctx.db.selectFrom('profiles').select('email').where('id', '=', id);
  return (await profiles.executeTakeFirst())?.email;
}

testWithApp('a parent changes the address with a code from each mailbox, which count one by one', async (app) => {
  const { parent, caller, browser } = await openFamily(app);
  const phone = await app.registerParent(parent.email); // another sign-in of the same parent
  const other = await registerFamilyWithPanelSession(app);
  await inviteGuardian(app.ctx, other.caller, other.child.id, parent.email);
  const [from, to] = [parent.email, 'new-mailbox@example.org'];
  for (const [email, error] of [
    ['no address', /This isn’t a valid email address/],
    [from.toUpperCase(), /already the address of your account/],
  ] as const)
    assert.match((await browser.submit(PATH, { email })).text, error);
  await app.assertRowChanges({ address_changes: 1, codes: 2, outbox: 2, counters: 7 }, () =>
    browser.submit(PATH, { email: to }),
  );
  assert.match((await browser.open('/panel/account')).text, /Waiting for the codes for new-mailbox@example\.org/);
  const wrong = await browser.submit('/panel/account/address/codes', {
    old_code: await app.fetchEmailedCode(from),
    new_code: '000000',
  });
  assert.match(wrong.text, /id="new_code-error"/);
  assert.match(wrong.text, /The code sent to parent-\w+@example\.org was right/);
  assert.equal(await findEmail(app, caller.profileId), from);
  const code = { new_code: await app.fetchEmailedCode(to) };
  await app.assertRowChanges({ invitations: -1, codes: -5, outbox: 2, counters: 2 }, async () =>
    assertRedirect(await browser.submit('/panel/account/address/codes', code), '/panel/account?done=address'),
  );
  assert.equal(await findEmail(app, caller.profileId), to);

  assert.equal((await browser.open('/panel')).status, 200, 'still signed in here');
  assert.equal((await app.call('GET', '/app/users/me', { token: phone.token })).status, 401);
  assert.ok(await fetchLatestEmail(app, to, /now uses this email address/));
  assert.match((await fetchLatestEmail(app, from, /new email address/))?.text ?? '', /to n\S*@example\.org\b/);
  assert.equal((await app.registerParent(to)).isNew, false);
  assert.equal((await browser.submit('/panel/account/address/codes', code)).status, 409, 'a second tap');
});

testWithApp('the address of another account is not changed, and nobody learns that it has one', async (app) => {
  const { parent, caller, browser } = await openFamily(app);
  const stranger = await app.registerParent();
  const codesBefore = (await app.fetchEmailsTo(stranger.email)).length;
  assertRedirect(await browser.submit(PATH, { email: stranger.email }), PATH);
  const [page, otherPage] = [await browser.open(PATH), await openPageFor(app, 'free@example.org')];
  const mask = (text: string) => text.replace(/[\w-]+@example\.org|value="[^"]*"/g, '');
  assert.equal(mask(page.text), mask(otherPage.text));
  const [notice, ...others] = (await app.fetchEmailsTo(stranger.email)).slice(codesBefore);
  assert.deepEqual(others, []);
  assert.match(notice?.text ?? '', /already has an account/);
  assert.doesNotMatch(notice?.text ?? '', /\d{6}|login\/link/);
  await browser.submit('/panel/account/address/codes', {
    old_code: await app.fetchEmailedCode(parent.email),
    new_code: '123456',
  });
  assert.equal(await findEmail(app, caller.profileId), parent.email);

  await app.assertRowChanges({ address_changes: -1 }, () => browser.submit('/panel/account/address/cancel'));
  app.advance(2 * HOUR);
  assertRedirect(await browser.open(PATH), '/panel/confirm?next=%2Fpanel%2Faccount%2Faddress');
});

async function openPageFor(app: TestApp, email: string) {
  const { browser } = await openFamily(app);
  await browser.submit(PATH, { email });
  return browser.open(PATH);
}

testWithApp('the old address undoes a change within seven days, once, without signing in', async (app) => {
  const { parent, caller, child, browser } = await openFamily(app);
  const [first, second, third] = [parent.email, 'thief@example.org', 'thief-again@example.org'];
  const token = await changeAddress(app, browser, first, second);
  const laterToken = await changeAddress(app, browser, second, third);
  await addTestPasskey(app, caller);
  const thief = await app.registerParent(third);
  const thiefCaller = await signInToPanel(app, thief.token);
  await inviteGuardian(app.ctx, thiefCaller, child.id, 'accomplice@example.org');
  await leaveChild(app.ctx, thiefCaller, child.id);
  const victim = await app.registerParent(first); // the app answers the old address with a new account
  assert.equal(victim.isNew, true);

  const visitor = createFormBrowser(app, '');
  assert.equal((await visitor.submitWithoutToken(`/address-changes/${token}`)).status, 403);
  await app.assertRowChanges({}, async () => {
    assert.match((await visitor.open(`/address-changes/${token}`)).text, /Undo the change/);
  });
  app.advance(6 * DAY);
  const results = await Promise.all([1, 2, 3].map(() => visitor.submit(`/address-changes/${token}`)));
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, 404, 404]);
  assert.equal(await findEmail(app, caller.profileId), first);
  assert.equal((await browser.open('/panel')).status, 303, 'signed out');
  assert.equal((await app.call('GET', '/app/users/me', { token: thief.token })).status, 401);
  assert.equal(await app.countRows('invitations'), 0);
  assert.equal(await app.countRows('passkeys'), 0);
  assert.equal(
    (await listChildren(app.ctx, caller.profileId))[0]?.leaves_at,
    null,
    'the thief does not leave the child',
  );
  assert.equal(await app.countRows('deletions'), 1, 'the accidental account will be deleted');
  assert.ok(await fetchLatestEmail(app, third, /was undone/));
  await assertFailsWith(followAddressLink(app.ctx, laterToken), 'NOT_FOUND');
  assert.equal((await app.registerParent(first)).isNew, false);
});

testWithApp('the email with which the old address undoes a change can wait as long as the undo', async (app) => {
  const { parent, caller, browser } = await openFamily(app);
  const to = 'thief@example.org';
  await browser.submit(PATH, { email: to });
  const codes = { old_code: await app.fetchEmailedCode(parent.email), new_code: await app.fetchEmailedCode(to) };
  await browser.submit('/panel/account/address/codes', codes);
  app.advance(7 * DAY - HOUR); // the mail server of the old address does not respond
  const token = await fetchUndoToken(app, parent.email);
  assert.equal((await createFormBrowser(app, '').submit(`/address-changes/${token}`)).status, 200);
  assert.equal(await findEmail(app, caller.profileId), parent.email);
});

testWithApp(
  'a parent who has changed the address back keeps the account when the first change is undone',
  async (app) => {
    const { parent, caller, browser } = await openFamily(app);
    const token = await changeAddress(app, browser, parent.email, 'for-a-day@example.org');
    await changeAddress(app, browser, 'for-a-day@example.org', parent.email);
    assert.equal((await createFormBrowser(app, '').submit(`/address-changes/${token}`)).status, 200);
    assert.equal(await findEmail(app, caller.profileId), parent.email);
    assert.equal(await app.countRows('deletions'), 0);
  },
);

testWithApp('a decoy account with a child at the old address does not prevent the undo', async (app) => {
  const { parent, caller, browser } = await openFamily(app);
  const token = await changeAddress(app, browser, parent.email, 'thief@example.org');
  const decoy = await openDecoy(app, parent.email);
  await addTestPasskey(app, decoy.caller);
  const visitor = createFormBrowser(app, '');
  const results = await Promise.all([1, 2].map(() => visitor.submit(`/address-changes/${token}`)));
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, 404]);
  assert.equal(await findEmail(app, caller.profileId), parent.email);
  assert.equal(await findEmail(app, decoy.caller.profileId), null);
  assert.equal((await decoy.browser.open('/panel')).status, 303, 'signed out');
  assert.equal(await app.countRows('passkeys'), 0);
  assert.equal(await app.countRows('deletions'), 0, 'the account with a child stays');
  assert.equal((await app.ctx.db.selectFrom('guardians').select('rank').execute()).length, 2);
  assert.match(
    (await fetchLatestEmail(app, parent.email, /was undone/))?.text ?? '',
    /Another account had this address/,
  );
  assert.equal((await app.registerParent(parent.email)).isNew, false);
});

testWithApp('of accounts that undo changes from one address, the one that had it first keeps it', async (app) => {
  for (const [n, order] of ['decoy first', 'victim first', 'at once'].entries()) {
    const { parent, caller, browser } = await openFamily(app);
    const token = await changeAddress(app, browser, parent.email, `thief@${n}.example.org`);
    const decoy = await openDecoy(app, parent.email);
    app.advance(1);
    const decoyToken = await changeAddress(app, decoy.browser, parent.email, `thief-again@${n}.example.org`);
    const undo = (path: string) => createFormBrowser(app, '').submit(`/address-changes/${path}`);
    const undoAsDecoy = async () => assert.ok([200, 409].includes((await undo(decoyToken)).status));
    const undoAsVictim = async () => assert.equal((await undo(token)).status, 200);
    if (order === 'decoy first') await undoAsDecoy();
    await Promise.all([undoAsVictim(), ...(order === 'at once' ? [undoAsDecoy()] : [])]);
    if (order === 'victim first') await undoAsDecoy();
    assert.equal(await findEmail(app, caller.profileId), parent.email, order);
  }

  const { parent, caller, browser } = await openFamily(app);
  const token = await changeAddress(app, browser, parent.email, 'thief@example.org');
  const [undone] = await Promise.all([
    createFormBrowser(app, '').submit(`/address-changes/${token}`),
    app.registerParent(parent.email), // at the same moment
  ]);
  assert.equal(undone.status, 200);
  assert.equal(await findEmail(app, caller.profileId), parent.email);
});

/** Creates an account with a child at an address that another account has just given up. */
async function openDecoy(app: TestApp, email: string) {
  const decoy = await app.registerParent(email);
  assert.equal(decoy.isNew, true);
  await app.linkChild(decoy.token, (await app.registerChild()).token);
  const caller = await signInToPanel(app, decoy.token);
  return { caller, browser: createFormBrowser(app, caller.cookie, null) };
}

testWithApp(
  'after an undo both sides wait for a week, and for a month if the new address objects',
  async (app) => {
    const visitor = createFormBrowser(app, '');
    const undo = async (to: string) => {
      const family = await openFamily(app);
      const token = await changeAddress(app, family.browser, family.parent.email, to);
      assert.match((await visitor.open(`/address-changes/${token}`)).text, /have to wait/);
      assert.equal((await visitor.submit(`/address-changes/${token}`)).status, 200);
      const setPin = async () => {
        const { token } = await app.registerParent(family.parent.email);
        await resetPin(app.ctx, await signInToPanel(app, token), family.child.id, '8675');
      };
      await assertFailsWith(setPin(), 'CONFLICT');
      const caller = await signInToPanel(app, (await app.registerParent(family.parent.email)).token);
      await assertFailsWith(createRecoveryCodes(app.ctx, caller), 'CONFLICT');
      await assertFailsWith(inviteGuardian(app.ctx, caller, family.child.id, 'accomplice@example.org'), 'CONFLICT');
      assert.equal(
        (await createFormBrowser(app, caller.cookie, null).submit(PATH, { email: 'x@example.org' })).status,
        409,
      );
      return { ...family, setPin };
    };
    const [calm, disputed] = [await undo('typo@example.org'), await undo('mum@example.org')];
    const text = (await fetchLatestEmail(app, 'mum@example.org', /was undone/))?.text ?? '';
    const link = /\/address-changes\/[\w-]+/.exec(text)?.[0] ?? assert.fail(`no link: ${text}`);
    await app.assertRowChanges({}, async () => {
      assert.match((await visitor.open(link)).text, /Object to the undo/);
    });
    const results = await Promise.all([1, 2].map(() => visitor.submit(link)));
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 404]);
    const [notice, ...others] = await app.fetchEmailsTo('operator@example.org');
    assert.deepEqual(others, []);
    for (const expected of [disputed.parent.email, 'mum@example.org', disputed.caller.profileId])
      assert.ok(notice?.text?.includes(expected), expected);
    assert.match((await fetchLatestEmail(app, disputed.parent.email, /objects/))?.text ?? '', /have to wait/);

    app.advance(7 * DAY);
    await calm.setPin();
    await assertFailsWith(disputed.setPin(), 'CONFLICT');
    app.advance(23 * DAY);
    await disputed.setPin();
  },
  { env: { OPERATOR_CONTACT: 'operator@example.org' } },
);

testWithApp('a second link of the old mailbox does not end the wait after an undo', async (app) => {
  const { parent, child, browser } = await openFamily(app);
  const [first, second] = [parent.email, 'second@example.org'];
  const token = await changeAddress(app, browser, first, second);
  await changeAddress(app, browser, second, first);
  app.advance(1);
  for (const link of [await changeAddress(app, browser, first, 'third@example.org'), token]) {
    await followAddressLink(app.ctx, link);
    const caller = await signInToPanel(app, (await app.registerParent(first)).token);
    await assertFailsWith(resetPin(app.ctx, caller, child.id, '8675'), 'CONFLICT');
  }
});

testWithApp('a change cannot be undone after seven days or after an operator, who also ends the wait', async (app) => {
  const { parent, caller, browser } = await openFamily(app);
  const token = await changeAddress(app, browser, parent.email, 'second@example.org');
  app.advance(7 * DAY);
  await assertFailsWith(followAddressLink(app.ctx, token), 'NOT_FOUND');
  assert.equal(await findEmail(app, caller.profileId), 'second@example.org');

  const next = await openFamily(app);
  const nextToken = await changeAddress(app, next.browser, next.parent.email, 'third@example.org');
  await changeAsOperator(app, next.caller.profileId, 'from-operator@example.org');
  await assertFailsWith(followAddressLink(app.ctx, nextToken), 'NOT_FOUND');

  const settled = await openFamily(app);
  await changeAddress(app, settled.browser, settled.parent.email, 'fifth@example.org');
  const decoy = await openDecoy(app, settled.parent.email);
  const decoyToken = await changeAddress(app, decoy.browser, settled.parent.email, 'sixth@example.org');
  await changeAsOperator(app, settled.caller.profileId, settled.parent.email);
  await assertFailsWith(followAddressLink(app.ctx, decoyToken), 'NOT_FOUND');
  assert.equal(await findEmail(app, settled.caller.profileId), settled.parent.email);

  const last = await openFamily(app);
  await followAddressLink(app.ctx, await changeAddress(app, last.browser, last.parent.email, 'fourth@example.org'));
  await changeAsOperator(app, last.caller.profileId, 'fourth@example.org');
  const { token: owner } = await app.registerParent('fourth@example.org');
  await resetPin(app.ctx, await signInToPanel(app, owner), last.child.id, '8675');
});

async function changeAsOperator(app: TestApp, id: string, email: string) {
  await app.ctx.write(async (ctx) => {
    const profile = await ctx.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await changeParentEmail(ctx, profile, email);
  });
}

testWithApp(
  'two parents who take the same new address at once are not both given it, and neither causes a server error',
  async (app) => {
    const families = [await openFamily(app), await openFamily(app)];
    const bothHaveChecked = Promise.withResolvers<void>();
    let checks = 0;
    const take = (id: string) =>
      app.ctx.write(async (ctx) => {
        if (await findParentByEmail(ctx, 'wanted@example.org')) return 'taken';
        if (++checks === 2) bothHaveChecked.resolve();
        await bothHaveChecked.promise;
        await setEmail(ctx, id, 'wanted@example.org');
        return 'changed';
      });
    assert.deepEqual((await Promise.all(families.map(({ caller }) => take(caller.profileId)))).sort(), [
      'changed',
      'taken',
    ]);
  },
  { only: 'postgres' }, // SQLite runs one write transaction at a time
);
