import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { surface } from '../../../src/app/surface.ts';
import { getAssetUrl } from '../../../src/panel/assets.ts';
import { createHostCheck } from '../../../src/platform/http/security/cross-site.ts';
import { submitPicture } from '../../support/learning/submissions.ts';
import { assertError, describeWithApp, type TestRequest } from '../../support/test-app.ts';

const ORIGIN = 'https://app.example.org';
const CONTACT = 'mailto:security@example.org';

/**
 * What differs between classes of responses: the status, Cache-Control, Vary, who can embed the response, and its security
 * headers.
 */
interface ExpectedHeaders {
  readonly status?: number;
  readonly cacheControl: string;
  readonly vary?: string;
  readonly embedding?: 'same-origin' | 'cross-origin';
  readonly security?: keyof typeof HEADERS_BY_KIND;
}

const NO_STORE = 'no-store';
const PRIVATE = 'private, no-cache';
const PUBLIC = 'public, no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HTML_VARY = 'Accept, HX-Request, Accept-Encoding';

describeWithApp(
  'Headers',
  (app) => {
    it('depend on the class of the response', async () => {
      const { child, parent } = await app.registerFamily();
      const cookie = await app.openPanelSession(parent.token);
      const me = (await app.call('GET', '/app/users/me', child)).body.data;
      const toPath = (url: string) => url.replace(app.url, '');
      const submission = await submitPicture(app, child);
      const [avatar, upload] = [toPath(me.avatar_url), toPath(submission.media[0].url)];
      const classes: readonly [name: string, path: string, request: TestRequest, expected: ExpectedHeaders][] = [
        ['data that changes often', '/app/users/me', child, { cacheControl: NO_STORE, vary: 'Origin' }],
        [
          'a list that changes rarely',
          '/app/levels',
          child,
          { cacheControl: PRIVATE, vary: 'Origin, Authorization, Accept-Encoding' },
        ],
        ['a file of a child', upload, child, { cacheControl: 'private, no-store', vary: 'Origin' }],
        ['an error', '/app/tasks/none', child, { status: 404, cacheControl: NO_STORE, vary: 'Origin' }],
        ['an unknown path', '/app/none', child, { status: 404, cacheControl: NO_STORE, vary: 'Origin' }],
        ['a list of the panel', '/api/children', { cookie }, { cacheControl: NO_STORE, vary: 'Accept, HX-Request' }],
        ['a page of the panel', '/panel', { cookie }, { cacheControl: NO_STORE, vary: HTML_VARY, security: 'panel' }],
        ['the login page', '/login', {}, { cacheControl: NO_STORE, vary: HTML_VARY, security: 'panel' }],
        ['the front page', '/', {}, { cacheControl: NO_STORE, vary: HTML_VARY, security: 'page' }],
        [
          'the API reference',
          '/docs',
          {},
          { cacheControl: PUBLIC, vary: HTML_VARY, security: 'page', embedding: 'cross-origin' },
        ],
        [
          'the API description',
          '/openapi.json',
          {},
          { cacheControl: PUBLIC, vary: 'Accept-Encoding', embedding: 'cross-origin' },
        ],
        [
          'an asset',
          getAssetUrl('panel.css'),
          {},
          { cacheControl: IMMUTABLE, vary: 'Accept-Encoding', embedding: 'cross-origin' },
        ],
        [
          'an asset without a version',
          '/assets/panel.css',
          {},
          { cacheControl: PUBLIC, vary: 'Accept-Encoding', embedding: 'cross-origin' },
        ],
        ['a picture', avatar, {}, { cacheControl: IMMUTABLE, vary: 'Origin', embedding: 'cross-origin' }],
        [
          'a picture without a version',
          avatar.split('?')[0] ?? '',
          {},
          { cacheControl: PUBLIC, vary: 'Origin', embedding: 'cross-origin' },
        ],
        ['an icon', '/favicon.ico', {}, { cacheControl: PUBLIC, embedding: 'cross-origin' }],
        ['robots.txt', '/robots.txt', {}, { cacheControl: PUBLIC, embedding: 'cross-origin' }],
        ['the health check', '/healthz', {}, { cacheControl: NO_STORE }],
      ];
      for (const [name, path, request, expected] of classes) {
        const { status, headers } = await app.call('GET', path, request);
        const {
          status: expectedStatus = 200,
          cacheControl,
          vary,
          embedding = 'same-origin',
          security = 'data',
        } = expected;
        const securityHeaders = Object.fromEntries(SECURITY_HEADERS.map((header) => [header, headers.get(header)]));
        assert.deepEqual(
          [status, headers.get('cache-control'), headers.get('vary')],
          [expectedStatus, cacheControl, vary ?? null],
          name,
        );
        assert.equal(headers.has('etag'), cacheControl.startsWith('public') || cacheControl === PRIVATE, name);
        assert.equal(headers.get('cross-origin-resource-policy'), embedding, name);
        assert.deepEqual(securityHeaders, HEADERS_BY_KIND[security], name);
        const conditionalRequest = { ...request, headers: { 'if-none-match': headers.get('etag') ?? '' } };
        if (!headers.has('etag')) continue;
        for (const method of ['GET', 'HEAD'])
          assert.equal((await app.call(method, path, conditionalRequest)).status, 304, `${method} ${name}`);
      }
    });

    it('are the same for HEAD as for GET', async () => {
      const { child } = await app.registerFamily();
      for (const path of [
        '/app/users/me',
        '/app/levels',
        '/login',
        '/docs',
        '/openapi.json',
        '/robots.txt',
        '/healthz',
      ]) {
        const [get, head] = [await app.call('GET', path, child), await app.call('HEAD', path, child)];
        assert.equal(head.status, get.status, path);
        assert.equal(head.text, '');
        for (const name of ['content-type', 'cache-control', 'vary', 'etag'])
          assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
      }
    });

    it('name the allowed methods of each path when another method gives 405', async () => {
      const routesByPath = Map.groupBy(surface, ({ path }) => path.replace(/:\w+/g, 'x'));
      for (const [path, routes] of routesByPath) {
        const supportedMethods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
        const otherMethods = ['PUT', 'GET', 'POST', 'PATCH', 'DELETE'].filter(
          (method) => !supportedMethods.includes(method),
        );
        for (const method of otherMethods.slice(0, 2)) {
          const response = await app.call(method, path);
          assertError(response, 405, 'NOT_FOUND');
          const allowedMethods = response.headers.get('allow')?.split(', ') ?? [];
          assert.deepEqual(
            allowedMethods.filter((method) => method !== 'OPTIONS').sort(),
            supportedMethods.sort(),
            `${method} ${path}`,
          );
        }
        const optionsResponse = await app.call('OPTIONS', path);
        assert.deepEqual([optionsResponse.status, optionsResponse.text], [204, ''], path);
      }
      assertError(await app.call('PUT', '/app/none'), 404, 'NOT_FOUND');
      assertError(await app.call('OPTIONS', '/app/none'), 404, 'NOT_FOUND');
    });

    it('allow pages from CORS_ORIGINS, and no others, to use the API of the app', async () => {
      const { token } = await app.registerChild();
      const createRequestFromOrigin = (origin: string) => ({ token, headers: { origin } });
      const { headers } = await app.call('GET', '/app/users/me', createRequestFromOrigin(ORIGIN));
      assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
      assert.match(headers.get('access-control-expose-headers') ?? '', /Retry-After/);
      assert.equal(headers.get('access-control-allow-credentials'), null);
      const refused = await app.call('POST', '/app/todos', { ...createRequestFromOrigin(ORIGIN), body: {} });
      assert.equal(refused.status, 400);
      assert.equal(refused.headers.get('access-control-allow-origin'), ORIGIN);

      const sendPreflight = (path: string, origin: string) =>
        app.call('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } });
      const allowed = await sendPreflight('/app/tasks/first-sums/start', ORIGIN);
      assert.equal(allowed.status, 204);
      assert.equal(allowed.headers.get('access-control-allow-origin'), ORIGIN);
      assert.match(allowed.headers.get('access-control-allow-methods') ?? '', /POST/);
      assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /Idempotency-Key/);

      for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'http://app.example.org', 'null'])
        for (const response of [
          await sendPreflight('/app/todos', origin),
          await app.call('GET', '/app/levels', createRequestFromOrigin(origin)),
        ])
          assert.equal(response.headers.get('access-control-allow-origin'), null, origin);
      for (const path of ['/api/children', '/panel', '/login'])
        assert.equal((await sendPreflight(path, ORIGIN)).headers.get('access-control-allow-origin'), null, path);
    });
  },
  { env: { CORS_ORIGINS: ORIGIN, SECURITY_CONTACT: CONTACT, RATE_LIMITS: 'off' } },
);

describeWithApp('Without CORS_ORIGINS and SECURITY_CONTACT', (app) => {
  it('no page of another origin can use the API of the app, and there is no security.txt', async () => {
    const { headers } = await app.call('GET', '/app/auth/profiles', { device: 'a', headers: { origin: ORIGIN } });
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('vary'), null);
    assert.equal((await app.call('GET', '/.well-known/security.txt')).status, 404);
  });
});

const SECURITY_HEADERS = [
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'content-security-policy',
] as const;

/** The security headers of responses that are not pages. */
const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': null,
  'permissions-policy': null,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** The security headers of pages. */
const PAGE_HEADERS = {
  ...DATA_HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(), publickey-credentials-get=()',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const HEADERS_BY_KIND = {
  data: DATA_HEADERS,
  page: PAGE_HEADERS,
  /** Pages of the panel use passkeys and the microphone. */
  panel: {
    ...PAGE_HEADERS,
    'permissions-policy': PAGE_HEADERS['permissions-policy'].replace(
      /(microphone|publickey-[a-z-]+)=\(\)/g,
      '$1=(self)',
    ),
  },
};

describeWithApp(
  'The Host header',
  (app) => {
    it('must name the service, this machine or an IP address, except for health checks', async () => {
      const get = async (url: string, host: string) =>
        (await app.fastify.inject({ url, headers: { host, 'device-id': 'x', 'x-forwarded-for': '192.0.2.1' } }))
          .statusCode;
      const names = ['family.example.org', 'FAMILY.example.org:8443', 'family.example.org.', 'app.internal:3000'];
      for (const host of [...names, '127.0.0.1', '203.0.113.7:80', '[::1]:3000', 'localhost:1', 'family.localhost'])
        for (const path of ['/login', '/app/auth/profiles']) assert.equal(await get(path, host), 200, host);
      for (const host of ['evil.example', 'x.family.example.org:80', '127.0.0.1.evil.example', '[::1', '1.2.3'])
        for (const path of ['/login', '/metrics', '/openapi.json', '/app/auth/profiles', '/app/none', '/play'])
          assert.equal(await get(path, host), 400, `${host} ${path}`);
      const isAllowed = createHostCheck({ ...app.ctx.settings, baseUrl: 'https://b.example:8443', allowedHosts: [] });
      const createRequest = (host: string) => ({ headers: { host }, routeOptions: {} }) as FastifyRequest; // all that is read
      assert.deepEqual([isAllowed(createRequest('b.example')), isAllowed(createRequest('c.example'))], [true, false]);
      for (const path of ['/healthz', '/readyz']) assert.equal(await get(path, 'evil.example'), 200);
    });

    it('X-Forwarded-For without TRUST_PROXY is logged once', async () => {
      const warnings = app.log.filter((line) => line.includes('TRUST_PROXY is not set'));
      assert.equal(warnings.length, 1, 'of all requests above');
    });
  },
  { only: 'sqlite', env: { ALLOWED_HOSTS: 'Family.example.org, app.internal', TRUST_PROXY: '', LOG_LEVEL: 'warn' } },
);
