import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineOpenApiEndpoint } from '../../../src/app/api-reference/openapi-document.ts';
import { RATE_LIMIT_BY_GROUP, type RateLimitGroup } from '../../../src/app/rate-limits.ts';
import { surface } from '../../../src/app/surface.ts';
import type { AuthPolicy } from '../../../src/core/requests/caller.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { isFreshlyConfirmed } from '../../../src/features/access/index.ts';
import {
  exportAccount,
  exportChild,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import {
  clearFamilyWrongPins,
  inviteGuardian,
  leaveChild,
  resetPin,
  unlinkGuardian,
} from '../../../src/features/guardianship/index.ts';
import { defineRoute, type Route } from '../../../src/platform/http/route.ts';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { createPasskeyFields } from '../../support/family/authenticator.ts';
import { addGuardian, type PanelFamily, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { type TestApp, type TestRequest, type TestResponse, testWithApp } from '../../support/test-app.ts';

const METRICS_TOKEN = 'the-operators-own-token-of-2026';

/** The outcome for a credential: accepted, not recognized, or recognized and forbidden. */
type AuthOutcome = 'accepted' | 'unauthorized' | 'forbidden';
type Credential =
  | 'no credential'
  | 'child'
  | 'parent'
  | 'panel cookie'
  | 'invalid bearer'
  | 'expired bearer'
  | 'revoked bearer'
  | 'bearer as cookie'
  | 'cookie as bearer';

/** The credentials that each auth policy accepts, or refuses with 403. All other credentials give 401. */
const OUTCOMES_BY_POLICY: Readonly<Record<AuthPolicy, Partial<Record<Credential, AuthOutcome>> | 'everybody'>> = {
  public: 'everybody',
  'optional-session': 'everybody',
  'optional-bearer-or-session': 'everybody',
  child: { child: 'accepted', parent: 'forbidden' },
  parent: { parent: 'accepted', child: 'forbidden' },
  bearer: { child: 'accepted', parent: 'accepted' },
  session: { 'panel cookie': 'accepted' },
  metrics: {}, // accepts only METRICS_TOKEN, which another test sends
  operator: {}, // accepts only OPERATOR_TOKEN, which the tests of the operator's page send
};

testWithApp(
  'every endpoint admits the credentials of its auth policy and no others',
  async (app) => {
    const expiredToken = (await app.registerChild()).token;
    app.advance(30 * DAY); // the lifetime of a child's token
    const failures: string[] = [];
    let credentials = await createCredentials(app, expiredToken);
    let credentialsMayHaveChanged = false;
    for (const route of listRoutesToTest(app, surface)) {
      if (credentialsMayHaveChanged) credentials = await createCredentials(app, expiredToken);
      credentialsMayHaveChanged = /logout|sign-out|delete/.test(route.path); // these routes end a session
      for (const [credential, request] of Object.entries(credentials) as [Credential, TestRequest][]) {
        const response = await requestRoute(app, route, request);
        const [actual, expected] = [getActualOutcome(route, response), getExpectedOutcome(route, credential)];
        if (actual !== expected)
          failures.push(`${route.method} ${route.path} with ${credential}: ${response.status}, not ${expected}`);
        if (response.status === 401 && route.endpoint.kind === 'json') {
          const challenge = `Bearer realm="family-learning"${request.token ? ', error="invalid_token"' : ''}`;
          const expectedHeader = route.auth === 'session' ? null : challenge; // a cookie has no challenge
          assert.equal(response.headers.get('www-authenticate'), expectedHeader, `${route.path} with ${credential}`);
        }
      }
    }
    assert.deepEqual(failures, []);
  },
  { env: { METRICS_TOKEN, OPERATOR_TOKEN: METRICS_TOKEN } },
);

/**
 * The form fields for each action that needs a fresh code, and where the action redirects afterward. The other routes that
 * need a fresh code are pages and files, which respond with 200.
 */
const FRESH_CODE_ACTIONS: Readonly<
  Record<
    string,
    {
      fields?: (family: PanelFamily, app: TestApp) => Record<string, string> | Promise<Record<string, string>>;
      redirect?: string;
    }
  >
> = {
  'POST /panel/children/:id/unlock-pin': { redirect: '/panel/children/:id/settings?done=unlocked' },
  'POST /panel/children/:id/invitations': {
    fields: () => ({ email: 'aunt@example.org' }),
    redirect: '/panel/children/:id/settings?done=invited',
  },
  'POST /panel/children/:id/pin': {
    fields: () => ({ pin: '0707' }),
    redirect: '/panel/children/:id/settings?done=pin',
  },
  'POST /panel/children/:id/unlink': {
    fields: ({ caller }) => ({ guardian: caller.profileId }),
    redirect: '/panel/children/:id/settings?done=leaving',
  },
  'POST /panel/children/:id/vouch': {
    fields: async (family, app) => ({
      guardian: await addGuardianToVouchFor(app, family),
      email: 'regained@example.org',
    }),
    redirect: '/panel/children/:id/settings?done=vouched',
  },
  'POST /panel/children/:id/delete': { redirect: '/panel/children/:id/settings' },
  'POST /panel/account/address': { fields: () => ({ email: 'new@example.org' }), redirect: '/panel/account/address' },
  'POST /panel/account/recovery-codes': {}, // responds with the codes
  'POST /panel/account/pin': { fields: () => ({ pin: '480913' }), redirect: '/panel/account?done=pin' },
  'POST /panel/account/passkeys': {
    fields: ({ caller }, app) => createPasskeyFields(app, caller),
    redirect: '/panel/account/passkeys?done=added',
  },
  'POST /panel/account/passkeys/remove': { redirect: '/panel/account/passkeys?done=removed' },
  'POST /panel/account/delete': { redirect: '/panel/account' },
};
/** The paths that sign out or ask for the fresh code. They are not tested, because they redirect or end the session. */
const SESSION_PATHS = /logout|^\/panel\/confirm/;

testWithApp(
  'panel endpoints require a fresh code or ask who is there exactly where their routes declare it',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    app.advance(2 * HOUR); // the account is no longer new
    const panelRoutes = surface.filter(({ auth }) => auth === 'session');
    for (const route of listRoutesToTest(app, panelRoutes)) {
      const needsFreshCode = route.sessionPolicy === 'fresh-code';
      if (!needsFreshCode && SESSION_PATHS.test(route.path)) continue;
      const responses: TestResponse[] = [];
      const changes = await app.diffRowCounts(async () => responses.push(await openOrSubmitRoute(app, route, family)));
      const { status, headers, body } = responses[0] ?? assert.fail();
      const isRedirected = status === 303 && headers.get('location')?.startsWith('/panel/confirm?next=') === true;
      const isRefused = status === 403 && body?.error?.details?.reason === 'confirmation_required';
      assert.equal(
        route.endpoint.kind === 'page' ? isRedirected : isRefused,
        needsFreshCode,
        `${formatRoute(route)}: ${status}`,
      );
      const asksWhoIsThere = status === 403 && (responses[0]?.text.includes('name="who_send"') ?? false);
      assert.equal(asksWhoIsThere, route.sessionPolicy === 'presence', `${formatRoute(route)}: ${status}`);
      if (needsFreshCode || asksWhoIsThere) assert.deepEqual(changes, {}, formatRoute(route));
    }
    // The functions that these routes call require a fresh code, too.
    const actions = [
      () => resetPin(app.ctx, family.caller, family.child.id, '0707'),
      () => clearFamilyWrongPins(app.ctx, family.caller, family.child.id),
      () => inviteGuardian(app.ctx, family.caller, family.child.id, 'aunt@example.org'),
      () => leaveChild(app.ctx, family.caller, family.child.id),
      () => unlinkGuardian(app.ctx, family.caller, family.child.id, 'any'),
      () => planChildDeletion(app.ctx, family.caller, family.child.id),
      () => planAccountDeletion(app.ctx, family.caller),
      () => exportChild(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE, family.child.id),
      () => exportAccount(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE),
    ];
    for (const action of actions) await assertFailsWith(action(), 'FORBIDDEN confirmation_required');
  },
);

/** Adds a guardian, if there is a fresh code, to a family whose first guardian has been one for a week. */
async function addGuardianToVouchFor(app: TestApp, family: PanelFamily): Promise<string> {
  if (!(await isFreshlyConfirmed(app.ctx, family.caller))) return '';
  const { caller } = await addGuardian(app, family);
  await app.ctx.write(({ db }) => db.updateTable('guardians').set({ linked_at: '2026-11-01T00:00:00.000Z' }).execute());
  return caller.profileId;
}

// SQLite only: the tests of these endpoints run on both databases.
testWithApp(
  'panel endpoints that need a fresh code succeed with one',
  async (app) => {
    const routes = surface.filter(({ sessionPolicy }) => sessionPolicy === 'fresh-code');
    const actions = routes.filter(({ method }) => method === 'POST').map(formatRoute);
    assert.deepEqual(actions.sort(), Object.keys(FRESH_CODE_ACTIONS).sort());
    for (const route of routes) {
      const family = await registerFamilyWithPanelSession(app);
      const response = await openOrSubmitRoute(app, route, family);
      const expected = FRESH_CODE_ACTIONS[formatRoute(route)]?.redirect?.replace(':id', family.child.id);
      assert.equal(response.status, expected ? 303 : 200, formatRoute(route));
      assert.equal(response.headers.get('location'), expected ?? null);
    }
  },
  { only: 'sqlite' },
);

test('panel routes, and no others, declare a session policy', () => {
  for (const route of surface)
    assert.equal(route.sessionPolicy !== undefined, route.auth === 'session', formatRoute(route));
  // @ts-expect-error: without a session policy, a route of the panel does not compile
  defineRoute(
    'POST',
    '/panel/anything',
    'session',
    ['panel-write'],
    defineOpenApiEndpoint(() => surface),
  );
});

testWithApp(
  '/metrics accepts only the token from the settings',
  async (app) => {
    const token = METRICS_TOKEN;
    assert.equal((await app.call('GET', '/metrics', { token })).status, 200);
    for (const wrongToken of [`${token}x`, token.slice(1), token.toUpperCase(), undefined]) {
      assert.equal((await app.call('GET', '/metrics', { token: wrongToken })).status, 401);
      assert.equal((await app.call('GET', '/metrics', { token: wrongToken, from: '127.0.0.1' })).status, 401);
    }
  },
  { env: { METRICS_TOKEN } },
);

testWithApp('/metrics without a token in the settings responds only to the local machine', async (app) => {
  assert.equal((await app.call('GET', '/metrics', { from: '127.0.0.1' })).status, 200);
  assert.equal((await app.call('GET', '/metrics', { from: '::1' })).status, 200);
  assert.equal((await app.call('GET', '/metrics', { from: '203.0.113.7' })).status, 401);
  // The trusted proxy has added only the last address. The client has sent the first one.
  assert.equal((await app.call('GET', '/metrics', { from: '127.0.0.1, 203.0.113.7' })).status, 401);
});

testWithApp('a family sees only its own children', async (app) => {
  const [firstFamily, secondFamily] = [await app.registerFamily(), await app.registerFamily()];
  const rename = (token: string, display_name: string) =>
    app.call('PATCH', '/app/users/me', { token, body: { display_name } });
  await rename(firstFamily.child.token, 'Mia Marsh');
  await rename(secondFamily.child.token, 'Leo Larch');
  for (const [family, ownName, otherName] of [
    [firstFamily, 'Mia Marsh', 'Leo Larch'],
    [secondFamily, 'Leo Larch', 'Mia Marsh'],
  ] as const) {
    const cookie = await app.openPanelSession(family.parent.token);
    const { text } = await app.call('GET', '/panel', { cookie });
    assert.ok(text.includes(ownName) && !text.includes(otherName));
    const code = await app.generateManagerCode(family.parent.token);
    const response = await app.call('POST', '/api/auth/verify-code', { body: { code } });
    const children: { profile_id: string }[] = response.body.data.user.children;
    assert.deepEqual(
      children.map(({ profile_id }) => profile_id),
      [family.child.id],
    );
    const me = await app.call('GET', '/app/users/me', { token: family.child.token });
    assert.equal(me.body.data.linked_parent_email, family.parent.email);
  }
});

test('endpoints for everybody, parents and children match the specification', () => {
  const listEndpointsFor = (auth: AuthPolicy) =>
    surface.filter((route) => route.auth === auth && /^\/(app|api)\//.test(route.path)).map(formatRoute);
  assert.deepEqual(listEndpointsFor('public').sort(), [
    'GET /app/auth/new-links', // an extension, which proves nothing but the device
    'GET /app/auth/profiles',
    'POST /api/auth/send-email-code',
    'POST /api/auth/verify-code',
    'POST /api/auth/verify-email-code',
    'POST /app/auth/login/child',
    'POST /app/auth/login/parent',
    'POST /app/auth/new-links/undo', // an extension, which needs the PIN before the link
    'POST /app/auth/register/child',
    'POST /app/auth/register/parent',
    'POST /app/auth/tablet', // not in the specification (gap 193)
    'POST /app/auth/verify-email',
  ]);
  for (const name of ['POST /app/auth/link/generate', 'POST /app/auth/manager-code']) {
    assert.ok(listEndpointsFor('parent').includes(name), name);
  }
  assert.ok(listEndpointsFor('child').includes('POST /app/auth/link/redeem'));
});

test('every route has the rate limit group that belongs to its method and path', () => {
  for (const route of surface) {
    const [group, ...lowerLimits] = route.rateLimitGroups;
    assert.equal(group, getExpectedGroup(route), formatRoute(route));
    assert.ok(lowerLimits.length <= 1, formatRoute(route));
    for (const lowerLimit of lowerLimits)
      assert.ok(
        RATE_LIMIT_BY_GROUP[lowerLimit].requests < RATE_LIMIT_BY_GROUP[group as RateLimitGroup].requests,
        formatRoute(route),
      );
  }
  for (const path of ['/api/auth/verify-code', '/login/manager-code']) {
    assert.deepEqual(surface.find((route) => route.path === path)?.rateLimitGroups, ['panel-auth', 'verify-code']);
  }
});

test('every route has a summary and a unique method and path', () => {
  for (const route of surface) assert.match(route.endpoint.summary, /^\S.{3,}/, formatRoute(route));
  const names = surface.map(formatRoute);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
});

test('every route is mentioned in a test', () => {
  const testFolder = join(import.meta.dirname, '../..');
  const files = globSync('**/*.test.ts', { cwd: testFolder });
  const sources = files.map((name) => readFileSync(join(testFolder, name), 'utf8')).join('\n');
  const unmentioned = surface.filter(({ path }) => !createMentionPattern(path).test(sources)).map(formatRoute);
  assert.deepEqual([...new Set(unmentioned)], []);
});

/**
 * All routes on SQLite, and one for each policy and kind on PostgreSQL: the checks of a route depend only on these, and read the same
 * rows for every route.
 */
function listRoutesToTest({ database }: TestApp, routes: readonly Route[]): readonly Route[] {
  if (database === 'sqlite') return routes;
  const getKey = ({ auth, sessionPolicy, method, endpoint }: Route) =>
    [auth, sessionPolicy, method, endpoint.kind].join();
  return [...Map.groupBy(routes, getKey).values()].flatMap((sameRoutes) => sameRoutes.slice(0, 1));
}

/** Creates one credential of each kind. */
async function createCredentials(app: TestApp, expiredToken: string): Promise<Record<Credential, TestRequest>> {
  const child = await app.registerChild();
  const parent = await app.registerParent();
  const [cookie = ''] = (await app.openPanelSession(parent.token)).split('; '); // without the device cookie
  const signedOutChild = await app.registerChild();
  await app.call('POST', '/app/auth/logout', { token: signedOutChild.token });
  return {
    'no credential': {},
    child: { token: child.token },
    parent: { token: parent.token },
    'panel cookie': { cookie },
    'invalid bearer': { token: child.token.replace(/.{6}$/, 'AAAAAA') },
    'expired bearer': { token: expiredToken },
    'revoked bearer': { token: signedOutChild.token },
    'bearer as cookie': { cookie: `session=${parent.token}` },
    'cookie as bearer': { token: cookie.replace('session=', '') },
  };
}

/**
 * Requests a route with an empty body, or with only the CSRF token of a form, so that most accepted requests fail validation
 * and change nothing.
 */
function requestRoute(app: TestApp, { method, path, endpoint }: Route, request: TestRequest): Promise<TestResponse> {
  const device = 'test-browser-device-000000000000';
  const cookie = [`__Host-device=${device}`, request.cookie].filter((pair) => pair !== undefined).join('; ');
  const form = { form_token: createCsrfToken(app.ctx, device) };
  const body = method === 'GET' ? undefined : endpoint.kind === 'page' ? form : {};
  return app.call(method, fillParameters(path), { ...request, cookie, ...(body && { body }) });
}

/** Opens the page of a route, or submits its form, in the parent's browser and for the parent's child. */
async function openOrSubmitRoute(app: TestApp, route: Route, family: PanelFamily): Promise<TestResponse> {
  const browser = createFormBrowser(app, family.caller.cookie, null);
  const path = fillParameters(route.path.replace('/children/:id', `/children/${family.child.id}`));
  if (route.method === 'GET')
    return browser.open(path.replace(/unlink$/, `unlink?guardian=${family.caller.profileId}`));
  const fields = await FRESH_CODE_ACTIONS[formatRoute(route)]?.fields?.(family, app);
  return browser.submit(path, fields ?? { decision: path.startsWith('/panel/reward-requests') ? 'given' : 'approved' });
}

function getExpectedOutcome({ auth }: Route, credential: Credential): AuthOutcome {
  const outcomes = OUTCOMES_BY_POLICY[auth];
  if (!outcomes) throw new Error(`OUTCOMES_BY_POLICY has no entry for "${auth}".`);
  return outcomes === 'everybody' ? 'accepted' : (outcomes[credential] ?? 'unauthorized');
}

function getActualOutcome({ endpoint, auth }: Route, response: TestResponse): AuthOutcome {
  const redirectsToLogin = response.status === 303 && response.headers.get('location')?.startsWith('/login?next=');
  if (endpoint.kind === 'page' && auth === 'session' && redirectsToLogin) return 'unauthorized';
  if (response.status === 401) return 'unauthorized';
  return response.status === 403 ? 'forbidden' : 'accepted';
}

function getExpectedGroup({ method, path }: Route): RateLimitGroup | undefined {
  if (method === 'POST' && path.startsWith('/app/auth/')) return 'app-auth';
  if (
    method === 'POST' &&
    /^\/(api\/auth|login|logout|invitations|sign-ins|address-changes|departures|account-deletion|panel\/(confirm|add-child))(\/|$)/.test(
      path,
    )
  )
    return 'panel-auth';
  if (method === 'POST' && /^\/(panel|unsubscribe|letters)\//.test(path)) return 'panel-write';
  if (path.startsWith('/operator')) return 'panel-write'; // also reads, because they check a password
  if (path.endsWith('/export.zip')) return 'export';
  if (!path.startsWith('/app/')) return undefined;
  return method === 'GET' ? 'app-read' : method === 'POST' ? 'app-write' : 'app-change';
}

function fillParameters(path: string): string {
  return path.replace(/:\w+/g, 'x');
}

/** A pattern that matches the path in the source of a test, with any values for its parameters. */
function createMentionPattern(path: string): RegExp {
  const pathPattern = path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/\'"`?\\s]+');
  return new RegExp(`['"\`}]${pathPattern}['"\`?]`);
}

function formatRoute({ method, path }: Route): string {
  return `${method} ${path}`;
}
