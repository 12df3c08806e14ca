import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

/** The same email address in different spellings, all of which are accepted. */
const SPELLINGS = [
  'mom@bücher.example',
  'MOM@BÜCHER.EXAMPLE',
  ' mom@bu\u0308cher.example ',
  'mom@xn--bcher-kva.example',
  'mom@XN--BCHER-KVA.Example',
  'mom@ｂüｃｈｅｒ.example',
  'mom@bücher.ｅxample',
  'Mom@bücher.eⅹample',
];
const CANONICAL_EMAIL = 'mom@xn--bcher-kva.example';

testWithApp('all spellings of an email address have the same account, limits and recipient', async (app) => {
  const parent = await app.registerParent(CANONICAL_EMAIL);
  for (const email of SPELLINGS) {
    await app.call('POST', '/app/auth/login/parent', { body: { email } });
    const body = { email: SPELLINGS[0], code: await app.fetchEmailedCode(CANONICAL_EMAIL) };
    const response = await app.call('POST', '/app/auth/verify-email', { body });
    assert.equal(response.status, 200, `${email}: ${response.text}`);
    assert.equal(response.body.data.is_new_user, false);
  }
  assert.equal(await app.countRows('profiles'), 1);
  const panelResponse = await app.call('POST', '/api/auth/send-email-code', { body: { email: SPELLINGS[5] } });
  assert.equal(panelResponse.status, 200, panelResponse.text);
  assert.equal((await app.call('GET', '/app/users/me', { token: parent.token })).status, 200);

  app.advance(DAY);
  const emailCountBefore = (await app.deliverEmails()).length;
  const statuses: number[] = [];
  for (let i = 0; i < 24; i += 1) {
    const email = SPELLINGS[i % SPELLINGS.length];
    statuses.push((await app.call('POST', '/app/auth/login/parent', { body: { email } })).status);
  }
  // At most twenty emails are sent to one address in ten minutes.
  assert.deepEqual(statuses, [...Array(20).fill(200), ...Array(4).fill(429)]);
  const sentEmails = (await app.deliverEmails()).slice(emailCountBefore);
  assert.equal(sentEmails.length, 20);
  for (const { to } of sentEmails) assert.equal(to?.[0]?.address, CANONICAL_EMAIL);
});

testWithApp('a full-width or invisible character before the @ and a dot at the end are rejected', async (app) => {
  for (const email of ['ｍom@example.org', 'mom@example.org.', 'mom@example.org．', 'mo\u034fm@example.org']) {
    const response = await app.call('POST', '/app/auth/register/parent', { body: { email } });
    assertError(response, 400, 'VALIDATION_ERROR', ['email']);
    assertError(await app.call('POST', '/api/auth/send-email-code', { body: { email } }), 400, 'INVALID_EMAIL');
  }
});
