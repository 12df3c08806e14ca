import assert from 'node:assert/strict';
import { HOUR } from '../../../src/core/time/instant.ts';
import { assertRedirect, createFormBrowser, formatStatusAndLocation } from '../../support/browser/form-browser.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { formatCookieHeader, type TestApp, testWithApp } from '../../support/test-app.ts';

const CODES_PATH = '/panel/account/recovery-codes';
const ADDRESS_PATH = '/panel/account/address';

/** Registers a family whose parent makes recovery codes, two hours after the registration. */
async function registerWithCodes(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  const browser = createFormBrowser(app, family.caller.cookie, null);
  const codes = await makeCodes(browser);
  app.advance(2 * HOUR); // the account is no longer new
  return { ...family, browser, codes };
}

async function makeCodes(browser: ReturnType<typeof createFormBrowser>): Promise<string[]> {
  const { text } = await browser.submit(CODES_PATH);
  return [...text.matchAll(/<code>(\w{4}-\w{4}-\w{4})<\/code>/g)].map(([, code]) => code ?? '');
}

/** Signs in with a recovery code in another browser, which it returns. */
async function recover(app: TestApp, email: string, code: string) {
  const response = await createFormBrowser(app, '', 'library').submit('/login/recovery', { email, code });
  assertRedirect(response, ADDRESS_PATH);
  return createFormBrowser(app, formatCookieHeader(response), null);
}

testWithApp('a recovery code signs in once, changes the address and nothing more', async (app) => {
  const { child, parent, browser, codes } = await registerWithCodes(app);
  assert.equal(new Set(codes).size, 10);
  assert.match((await browser.open('/panel/account')).text, /<b>Recovery codes<\/b> <span class="hint"><bdi>10</);
  assert.ok(await fetchLatestEmail(app, parent.email, /New recovery codes/));

  const recovered = await recover(app, ` ${parent.email.toUpperCase()} `, (codes[0] ?? '').toLowerCase());
  assert.match((await fetchLatestEmail(app, parent.email, /recovery code was used/))?.text ?? '', /20 November 2026/);
  for (const path of ['/panel/account/export', CODES_PATH])
    assert.match(formatStatusAndLocation(await recovered.open(path)), /^303 \/panel\/confirm/);
  assert.match(formatStatusAndLocation(await browser.open(ADDRESS_PATH)), /confirm/, 'not in another session');
  assert.match(formatStatusAndLocation(await browser.submit(ADDRESS_PATH, { email: 'x@example.org' })), /confirm/);
  assert.match((await recovered.open(ADDRESS_PATH)).text, /recovery code replaces the code to parent-/);
  const emailsBefore = (await app.fetchEmailsTo(parent.email)).length;
  for (const email of ['mistyped@example.org', 'regained@example.org'])
    assertRedirect(await recovered.submit(ADDRESS_PATH, { email }), ADDRESS_PATH);
  assert.equal((await app.fetchEmailsTo(parent.email)).length, emailsBefore, 'no code to the lost mailbox');
  const code = { new_code: await app.fetchEmailedCode('regained@example.org') };
  assertRedirect(await recovered.submit('/panel/account/address/codes', code), '/panel/account?done=address');
  assert.equal((await app.registerParent('regained@example.org')).isNew, false);
  assert.equal((await browser.open('/panel')).status, 303, 'signed out elsewhere');
  assert.match(formatStatusAndLocation(await recovered.open(ADDRESS_PATH)), /confirm/, 'only once');
  // Whoever found the paper gains no power that outlives the undo.
  await recovered.submit('/panel/confirm/email');
  const confirmation = { code: await app.fetchEmailedCode('regained@example.org') };
  assert.equal((await recovered.submit('/panel/confirm/email-code', confirmation)).status, 303);
  const invitation = await recovered.submit(`/panel/children/${child.id}/invitations`, { email: 'x@example.org' });
  assert.equal(invitation.status, 409);
  assert.match(invitation.text, /wait for 7 days after your address was changed without a code from the old one/);

  const again = { email: 'regained@example.org', code: codes[0] ?? '' };
  assert.equal((await recovered.submit('/login/recovery', again)).status, 400, 'a used code');
  const undo = /\/address-changes\/[\w-]+/.exec(
    (await fetchLatestEmail(app, parent.email, /has a new/))?.text ?? '',
  )?.[0];
  await recovered.submit(undo ?? '');
  const undone = app.ctx.db.selectFrom('address_changes').select('undone_at').execute();
  assert.deepEqual([await app.countRows('recovery_codes'), await undone], [0, [{ undone_at: app.ctx.now() }]]);
});

testWithApp('recovery codes are not guessed, and tell nobody who has an account', async (app) => {
  const { parent, browser, codes } = await registerWithCodes(app);
  const visitor = createFormBrowser(app, '', 'stranger');
  const [wrong, unknown] = [
    await visitor.submit('/login/recovery', { email: parent.email, code: 'AAAA-BBBB-CCCC' }),
    await visitor.submit('/login/recovery', { email: 'nobody@example.org', code: 'AAAA-BBBB-CCCC' }),
  ];
  const mask = (text: string) => text.replace(/value="[^"]*"/g, '');
  assert.deepEqual([wrong.status, mask(wrong.text)], [unknown.status, mask(unknown.text)]);
  assert.match(wrong.text, /recovery code isn’t right/);

  const enter = (code: string, site: string) => visitor.submit('/login/recovery', { email: parent.email, code }, site);
  for (let i = 0; i < 10; i += 1) assert.equal((await enter('AAAA-BBBB-CCCC', '198.51.100.1')).status, 400);
  assert.equal((await enter(codes[1] ?? '', '198.51.100.1')).status, 429, 'ten an hour from one site');
  const results = await Promise.all(Array.from({ length: 5 }, () => enter(codes[1] ?? '', '198.51.100.2')));
  assert.deepEqual(results.map(({ status }) => status).sort(), [303, 400, 400, 400, 400]);
  assert.equal(await app.countRows('recovery_codes'), 9);
  assert.deepEqual(await makeCodes(browser), [], 'needs a fresh code');
});
