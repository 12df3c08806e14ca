import assert from 'node:assert/strict';
import { surface } from '../../../src/app/surface.ts';
import {
  assertErrorReason,
  formatCookieHeader,
  type TestApp,
  type TestResponse,
  testWithApp,
} from '../../support/test-app.ts';

// Another site can make a parent's browser send requests to the service. The tests of such requests run without rate limits, so
// that only the origin check and the CSRF token can be the reason for a refusal.

/** Headers of requests that are not from a page of the service, including some that no browser sends. */
const listCrossSiteHeaders = (app: TestApp): Record<string, string>[] => [
  ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
  { 'sec-fetch-site': 'cross-site', origin: app.url },
  { 'sec-fetch-site': 'cross-site', 'hx-request': 'true' },
  ...['https://evil.example', 'null', ''].map((origin) => ({ origin })),
  ...[`${app.url}.evil.example`, `${app.url}0`, app.url.replace('http:', 'https:')].map((origin) => ({ origin })),
  { origin: 'https://evil.example', 'hx-request': 'true' },
  { origin: 'https://evil.example', referer: `${app.url}/login` },
];

/** Headers that browsers send with a request from a page of the service. Old browsers send none of them. */
const listSameOriginHeaders = (app: TestApp): Record<string, string>[] => [
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', origin: app.url },
  { origin: app.url },
  {},
];

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Content types that a page can send to another site without a preflight request. */
const SIMPLE_TYPES = [FORM_TYPE, 'multipart/form-data; boundary=x', 'text/plain', 'text/plain; application/json'];

testWithApp('signing in with JSON is refused for cross-site requests and simple content types', async (app) => {
  const { email, token } = await app.registerParent();
  const endpoints: [string, () => Promise<Record<string, string>>][] = [
    ['/api/auth/verify-code', async () => ({ code: await app.generateManagerCode(token) })],
    ['/api/auth/send-email-code', async () => ({ email })],
    ['/api/auth/verify-email-code', async () => ({ email, code: await app.fetchEmailedCode(email) })],
  ];
  for (const [path, createBody] of endpoints) {
    const body = await createBody();
    const changes = await app.diffRowCounts(async () => {
      for (const headers of listCrossSiteHeaders(app))
        assertCrossSiteRejected(await app.call('POST', path, { body, headers }));
      for (const type of SIMPLE_TYPES) {
        const raw = type === FORM_TYPE ? String(new URLSearchParams(body)) : JSON.stringify(body);
        const response = await app.call('POST', path, { raw, headers: { 'content-type': type } });
        assert.ok([400, 403].includes(response.status), `${path} accepted ${type}: ${response.text}`);
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
    });
    assert.deepEqual(changes, {}, `${path} changes nothing`);
    const { status } = await app.call('POST', path, { body });
    assert.equal(status, 200, `${path} accepts the same request from a page of the service`);
  }
  for (const headers of [...listSameOriginHeaders(app), { 'hx-request': 'true' }]) {
    const body = { code: await app.generateManagerCode(token) };
    assert.equal((await app.call('POST', '/api/auth/verify-code', { body, headers })).status, 200);
  }
});

testWithApp('signing in by form is refused for cross-site requests and without the CSRF token', async (app) => {
  const { email, token } = await app.registerParent();
  const browser = await openLogin(app);
  const otherBrowser = await openLogin(app);
  const endpoints: [string, () => Promise<Record<string, string>>][] = [
    ['/login/manager-code', async () => ({ code: await app.generateManagerCode(token) })],
    ['/login/email', async () => ({ email })],
    ['/login/email-code', async () => ({ email, code: await app.fetchEmailedCode(email) })],
  ];
  for (const [path, createFields] of endpoints) {
    const fields = await createFields();
    const post = (form_token: string | undefined, cookie: string | undefined, headers = {}) =>
      postForm(app, path, { ...fields, ...(form_token !== undefined && { form_token }) }, cookie, headers);
    const changes = await app.diffRowCounts(async () => {
      for (const headers of listCrossSiteHeaders(app))
        assertCrossSiteRejected(await post(browser.token, browser.cookie, headers));
      assertFormExpired(await post(undefined, browser.cookie));
      assertFormExpired(await post('', browser.cookie));
      assertFormExpired(await post(otherBrowser.token, browser.cookie));
      assertFormExpired(await post(browser.token, undefined));
      assertFormExpired(await app.call('POST', path, { body: fields, cookie: browser.cookie }));
      for (const type of SIMPLE_TYPES.filter((simpleType) => simpleType !== FORM_TYPE)) {
        const raw = JSON.stringify({ ...fields, form_token: browser.token });
        const response = await app.call('POST', path, {
          raw,
          cookie: browser.cookie,
          headers: { 'content-type': type },
        });
        assertCrossSiteRejected(response);
      }
    });
    assert.deepEqual(changes, {}, `${path} changes nothing`);
    const { status } = await post(browser.token, browser.cookie);
    assert.ok(status < 400, `${path} accepts the same request from a page of the service`);
  }
  for (const headers of listSameOriginHeaders(app)) {
    const fields = { code: await app.generateManagerCode(token), form_token: browser.token };
    assert.equal((await postForm(app, '/login/manager-code', fields, browser.cookie, headers)).status, 303);
  }
});

testWithApp('signing out is refused for cross-site requests and without the CSRF token', async (app) => {
  const { token } = await app.registerParent();
  const cookie = await app.openPanelSession(token);
  const page = await app.call('GET', '/panel', { cookie });
  const form_token = getFormToken(page);
  for (const headers of listCrossSiteHeaders(app)) {
    assertCrossSiteRejected(await app.call('POST', '/api/auth/logout', { body: {}, cookie, headers }));
    assertCrossSiteRejected(await app.call('POST', '/api/auth/logout', { cookie, headers }));
    assertCrossSiteRejected(await postForm(app, '/logout', { form_token }, cookie, headers));
  }
  for (const type of SIMPLE_TYPES) {
    for (const raw of ['', 'x=1']) {
      const response = await app.call('POST', '/api/auth/logout', { raw, cookie, headers: { 'content-type': type } });
      assert.ok([400, 403].includes(response.status), `${type}: ${response.text}`);
    }
  }
  assertFormExpired(await postForm(app, '/logout', {}, cookie));
  assertFormExpired(await postForm(app, '/logout', { form_token: (await openLogin(app)).token }, cookie));
  assert.equal((await app.call('GET', '/logout', { cookie })).status, 405);
  assert.equal(
    (await app.call('GET', '/panel', { cookie })).status,
    200,
    'a refused request does not sign the parent out',
  );

  assert.equal((await postForm(app, '/logout', { form_token }, cookie)).status, 303);
  assert.equal((await app.call('GET', '/panel', { cookie })).status, 303, 'the parent is signed out');
  const newCookie = await app.openPanelSession(token);
  assert.equal((await app.call('POST', '/api/auth/logout', { cookie: newCookie })).status, 200); // without a body
  assert.equal((await app.call('GET', '/panel', { cookie: newCookie })).status, 303);
});
testWithApp('an empty device cookie is replaced by a new one', async (app) => {
  const { token } = await app.registerParent();
  const body = { code: await app.generateManagerCode(token) };
  const response = await app.call('POST', '/api/auth/verify-code', { body, cookie: '__Host-device=' });
  assert.match(formatCookieHeader(response), /__Host-device=[\w-]{32}/);
  assert.match(
    formatCookieHeader(await app.call('GET', '/login', { cookie: '__Host-device=' })),
    /__Host-device=[\w-]{32}/,
  );
});

testWithApp('each sign-in creates a new session and ignores a planted cookie', async (app) => {
  const { token } = await app.registerParent();
  const plantedCookie = `session=${'A'.repeat(43)}`;
  const signIn = async (cookie: string) => {
    const body = { code: await app.generateManagerCode(token) };
    return formatCookieHeader(await app.call('POST', '/api/auth/verify-code', { body, cookie }));
  };
  const firstCookie = await signIn(plantedCookie);
  assert.ok(!firstCookie.includes(plantedCookie));
  assert.equal((await app.call('GET', '/panel', { cookie: plantedCookie })).status, 303);
  const secondCookie = await signIn(firstCookie);
  assert.notEqual(getSessionCookie(secondCookie), getSessionCookie(firstCookie));
  assert.equal((await app.call('GET', '/panel', { cookie: secondCookie })).status, 200);
});

testWithApp('after signing in, the redirect stays within the panel, whatever the next parameter is', async (app) => {
  const { token } = await app.registerParent();
  const cookie = await app.openPanelSession(token);
  const browser = await openLogin(app);
  const unsafeTargets = [
    ...String.raw`https://evil.example //evil.example /\evil.example \\evil.example /panel//evil.example@x`.split(' '),
    ...String.raw`/panel\..\..\evil.example javascript:alert(1) /panel.evil.example /panelevil`.split(' '),
    ...'/panel?next=https://evil.example http:/panel /login /api/auth/logout'.split(' '),
    ...['data:text/html,<script>alert(1)</script>', '"><script>alert(1)</script>', ''],
    ...[' /panel', '/panel\r\nSet-Cookie: session=planted', '/panel\n'],
  ];
  for (const next of unsafeTargets) {
    const query = new URLSearchParams({ next });
    const signedIn = await app.call('GET', `/login?${query}`, { cookie });
    assert.equal(signedIn.headers.get('location'), '/panel', next);
    assert.equal(signedIn.headers.getSetCookie().length, 0);
    const page = await app.call('GET', `/login?${query}`);
    assert.equal(getFieldValue(page, 'next'), '/panel', next);
    assert.doesNotMatch(page.text, /alert\(1\)|evil\.example/);
  }
  // A sample is enough, because the form and the page above check the target with the same function.
  for (const next of unsafeTargets.slice(0, 8)) {
    const fields = { code: await app.generateManagerCode(token), form_token: browser.token, next };
    const response = await postForm(app, '/login/manager-code', fields, browser.cookie);
    assert.equal(response.headers.get('location'), '/panel', next);
  }
  for (const next of ['/panel', '/panel/children/abc-1', '/panel/approvals?page=2&per_page=10']) {
    const signedIn = await app.call('GET', `/login?${new URLSearchParams({ next })}`, { cookie });
    assert.equal(signedIn.headers.get('location'), next);
  }
  const responseWithTwoTargets = await app.call('GET', '/login?next=/panel&next=https://evil.example', { cookie });
  assert.ok(responseWithTwoTargets.status === 400 || responseWithTwoTargets.headers.get('location') === '/panel');
  const responseWithQuery = await app.call('GET', '/panel?page=2', {});
  assert.equal(responseWithQuery.headers.get('location'), '/login?next=%2Fpanel%3Fpage%3D2');
});

// SQLite only: which routes write does not depend on the database.
testWithApp(
  'GET and HEAD requests from another site change nothing',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const cookie = await app.openPanelSession(parent.token);
    const rowsBefore = await readAllRows(app);
    // An export tells the guardians by email. Other sites cannot start one, because browsers send them no SameSite=Strict cookie.
    for (const { method, path } of surface.filter((route) => route.method === 'GET' && !/export/.test(route.path))) {
      for (const requestMethod of [method, 'HEAD']) {
        for (const token of [child.token, parent.token]) {
          const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
          const url = `${path.replace(/:\w+/g, 'x')}?code=123456&email=${parent.email}&next=/logout`;
          const { status } = await app.call(requestMethod, url, { token, cookie, device: 'any-device', headers });
          assert.ok(status < 500, `${requestMethod} ${path} returned ${status}`);
        }
      }
    }
    assert.deepEqual(await readAllRows(app), rowsBefore);
  },
  { only: 'sqlite' },
);

function assertCrossSiteRejected(response: TestResponse): void {
  assert.equal(response.status, 403, response.text);
  assert.deepEqual(response.headers.getSetCookie(), []);
  if (response.body) {
    assertErrorReason(response, 403, 'FORBIDDEN', 'cross_site_request');
  } else assert.match(response.text, /another site/);
}

/** Asserts that the CSRF token of a form is refused. */
function assertFormExpired(response: TestResponse): void {
  assert.equal(response.status, 403, response.text);
  assert.match(response.text, /This page has expired/);
  assert.ok(!response.headers.getSetCookie().some((cookie) => cookie.startsWith('session=')));
}

function postForm(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  cookie: string | undefined,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const raw = String(new URLSearchParams(fields));
  return app.call('POST', path, { raw, cookie, headers: { ...headers, 'content-type': FORM_TYPE } });
}

/** Opens the login page and returns its device cookie and CSRF token. */
async function openLogin(app: TestApp): Promise<{ cookie: string; token: string }> {
  const page = await app.call('GET', '/login');
  assert.equal(page.status, 200);
  return { cookie: formatCookieHeader(page), token: getFormToken(page) };
}

function getFormToken(page: TestResponse): string {
  return getFieldValue(page, 'form_token');
}

function getFieldValue({ text }: TestResponse, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1];
  assert.ok(value !== undefined, `a field ${name} in ${text}`);
  return value;
}

function getSessionCookie(cookies: string): string | undefined {
  return cookies.split('; ').find((cookie) => cookie.startsWith('session='));
}

/** Every row of every table. */
async function readAllRows(app: TestApp): Promise<Record<string, string[]>> {
  const { kysely } = app.ctx.database;
  // The type of selectFrom requires the name of one known table, so all names are declared as 'profiles'.
  const tables = (await kysely.introspection.getTables()).map(({ name }) => name as 'profiles');
  const rows = await Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()));
  return Object.fromEntries(
    tables.map((table, i) => [table, (rows[i] ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}
