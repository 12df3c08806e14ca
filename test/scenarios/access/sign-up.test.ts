import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HOUR } from '../../../src/core/time/instant.ts';
import { createFormBrowser, formatStatusAndLocation } from '../../support/browser/form-browser.ts';
import { fetchEmailedLink } from '../../support/family/guardians.ts';
import { describeWithApp, describeWithRateLimits, type TestApp } from '../../support/test-app.ts';

const findSubjects = async (app: TestApp, email: string) =>
  (await app.fetchEmailsTo(email)).map(({ subject }) => subject);

const findParents = (app: TestApp, email: string) =>
  app.ctx.db.selectFrom('profiles').select(['id', 'role', 'language']).where('email', '=', email).execute();

describeWithApp('Signing up on the web', (app) => {
  it('shows the same pages for a known and an unknown address', async () => {
    const { email: known } = await app.registerParent();
    const pages: string[] = [];
    for (const email of [known, 'unknown@example.org']) {
      const browser = createFormBrowser(app, '', 'same-browser');
      const sent = await browser.submit('/login/email', { email });
      const page = await browser.open(sent.headers.get('location') ?? '');
      const wrong = await browser.submit('/login/email-code', { email, code: '12345' });
      pages.push(
        [sent.status, page.text, wrong.status, wrong.text]
          .join('\n')
          .replaceAll(email, 'EMAIL')
          .replaceAll(/value="[\w.-]{30,}"/g, 'value="TOKEN"'),
      );
    }
    assert.equal(pages[0], pages[1]);
    const response = await app.call('POST', '/api/auth/send-email-code', { body: { email: 'nobody@example.org' } });
    assert.equal(response.status, 404, 'the specification is different');
  });

  it('registers the owner of an unknown address, with a welcome and no alarm', async () => {
    const email = 'new@example.org';
    const browser = createFormBrowser(app, '', 'living-room');
    await browser.submit('/login/email', { email: ` ${email.toUpperCase()}` });
    const code = await app.fetchEmailedCode(email);
    const wrong = await browser.submit('/login/email-code', { email, code: code === '000000' ? '000001' : '000000' });
    assert.equal(wrong.status, 400);
    assert.deepEqual(await findParents(app, email), []);
    const response = await browser.submit('/login/email-code', { email, code });
    assert.equal(formatStatusAndLocation(response), '303 /panel');
    assert.equal((await findParents(app, email)).length, 1);
    assert.deepEqual(await findSubjects(app, email), ['Your code to get started', 'Welcome to Family Learning']);
    const welcome = (await app.fetchEmailsTo(email)).at(-1);
    assert.equal(welcome?.attachments.length, 3, 'pictures of children');
    const repeated = await browser.submit('/login/email-code', { email, code });
    assert.equal(repeated.status, 400, 'the code works once');

    await browser.submit('/login/email', { email });
    await browser.submit('/login/email-code', { email, code: await app.fetchEmailedCode(email) });
    assert.equal((await findParents(app, email)).length, 1);
    assert.equal((await findSubjects(app, email)).at(-1), 'Your sign-in code', 'no second welcome');
  });

  it('registers with the link in the email, too', async () => {
    const email = 'link@example.org';
    const browser = createFormBrowser(app, '');
    await browser.submit('/login/email', { email });
    const path = await fetchEmailedLink(app, email);
    assert.match((await browser.open(path)).text, /Continue to the panel in this browser/);
    const response = await browser.submit(path, { action: 'sign-in' });
    assert.equal(formatStatusAndLocation(response), '303 /panel');
    assert.equal((await findParents(app, email)).length, 1);
    assert.equal((await browser.submit(path, { action: 'sign-in' })).status, 404, 'the link works once');

    for (const [next, target] of [
      ['/panel/approvals?page=2', '/panel/approvals?page=2'],
      ['//evil.example', '/panel'],
    ] as const) {
      app.advance(7);
      await browser.submit('/login/email', { email, next });
      const texts = (await app.fetchEmailsTo(email)).map(({ text }) => text?.match(/\/login\/link\/\S+/)?.[0]);
      const url = texts.findLast((path) => path !== undefined) ?? '';
      assert.equal(url.includes('?'), target !== '/panel', url);
      const form = /name="next" value="([^"]*)"/.exec((await browser.open(url)).text)?.[1] ?? '';
      const opened = await browser.submit(url.split('?')[0] ?? '', { action: 'sign-in', next: form });
      assert.equal(formatStatusAndLocation(opened), `303 ${target}`, 'the page that asked');
    }
  });
});

describeWithRateLimits('Signing up on the web, with limits', (app) => {
  const from = '10.1.2.3';
  const request = async (browser: string, email: string, path = '/login/email') => {
    app.advance(7); // stays within the limit of ten requests a minute
    return createFormBrowser(app, '', browser).submit(path, { email: `${email}@example.org` }, from);
  };

  it('requests codes for ten addresses an hour from a browser, which keeps no other browser out', async () => {
    for (let i = 0; i < 10; i += 1) {
      const path = i < 5 ? '/login/email' : '/account-deletion';
      assert.ok((await request('junk', `junk${i}`, path)).status < 400);
    }
    for (const path of ['/login/email', '/account-deletion']) {
      const response = await request('junk', 'junk10', path);
      assert.equal(response.status, 429);
      assert.ok(response.headers.get('retry-after'));
    }
    assert.equal((await request('school', 'parent')).status, 303, 'a parent behind the same IP address');
    const sendInApp = (email: string) => app.call('POST', '/app/auth/login/parent', { body: { email }, from });
    for (let i = 0; i < 10; i += 1) {
      assert.equal((await sendInApp(`app${i}@example.org`)).status, 200);
      app.advance(7);
    }
    assert.equal((await sendInApp('app10@example.org')).status, 429, 'a client of the app is its IP address');
    assert.equal((await request('school', 'parent2')).status, 303);
  });

  it('requests codes for a hundred addresses an hour from all browsers of a site', async () => {
    app.advance(2 * HOUR);
    for (let i = 0; i < 100; i += 1) assert.equal((await request(`many-${i % 11}-`, `many${i}`)).status, 303, `${i}`);
    const refused = await request('one-more', 'many100');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) <= HOUR);
    const known = await app.registerParent(undefined, { cookie: `__Host-device=${'known'.padEnd(32, '0')}` });
    const ownDevice = await createFormBrowser(app, '', 'known').submit('/login/email', { email: known.email }, from);
    assert.equal(ownDevice.status, 303, 'the device of the parent is not counted');
  });
});
