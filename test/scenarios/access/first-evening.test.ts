import assert from 'node:assert/strict';
import { formatCookieHeader, testWithApp } from '../../support/test-app.ts';

testWithApp('a child and a parent register, link, edit their profiles and open the panel', async (app) => {
  const child = await app.registerChild({ device: 'the-tablet' });
  const parent = await app.registerParent('mia.mum@example.org', { device: 'the-phone' });
  assert.equal(parent.isNew, true);

  const generated = await app.call('POST', '/app/auth/link/generate', { token: parent.token });
  assert.equal(generated.status, 201);
  assert.match(generated.body.data.linking_code, /^[A-Z0-9]{8}$/);
  const linked = await app.call('POST', '/app/auth/link/redeem', {
    token: child.token,
    body: { code: generated.body.data.linking_code },
  });
  assert.equal(linked.status, 200);
  assert.equal(linked.body.data.linked_child.id, child.id);
  assert.equal(linked.body.data.parent_email, 'mia.mum@example.org');

  const renamed = await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } });
  assert.equal(renamed.body.data.display_name, 'Mia');
  assert.equal(renamed.body.data.linked_parent_email, 'mia.mum@example.org');
  const translated = await app.call('PATCH', '/app/users/me', { token: parent.token, body: { language: 'ES' } });
  assert.equal(translated.body.data.language, 'es');

  const code = await app.call('POST', '/app/auth/manager-code', { token: parent.token });
  const signedIn = await app.call('POST', '/api/auth/verify-code', { body: { code: code.body.data.code } });
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.data.redirect_url, '/panel');
  assert.deepEqual(
    signedIn.body.data.user.children.map((c: { display_name: string }) => c.display_name),
    ['Mia'],
  );
  const [session] = signedIn.headers.getSetCookie();
  assert.match(session ?? '', /^session=.+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const page = await app.call('GET', '/panel', { cookie: session?.split(';')[0] });
  assert.equal(page.status, 200);
  assert.match(page.text, /Mia/);

  const cookie = formatCookieHeader(signedIn); // the device is known from now on
  await app.call('POST', '/api/auth/send-email-code', { body: { email: parent.email }, cookie });
  const signedInAgain = await app.call('POST', '/api/auth/verify-email-code', {
    body: { email: parent.email, code: await app.fetchEmailedCode(parent.email) },
    cookie,
  });
  assert.equal(signedInAgain.status, 200);
  assert.equal((await app.deliverEmails()).length, 3, 'a sign-in code, a notice about a new browser and a panel code');
});
