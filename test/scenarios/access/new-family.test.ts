import assert from 'node:assert/strict';
import { assertEach, formatCookieHeader, testWithApp } from '../../support/test-app.ts';

testWithApp('a child and a parent register, link, edit their profiles and open the panel', async (app) => {
  const child = await app.registerChild({ device: 'the-tablet' });
  const parent = await app.registerParent('mia.mom@example.org', { device: 'the-phone' });
  assert.equal(parent.isNew, true);

  const generateResponse = await app.call('POST', '/app/auth/link/generate', { token: parent.token });
  assert.equal(generateResponse.status, 201);
  assert.match(generateResponse.body.data.linking_code, /^[A-Z0-9]{8}$/);
  const redeemResponse = await app.call('POST', '/app/auth/link/redeem', {
    token: child.token,
    body: { code: generateResponse.body.data.linking_code },
  });
  assert.equal(redeemResponse.status, 200);
  assert.equal(redeemResponse.body.data.linked_child.id, child.id);
  assert.equal(redeemResponse.body.data.parent_email, 'mia.mom@example.org');

  const renameResponse = await app.call('PATCH', '/app/users/me', {
    token: child.token,
    body: { display_name: 'Mia' },
  });
  assert.equal(renameResponse.body.data.display_name, 'Mia');
  assert.equal(renameResponse.body.data.linked_parent_email, 'mia.mom@example.org');
  const languageResponse = await app.call('PATCH', '/app/users/me', { token: parent.token, body: { language: 'ES' } });
  assert.equal(languageResponse.body.data.language, 'es');

  const codeResponse = await app.call('POST', '/app/auth/manager-code', { token: parent.token });
  const { code } = codeResponse.body.data;
  const signInResponse = await app.call('POST', '/api/auth/verify-code', { body: { code } });
  assert.equal(signInResponse.status, 200);
  assert.equal(signInResponse.body.data.redirect_url, '/panel');
  assertEach(signInResponse.body.data.user.children, 'display_name', ['Mia']);
  const [sessionCookie] = signInResponse.headers.getSetCookie();
  assert.match(sessionCookie ?? '', /^session=.+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const page = await app.call('GET', '/panel', { cookie: sessionCookie?.split(';')[0] });
  assert.equal(page.status, 200);
  assert.match(page.text, /Mia/);

  const cookie = formatCookieHeader(signInResponse); // so that the browser is known at the next sign-in
  await app.call('POST', '/api/auth/send-email-code', { body: { email: parent.email }, cookie });
  const secondSignInResponse = await app.call('POST', '/api/auth/verify-email-code', {
    body: { email: parent.email, code: await app.fetchEmailedCode(parent.email) },
    cookie,
  });
  assert.equal(secondSignInResponse.status, 200);
  assert.equal((await app.deliverEmails()).length, 3); // a sign-in code, a notice about a new browser and a panel code
});
