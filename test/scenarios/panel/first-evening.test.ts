import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { endParentSessions, findLastSignIn } from '../../../src/features/access/index.ts';
import { CONSENT_TEXT_VERSION } from '../../../src/features/accounts/index.ts';
import { planAccountDeletion } from '../../../src/features/data-rights/index.ts';
import { DIGIT_PICTURES } from '../../../src/panel/parts/forms/pin-pictures.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { fetchInvitationToken, readTabletCode, signInToPanel } from '../../support/family/guardians.ts';
import { assertError, describeWithApp, type TestApp } from '../../support/test-app.ts';

const TABLET = { device: 'the-tablet-of-the-family' };
const LILY = { display_name: 'Lily', birth_year: '2021', pin: '7305', language: 'en', look: 'fox' };
const LEO = { display_name: 'Leo', birth_year: '2017', pin: '8462', language: 'pl', look: 'willow' };

/** A new parent in a browser, who has agreed to what is stored. */
async function createParent(app: TestApp) {
  const { token } = await app.registerParent();
  const caller = await signInToPanel(app, token);
  const browser = createFormBrowser(app, caller.cookie);
  await browser.submit('/panel/consent', { agree: 'on' });
  const listChildren = () =>
    app.ctx.db
      .selectFrom('guardians')
      .innerJoin('profiles', 'profiles.id', 'child_id')
      .select(['id', 'display_name', 'language', 'birth_year', 'named_at'])
      .where('parent_id', '=', caller.profileId)
      .orderBy('created_at')
      .orderBy('display_name', 'desc')
      .execute();
  const openFragment = async (path: string) => {
    const headers = { 'hx-request': 'true', 'hx-request-type': 'partial' };
    return app.call('GET', path, { cookie: caller.cookie, headers });
  };
  return { token, caller, browser, listChildren, openFragment };
}

const connect = (app: TestApp, code: string, request: object = TABLET) =>
  app.call('POST', '/app/auth/tablet', { body: { code }, ...request });

describeWithApp('The first evening', (app) => {
  it('shows times in the time zone of the browser in which the child was made, until the child is active', async () => {
    const { browser, caller, listChildren } = await createParent(app);
    const children = [
      { ...LILY, time_zone: 'Pacific/Kiritimati' },
      { ...LEO, time_zone: 'nowhere' },
    ];
    for (const child of children) assertRedirect(await browser.submit('/panel/children', child), '/panel/tablet');
    const zones = (await app.ctx.db.selectFrom('totals').select(['profile_id', 'zone']).execute()).filter(
      ({ zone }) => zone,
    );
    const [lily, leo] = await listChildren();
    assert.deepEqual(
      zones.filter(({ profile_id }) => [lily?.id, leo?.id].includes(profile_id)),
      [{ profile_id: lily?.id, zone: 'Pacific/Kiritimati' }],
    );
    const timeOf = (text: string) => /last seen[^<]*|since \d[^<]*/.exec(text)?.[0] ?? '';
    const local = new Date(app.ctx.now()).toLocaleTimeString('en-GB', {
      timeZone: 'Pacific/Kiritimati',
      timeStyle: 'short',
    });
    assert.match(timeOf((await browser.open('/panel/account')).text), new RegExp(local));
    const { body } = await app.call('GET', '/api/children', { cookie: caller.cookie });
    assert.deepEqual(body.data.map((child: { time_zone: string }) => child.time_zone).sort(), [
      'Pacific/Kiritimati',
      'UTC',
    ]);
  });

  it('asks for the name, the consent and the children in turn, and goes on where the parent left', async () => {
    const { token } = await app.registerParent();
    const { cookie, profileId } = await signInToPanel(app, token);
    const browser = createFormBrowser(app, cookie);
    const findHeading = async (path = '/panel') => /<h1>([^<]*)</.exec((await browser.open(path)).text)?.[1];
    assert.equal(await findHeading(), 'What do your children call you?');
    assert.equal((await browser.submit('/panel/name', { display_name: ' ' })).status, 400);
    assertRedirect(await browser.submit('/panel/name', { display_name: 'Mum', look: 'willow' }), '/panel');
    const me = await app.call('GET', '/app/users/me', { token });
    assert.equal(me.body.data.display_name, 'Mum');
    assert.match((await browser.open('/panel/name')).text, /value="willow" checked/);

    assert.equal(await findHeading(), 'May we store what your children do here?');
    for (const path of ['/panel/children', '/panel/add-child'])
      await app.assertRowChanges({}, async () => assertRedirect(await browser.submit(path, LILY), '/panel/consent'));
    const refused = await browser.submit('/panel/consent');
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Please tick the box/);
    const readConsent = () =>
      app.ctx.db
        .selectFrom('privacy_readings')
        .select(['consent_version', 'consented_at', 'read_at'])
        .where('profile_id', '=', profileId)
        .executeTakeFirst();
    assert.equal(await readConsent(), undefined);
    const at = app.ctx.now();
    assertRedirect(await browser.submit('/panel/consent', { agree: 'on' }), '/panel/add-child');
    const consent = { consent_version: CONSENT_TEXT_VERSION, consented_at: at, read_at: at };
    assert.deepEqual(await readConsent(), consent);
    app.advance(1);
    await browser.submit('/panel/consent', { agree: 'on' });
    assert.deepEqual(await readConsent(), consent, 'a second tap changes nothing');
    assert.equal(await findHeading(), 'Add a child');

    await app.ctx.write(({ db }) =>
      db
        .updateTable('privacy_readings')
        .set({ consent_version: '2026-01' })
        .where('profile_id', '=', profileId)
        .execute(),
    );
    assertRedirect(await browser.open('/panel/add-child'), '/panel/consent');
  });

  it('makes a child with its guardian, its consent and its PIN at once, and once for two taps', async () => {
    const { token, browser, listChildren } = await createParent(app);
    const rows = { profiles: 1, pins: 1, guardians: 1, consents: 1, codes: 1 };
    await app.assertRowChanges(rows, async () => {
      const responses = await Promise.all(Array.from({ length: 5 }, () => browser.submit('/panel/children', LEO)));
      for (const response of responses) assertRedirect(response, '/panel/tablet');
    });
    const [leo] = await listChildren();
    assert.ok(leo);
    assert.deepEqual([leo.display_name, leo.language, leo.birth_year], ['Leo', 'pl', 2017]);
    assert.equal((await app.loginChild(leo.id, LEO.pin)).status, 200);
    assert.equal(
      (await browser.open(`/panel/children/${leo.id}/export.zip`)).status,
      200,
      'nobody has to wait 72 hours',
    );
    const another = await signInToPanel(app, (await app.registerParent()).token);
    assert.equal((await createFormBrowser(app, another.cookie).open(`/panel/children/${leo.id}`)).status, 404);
    assert.equal((await app.call('GET', '/app/auth/new-links', { ...TABLET, token })).body.data.length, 0);
  });

  it('shows a refused form again, with what was entered and without the PIN', async () => {
    const { caller, browser, listChildren } = await createParent(app);
    await app.assertRowChanges({}, async () => {
      for (const [field, value, error] of [
        ['pin', '1234', /This PIN is easy to guess\. Choose another one/],
        ['pin', LILY.birth_year, /This PIN is easy to guess\. Choose another one/],
        ['pin', '73051', /A PIN has exactly 4 digits/],
        ['pin', '', /A PIN has exactly 4 digits/],
        ['display_name', '', /A name has 1 to 40 characters/],
        ['display_name', 'x'.repeat(41), /A name has 1 to 40 characters/],
        ['birth_year', '2100', /A birth year has four digits/],
        ['birth_year', '1985', /birth-year-error">This birth year belongs to an adult/],
        ['birth_year', '', /A birth year has four digits/],
        ['birth_year', '1e3', /A birth year has four digits/],
        ['language', 'no language', /Must be a language tag/],
      ] as const) {
        const { status, text } = await browser.submit('/panel/children', { ...LILY, [field]: value });
        assert.equal(status, 400, `${field} ${value}`);
        assert.match(text, error);
        if (field !== 'display_name') assert.match(text, /value="Lily"/);
        assert.doesNotMatch(text, /7305/);
      }
      assertRedirect(await browser.open('/panel/children'), '/panel/add-child');
    });
    await planAccountDeletion(app.ctx, caller);
    assert.equal((await browser.submit('/panel/children', LILY)).status, 409);
    assert.deepEqual(await listChildren(), []);
  });

  it('brings the children to a tablet with an address that a reload shows again', async () => {
    const { caller, browser, listChildren, openFragment } = await createParent(app);
    assertRedirect(await browser.open('/panel/tablet'), '/panel');
    await browser.submit('/panel/children', LILY);
    app.advance(1);
    await browser.submit('/panel/children', LEO);
    const code = await readTabletCode(browser);
    await app.assertRowChanges({}, async () => assert.equal(await readTabletCode(browser), code));
    assertRedirect(await app.call('GET', `/t/${code}`), `/play/join/${code}`);
    await app.assertRowChanges({ counters: 2 }, async () => {
      const preview = await app.call('POST', '/app/auth/tablet', { body: { code, preview: true }, ...TABLET });
      assert.equal(preview.status, 200);
      assert.ok(preview.body.data.children.length > 0);
    });
    const [poll = ''] = /\/panel\/tablet\?until=[^"]*seen=0/.exec((await browser.open('/panel/tablet')).text) ?? [];
    assert.equal((await openFragment(poll.replace('&amp;', '&'))).status, 204, 'nothing has changed');

    const [lily, leo] = await listChildren();
    assert.ok(lily && leo);
    const connected = await app.assertRowChanges({ saved_profiles: 2, counters: 2 }, () =>
      connect(app, code.toLowerCase()),
    );
    assert.deepEqual(
      connected.body.data.children.map((child: Record<string, unknown>) => [
        child.id,
        child.display_name,
        child.uses_pictures,
      ]),
      [
        [lily.id, 'Lily', true],
        [leo.id, 'Leo', false],
      ],
    );
    const fragment = await openFragment(poll.replace('&amp;', '&'));
    assert.match(fragment.text, /Lily is connected[\s\S]*Leo is connected/);
    assert.doesNotMatch(fragment.text, /hx-get|<html/);
    const profiles = await app.call('GET', '/app/auth/profiles', TABLET);
    assert.deepEqual(profiles.body.data.map(({ display_name }: { display_name: string }) => display_name).sort(), [
      'Leo',
      'Lily',
    ]);
    await connect(app, code);
    assert.equal((await connect(app, code, { device: 'the-second-tablet-of-the-family' })).status, 200);

    const emailCount = (await app.fetchEmailsTo(caller.email)).length;
    assert.equal((await app.loginChild(lily.id, LILY.pin, TABLET)).status, 200);
    assert.equal((await app.fetchEmailsTo(caller.email)).length, emailCount, 'no alarm about the tablet');
    await app.loginChild(lily.id, LILY.pin, { device: 'the-phone-of-somebody-else' });
    assert.equal((await app.fetchEmailsTo(caller.email)).length, emailCount + 1);
    assert.ok(await findLastSignIn(app.ctx, leo.id));

    app.advance(2 * HOUR - 2);
    assert.equal((await connect(app, code)).status, 200);
    app.advance(1);
    assertError(await connect(app, code), 400, 'INVALID_CODE');
    assert.match((await browser.open('/panel/tablet')).text, /The address has expired/);
  });

  it('replaces an address after its time, and ends it when the parent signs out everywhere', async () => {
    const { caller, browser } = await createParent(app);
    await browser.submit('/panel/children', LEO);
    const code = await readTabletCode(browser);
    await browser.submit('/panel/tablet');
    assert.equal(await readTabletCode(browser), code);
    app.advance(2 * HOUR - 4 * MINUTE);
    await browser.open('/panel');
    const later = await signInToPanel(app, (await app.registerParent(caller.email)).token);
    const laterBrowser = createFormBrowser(app, later.cookie);
    assertRedirect(await laterBrowser.submit('/panel/tablet'), '/panel/tablet');
    const newCode = await readTabletCode(laterBrowser);
    assert.notEqual(newCode, code);
    await app.ctx.write((ctx) => endParentSessions(ctx, caller.profileId));
    for (const ended of [code, newCode]) assertError(await connect(app, ended), 400, 'INVALID_CODE');
  });

  it('refuses wrong codes and, after thirty on one device or 600 from one place, all codes', async () => {
    const { browser } = await createParent(app);
    await browser.submit('/panel/children', LEO);
    const code = await readTabletCode(browser);
    const { token } = await app.registerParent();
    const linkingCode = await app.generateLinkingCode(token);
    assertError(await app.call('POST', '/app/auth/tablet', { body: { code } }), 400, 'VALIDATION_ERROR', ['Device-Id']);
    const from = '10.9.8.7';
    const guesser = { device: 'a-tablet-on-which-somebody-guesses', from };
    for (let i = 0; i < 30; i += 1)
      assertError(await connect(app, i % 2 === 0 ? linkingCode : 'WRXNGCXD', guesser), 400, 'INVALID_CODE');
    assertError(await connect(app, code, guesser), 429, 'RATE_LIMITED');
    const connectNext = (device: string) => connect(app, code, { device, from });
    assert.equal((await connectNext('a-tablet-on-which-nobody-guessed')).status, 200, 'another device has its own');
    const setCount = (name: string, count: number) =>
      app.ctx.write(({ db }) =>
        db.updateTable('counters').set({ count }).where('bucket', 'like', `${name}: %`).execute(),
      );
    await setCount('tablet codes', 600);
    assertError(await connectNext('another-invented-device'), 429, 'RATE_LIMITED');
    await setCount('tablet codes', 599);
    assert.equal((await connectNext('another-invented-device')).status, 200);
    await setCount('tablet codes', 600);
    assert.equal(
      (await connect(app, code, { device: 'x', from: '10.9.8.8' })).status,
      200,
      'another place has its own',
    );
    assertError(await app.redeemLinkingCode((await app.registerChild()).token, code), 400, 'INVALID_CODE');
  });

  it('buys no tries at PINs with a code that somebody photographed', async () => {
    const { browser, listChildren } = await createParent(app);
    await browser.submit('/panel/children', LEO);
    const [leo] = await listChildren();
    const code = await readTabletCode(browser);
    const from = '10.7.7.7';
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const device = `the-device-number-${i}-of-a-stranger`;
      assert.equal((await connect(app, code, { device, from })).status, 200);
      statuses.push((await app.loginChild(leo?.id ?? '', '0000', { device, from })).status);
    }
    assert.equal(statuses.filter((status) => status === 401).length, 5, 'the tries of all unknown devices together');
    assert.equal(statuses.filter((status) => status === 429).length, 15);
    assertError(await connect(app, code, { device: 'the-device-number-21-of-a-stranger', from }), 429, 'RATE_LIMITED');
    app.advance(DAY);
    assert.equal((await app.loginChild(leo?.id ?? '', LEO.pin, TABLET)).status, 200);
  });

  it('links a child that has registered itself, and shows the next code when one is spent', async () => {
    const { browser, openFragment } = await createParent(app);
    const readCode = (text: string) => /id="linking-code">(\w{8})</.exec(text)?.[1] ?? assert.fail('no code');
    const { headers } = await browser.submit('/panel/add-child');
    const path = headers.get('location') ?? '';
    const { text } = await browser.open(path);
    const code = readCode(text);
    assert.equal(readCode((await browser.open(path)).text), code, 'a reload shows it again');
    const poll = (/hx-get="(\/panel\/add-child[^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
    assert.equal((await openFragment(poll)).status, 204);
    const child = await app.registerChild();
    await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } });
    assert.equal((await app.redeemLinkingCode(child.token, code)).status, 200);
    const fragment = await openFragment(poll);
    assert.match(fragment.text, /Mia is connected\./);
    assert.match(fragment.text, /hx-trigger="load, submit"/, 'asks for the next code by itself');
    await browser.submit('/panel/add-child', { known: '0' });
    const nextPage = (await browser.open(path)).text;
    assert.notEqual(readCode(nextPage), code);
    assert.match(nextPage, /Mia is connected\./);
    for (const query of ['known=-1', 'known=x&until=never', 'until=9999-12-31T00:00:00.000Z&known=1e9'])
      assert.equal((await browser.open(`/panel/add-child?${query}`)).status, 200, query);
  });

  it('invites the second guardian once for all children', async () => {
    const { browser, listChildren } = await createParent(app);
    await browser.submit('/panel/children', LILY);
    app.advance(1);
    await browser.submit('/panel/children', LEO);
    const [lily, leo] = await listChildren();
    assert.ok(lily && leo);
    const { token, email } = await app.registerParent();
    const other = await signInToPanel(app, token);
    const otherBrowser = createFormBrowser(app, other.cookie);
    assert.match((await browser.open(`/panel/children/${lily.id}/settings`)).text, /name="siblings"/);
    const path = `/panel/children/${lily.id}/invitations`;
    await app.assertRowChanges({ invitations: 2, outbox: 2, counters: 2 }, () =>
      browser.submit(path, { email, siblings: 'on' }),
    );
    const firstToken = await fetchInvitationToken(app, email);
    await browser.submit(path, { email, siblings: 'on' });
    const invitationToken = await fetchInvitationToken(app, email);
    assert.equal((await otherBrowser.open(`/invitations/${firstToken}`)).status, 404, 'a new invitation replaces both');
    const page = await otherBrowser.open(`/invitations/${invitationToken}`);
    assert.doesNotMatch(page.text, /Lily|Leo/);
    const accepted = await app.diffRowCounts(() => otherBrowser.submit(`/invitations/${invitationToken}/accept`));
    assert.deepEqual([accepted.guardians, accepted.consents], [2, 2]);
    for (const child of [lily, leo])
      assert.equal((await otherBrowser.open(`/panel/children/${child.id}`)).status, 200, child.display_name);
    await app.assertRowChanges({}, () => otherBrowser.submit(`/invitations/${invitationToken}/accept`));
    await browser.submit(path, { email: 'grandma@example.org' });
    const singlePath = `/invitations/${await fetchInvitationToken(app, 'grandma@example.org')}`;
    const single = createFormBrowser(app, '', 'the browser of grandma');
    await single.submit(`${singlePath}/code`);
    const code = await app.fetchEmailedCode('grandma@example.org');
    const { guardians } = await app.diffRowCounts(() => single.submit(`${singlePath}/accept`, { code }));
    assert.equal(guardians, 1, 'without the box, to one child only');
  });

  it('shows the pictures that the child’s app shows in place of digits', () => {
    const source = readFileSync(
      new URL('../../../clients/play/src/parts/controls/keypad.tsx', import.meta.url),
      'utf8',
    );
    const list = /DIGIT_PICTURES = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
    assert.deepEqual(list.match(/[a-z-]+/g), DIGIT_PICTURES);
  });
});
