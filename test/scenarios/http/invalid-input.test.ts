import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { before, describe, it } from 'node:test';
import { type ErrorCode, STATUS_BY_CODE } from '../../../src/core/requests/api-error.ts';
import { DAY, toEpochSeconds } from '../../../src/core/time/instant.ts';
import {
  assertError,
  describeWithApp,
  NEW_CHILD,
  type TestApp,
  type TestRequest,
  type TestResponse,
} from '../../support/test-app.ts';

/** Asserts that a response is an error in the specified format, without internal details. */
function assertRefused(response: TestResponse, code: ErrorCode, fields?: string[]): void {
  assertError(response, STATUS_BY_CODE[code], code, fields);
  const { details, ...error } = response.body.error;
  assert.deepEqual(Object.keys(error), ['code', 'message'], response.text);
  for (const name of Object.keys(details ?? {}))
    assert.ok(['reason', 'fields', 'retry_after'].includes(name), response.text);
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.doesNotMatch(response.text, / at \w+ \(|node_modules|SQLITE|\bselect |\binsert /i);
}

const NON_TEXT_VALUES = { null: null, number: 1234, array: ['1234'], object: { a: 1 }, boolean: true };
const INVALID_TEXTS = {
  empty: '',
  overlong: 'x'.repeat(5000),
  'stacked combining marks': `a${'\u0301\u0323'.repeat(1500)}`,
  NUL: 'ab\u0000cd',
  'lone surrogate': 'ab\ud800cd',
  'full-width digits': '１２３４',
};
type InputKind = 'missing' | keyof typeof NON_TEXT_VALUES | keyof typeof INVALID_TEXTS;

interface Field {
  /** Method and path. */
  readonly route: string;
  readonly name: string;
  readonly role?: 'child' | 'parent';
  /** A valid body. */
  readonly body: object | ((child: { id: string }) => object);
  /** The error code for an invalid text. Values that are not texts always give VALIDATION_ERROR. */
  readonly errorCode: ErrorCode;
  /** Kinds of input that are valid for this field or tested elsewhere. */
  readonly except?: readonly InputKind[];
}

const UNKNOWN_EMAIL = 'nobody@example.org';
const createAvatarField = (name: string, except: readonly InputKind[] = []): Field => ({
  route: 'PATCH /app/avatar',
  role: 'child',
  name,
  body: {},
  errorCode: 'ITEM_NOT_FOUND',
  except: ['missing', ...except],
});

// biome-ignore format: the columns of the table are aligned
const FIELDS: readonly Field[] = [
  { route: 'POST /app/auth/register/child', name: 'birth_year', body: NEW_CHILD, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/register/child', name: 'language', body: NEW_CHILD, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/register/child', name: 'avatar_id', body: NEW_CHILD, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/register/child', name: 'pin', body: NEW_CHILD, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/register/parent', name: 'email', body: {}, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/login/parent', name: 'email', body: {}, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/verify-email', name: 'email', body: { code: '123456' }, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /app/auth/verify-email', name: 'code', body: { email: UNKNOWN_EMAIL }, errorCode: 'INVALID_CODE' },
  { route: 'POST /app/auth/login/child', name: 'profile_id', body: { pin: '1234' }, errorCode: 'NOT_FOUND' },
  { route: 'POST /app/auth/login/child', name: 'pin', body: ({ id }) => ({ profile_id: id }), errorCode: 'INVALID_PIN' },
  { route: 'POST /app/auth/link/redeem', name: 'code', role: 'child', body: {}, errorCode: 'INVALID_CODE' },
  { route: 'PATCH /app/users/me', name: 'display_name', role: 'child', body: {}, errorCode: 'VALIDATION_ERROR', except: ['missing', 'full-width digits'] },
  { route: 'PATCH /app/users/me', name: 'language', role: 'parent', body: { display_name: 'Mom' }, errorCode: 'VALIDATION_ERROR', except: ['missing'] },
  createAvatarField('skin'),
  createAvatarField('hair'),
  createAvatarField('hat', ['null']),
  createAvatarField('shirt'),
  createAvatarField('accessory', ['null']),
  { route: 'POST /api/auth/verify-code', name: 'code', body: {}, errorCode: 'INVALID_CODE' },
  { route: 'POST /api/auth/send-email-code', name: 'email', body: {}, errorCode: 'INVALID_EMAIL' },
  { route: 'POST /api/auth/verify-email-code', name: 'email', body: { code: '123456' }, errorCode: 'VALIDATION_ERROR' },
  { route: 'POST /api/auth/verify-email-code', name: 'code', body: { email: UNKNOWN_EMAIL }, errorCode: 'INVALID_CODE' },
];

interface People {
  child: { id: string; token: string };
  parent: { email: string; token: string };
}

/** Sends a request to a route such as "POST /path". */
function call(app: TestApp, route: string, request: TestRequest = {}): Promise<TestResponse> {
  const [method = '', path = ''] = route.split(' ');
  return app.call(method, path, request);
}

async function readProfiles(app: TestApp, { child, parent }: People): Promise<unknown[]> {
  const read = async (token: string) => (await app.call('GET', '/app/users/me', { token })).body.data;
  return [await read(child.token), await read(parent.token)];
}

/** Runs `action` and asserts that it changes neither the number of rows of any table nor the profiles of the family. */
async function assertChangesNothing(app: TestApp, people: People, action: () => Promise<unknown>): Promise<void> {
  const profilesBefore = await readProfiles(app, people);
  assert.deepEqual(await app.diffRowCounts(action), {});
  assert.deepEqual(await readProfiles(app, people), profilesBefore);
}

describeWithApp('Invalid or unusual input', (app) => {
  let people: People;
  before(async () => {
    people = await app.registerFamily();
  });

  describe('in a field', () => {
    for (const { route, name, role, body, errorCode, except = [] } of FIELDS) {
      const send = (overrides: object) => {
        const validBody = typeof body === 'function' ? body(people.child) : body;
        return call(app, route, { body: { ...validBody, ...overrides }, token: role && people[role].token });
      };

      it(`${route} ${name}: a missing or non-text value gives VALIDATION_ERROR, an invalid text ${errorCode}`, async () => {
        await assertChangesNothing(app, people, async () => {
          if (!except.includes('missing')) assertRefused(await send({ [name]: undefined }), 'VALIDATION_ERROR', [name]);
          for (const [kind, value] of Object.entries(NON_TEXT_VALUES)) {
            if (except.includes(kind as InputKind)) continue; // the keys are of type InputKind
            assertRefused(await send({ [name]: value }), 'VALIDATION_ERROR', [name]);
          }
          for (const [kind, value] of Object.entries(INVALID_TEXTS)) {
            if (except.includes(kind as InputKind)) continue; // the keys are of type InputKind
            const isFieldReported = ['VALIDATION_ERROR', 'INVALID_EMAIL', 'ITEM_NOT_FOUND'].includes(errorCode);
            assertRefused(await send({ [name]: value }), errorCode, isFieldReported ? [name] : undefined);
          }
        });
      });
    }

    it('is reported for every invalid field', async () => {
      const response = await call(app, 'POST /app/auth/register/child', { body: { birth_year: '2017', pin: 1234 } });
      assertRefused(response, 'VALIDATION_ERROR');
      const fields = ['avatar_id', 'birth_year', 'language', 'pin'];
      assert.deepEqual(response.body.error.details.fields.toSorted(), fields);
    });

    it('in a list is reported for the first invalid entry, or for the list when it is too long', async () => {
      const save = (answers: unknown[]) =>
        app.call('PATCH', '/app/tasks/first-sums/attempt', { ...people.child, body: { answers } });
      assertRefused(await save([{ item_id: 'x' }, 1, 2, 3]), 'VALIDATION_ERROR', ['answers.1']);
      const tooLong = await save(Array.from({ length: 30_000 }, () => 1));
      assertRefused(tooLong, 'VALIDATION_ERROR', ['answers']);
      assert.match(tooLong.text, /at most 200 entries/);
    });

    it('is reported without a field if it concerns no single field', async () => {
      for (const route of ['PATCH /app/users/me', 'PATCH /app/avatar']) {
        const response = await call(app, route, { body: {}, token: people.child.token });
        assertRefused(response, 'VALIDATION_ERROR');
        assert.ok(!response.body.error.details?.fields?.includes(''), response.text);
      }
    });

    it('in unknown fields is ignored', async () => {
      const unknownFields = {
        id: 'x',
        role: 'parent',
        token: 7,
        toString: null,
        hasOwnProperty: 1,
        constructor: 'x',
        '': 0,
      };
      const changes = await app.diffRowCounts(async () => {
        const response = await call(app, 'POST /app/auth/register/child', { body: { ...NEW_CHILD, ...unknownFields } });
        assert.equal(response.status, 201, response.text);
        assert.notEqual(response.body.data.id, 'x');
        const me = await call(app, 'GET /app/users/me', { token: response.body.data.token });
        assert.equal(me.body.data.role, 'child');
      });
      assert.deepEqual(changes, { profiles: 1, pins: 1, sessions: 1 });
    });
  });

  describe('in a body', () => {
    const JSON_HEADERS = { 'content-type': 'application/json' };
    /** Each consists of a method, a path and, if the route requires a token, a role. */
    const routesWithBody = [...new Set(FIELDS.map(({ route, role }) => `${route} ${role ?? ''}`))];
    const routesWithoutBody = ['POST /app/auth/link/generate', 'POST /app/auth/manager-code', 'POST /app/auth/logout'];
    const getTokenFor = (route: string) => {
      const [, , role] = route.split(' ');
      return role === 'child' || role === 'parent' ? people[role].token : undefined;
    };
    const sendRaw = (route: string, raw: string, headers: Record<string, string> = JSON_HEADERS) =>
      call(app, route, { raw, headers, token: getTokenFor(route) });

    it('that is not JSON is refused', async () => {
      const malformedTexts = [
        ...`{ {"email":} {'email':'a@b.co'} {"email":"a@b.co" undefined {}{} \u0000`.split(' '),
        '{"a":"\n"}',
      ];
      await assertChangesNothing(app, people, async () => {
        for (const route of routesWithBody)
          for (const raw of malformedTexts) assertRefused(await sendRaw(route, raw), 'VALIDATION_ERROR');
      });
    });

    it('that is not an object is refused', async () => {
      await assertChangesNothing(app, people, async () => {
        for (const route of routesWithBody)
          for (const raw of ['[]', '"x"', 'null', '7', 'true', '[{"pin":"1234"}]', ''])
            assertRefused(await sendRaw(route, raw), 'VALIDATION_ERROR');
      });
    });

    it('with another media type is refused', async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'multipart/form-data; boundary=x',
        'json',
        '',
      ];
      await assertChangesNothing(app, people, async () => {
        for (const route of routesWithBody.filter((candidate) => candidate.includes(' /app/')))
          for (const type of types)
            assertRefused(await sendRaw(route, '{"email":"a@b.co"}', { 'content-type': type }), 'VALIDATION_ERROR');
        for (const route of routesWithBody.filter((candidate) => candidate.includes(' /api/'))) {
          const form = { 'content-type': 'application/x-www-form-urlencoded' };
          assertRefused(await sendRaw(route, 'email=a%40b.co&code=x', form), 'VALIDATION_ERROR');
          const sameOriginHeaders = { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
          assertRefused(await sendRaw(route, '{"email":"a@b.co"}', sameOriginHeaders), 'VALIDATION_ERROR');
          // Any site can make a browser send a request with a simple content type. Such a request is refused before its body
          // is read, unless it is same-origin.
          assertRefused(await sendRaw(route, '{"email":"a@b.co"}', { 'content-type': 'text/plain' }), 'FORBIDDEN');
        }
      });
    });

    it('without a media type is refused', async () => {
      await assertChangesNothing(app, people, async () => {
        const { status, body } = await sendWithoutContentType(
          app,
          'POST',
          '/app/auth/login/child',
          '{"profile_id":"x","pin":"1234"}',
        );
        assert.equal(status, 400);
        assert.equal(body.error.code, 'VALIDATION_ERROR');
      });
    });

    it('whose media type has a charset is accepted', async () => {
      const type = { 'content-type': 'Application/JSON; charset=UTF-8' };
      const response = await sendRaw('POST /app/auth/login/child', '{"profile_id":"x","pin":"1"}', type);
      assertRefused(response, 'NOT_FOUND'); // the body was read: there is no profile with the id "x"
    });

    it('larger than 64 KiB, or 8 KiB when signing in, is refused', async () => {
      const createPaddedBody = (bytes: number) => {
        const body = { display_name: 'Mia', padding: '' };
        return JSON.stringify({ ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) });
      };
      const token = people.child.token;
      const largest = await call(app, 'PATCH /app/users/me', {
        raw: createPaddedBody(64 * 1024),
        headers: JSON_HEADERS,
        token,
      });
      assert.equal(largest.status, 200, largest.text);
      const isAuth = (route: string) => route.includes('/auth/');
      await assertChangesNothing(app, people, async () => {
        for (const route of routesWithBody) {
          const maxBytes = (isAuth(route) ? 8 : 64) * 1024;
          if (isAuth(route)) {
            const notTooLarge = await sendRaw(route, createPaddedBody(maxBytes));
            assert.equal(notTooLarge.body.error.details.reason, 'invalid_fields', route);
          }
          for (const bytes of [maxBytes + 1, 2 * 1024 * 1024]) {
            const refused = await sendRaw(route, createPaddedBody(bytes));
            assertRefused(refused, 'VALIDATION_ERROR');
            assert.equal(refused.body.error.details.reason, 'body_too_large', route);
          }
        }
      });
    });

    it('cannot modify a prototype', async () => {
      const pollutingBodies = [
        '{"__proto__":{"polluted":true}}',
        '{"\\u005f_proto__":{"polluted":true}}',
        '{"a":{"b":[{"__proto__":{"polluted":true}}]}}',
        '{"constructor":{"prototype":{"polluted":true}}}',
        '{"__proto__":null}',
      ];
      await assertChangesNothing(app, people, async () => {
        for (const route of routesWithBody)
          for (const raw of pollutingBodies) assertRefused(await sendRaw(route, raw), 'VALIDATION_ERROR');
      });
      assert.equal('polluted' in {}, false);
    });

    it('with ten thousand nested levels is refused, unless they are in an unknown field', async () => {
      const arrays = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
      const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
      const token = people.child.token;
      await assertChangesNothing(app, people, async () => {
        for (const nested of [arrays, objects]) {
          for (const route of routesWithBody) assertRefused(await sendRaw(route, nested), 'VALIDATION_ERROR');
          const raw = `{"display_name":${nested}}`;
          const response = await call(app, 'PATCH /app/users/me', { raw, headers: JSON_HEADERS, token });
          assertRefused(response, 'VALIDATION_ERROR', ['display_name']);
        }
      });
      const raw = `{"display_name":"Deep","ignored":${objects}}`;
      assert.equal((await call(app, 'PATCH /app/users/me', { raw, headers: JSON_HEADERS, token })).status, 200);
    });

    it('that is missing or empty is accepted where no fields are required', async () => {
      for (const route of routesWithoutBody) {
        for (const request of [{}, { raw: '', headers: JSON_HEADERS }, { body: {} }, { body: { unknown: 1 } }]) {
          const { token } = await app.registerParent();
          const response = await call(app, route, { ...request, token });
          assert.equal(response.status, route.endsWith('logout') ? 200 : 201, response.text);
        }
      }
      for (const request of [{}, { raw: '', headers: JSON_HEADERS }, { body: {} }]) {
        const cookie = await app.openPanelSession(people.parent.token);
        assert.equal((await call(app, 'POST /api/auth/logout', { ...request, cookie })).status, 200);
      }
    });

    it('that is malformed is refused even where a body is optional', async () => {
      await assertChangesNothing(app, people, async () => {
        for (const route of routesWithoutBody) {
          const token = people.parent.token;
          const malformed = await call(app, route, { raw: '{', headers: JSON_HEADERS, token });
          assertRefused(malformed, 'VALIDATION_ERROR');
          const plainText = await call(app, route, { raw: 'x', headers: { 'content-type': 'text/plain' }, token });
          assertRefused(plainText, 'VALIDATION_ERROR');
        }
      });
    });

    it('that is empty is accepted with any media type', async () => {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'image/png']) {
        const options = { raw: '', headers: { 'content-type': type }, token: people.parent.token };
        assert.equal((await call(app, 'POST /app/auth/manager-code', options)).status, 201, type);
      }
    });
  });

  describe('in a URL', () => {
    it('that does not exist gives 404 with and without a token, for GET and POST', async () => {
      const paths = [
        ...'/app /app/ /app/users /app/users/me/ //app/users/me /app//users/me /APP/users/me /app/users/Me'.split(' '),
        ...'/app/users/me%00 /app/users/%00 /app/users/me%2Fstats /app/users/me/stats/more'.split(' '),
        ...'/app/users/..%2f..%2fetc%2fpasswd /app/users/me;x=1 /app/__proto__ /app/auth/login'.split(' '),
        ...'/api /api/auth /api/auth/login /api/auth/verify-code/ /nowhere'.split(' '),
        `/app/users/${'x'.repeat(3000)}`,
      ];
      await assertChangesNothing(app, people, async () => {
        for (const path of paths) {
          const token = people.child.token;
          assertRefused(await app.call('GET', path), 'NOT_FOUND');
          assertRefused(await app.call('GET', path, { token }), 'NOT_FOUND');
          assertRefused(await app.call('POST', path, { token, body: { a: 1 } }), 'NOT_FOUND');
        }
      });
    });

    it('with an overlong id gives 404', async () => {
      for (const path of [`/avatars/${'x'.repeat(500)}.png`, `/pictures/${'x'.repeat(4000)}.svg`])
        assertRefused(await app.call('GET', path), 'NOT_FOUND');
    });

    it('that cannot be decoded gives VALIDATION_ERROR', async () => {
      for (const path of ['/app/%zz', '/%', '/app/users/%c3%28', '/app/users/%ed%a0%80', '/avatars/%ff.png'])
        assertRefused(await app.call('GET', path), 'VALIDATION_ERROR');
    });

    it('with percent-encoding leads to the same endpoint and requires the same authentication', async () => {
      const { token } = people.child;
      const paths = '/%61pp/users/me /app/users/%6d%65 /app/users/me? /app/users/me?x=%zz&__proto__=1';
      for (const path of paths.split(' ')) {
        assertRefused(await app.call('GET', path), 'UNAUTHORIZED');
        assert.equal((await app.call('GET', path, { token })).body.data?.id, people.child.id, path);
      }
    });
  });

  describe('in a Device-Id', () => {
    const register = (device: string) => call(app, 'POST /app/auth/register/child', { body: NEW_CHILD, device });

    it('of 1 to 200 visible ASCII characters is accepted', async () => {
      for (const device of ['!', 'x'.repeat(200), "~!@#$%^&*()_+{}|:<>?'"]) {
        assert.equal((await register(device)).status, 201);
        assert.equal((await call(app, 'GET /app/auth/profiles', { device })).body.data.length, 1);
      }
    });

    it('of any other form is refused by every endpoint that uses it', async () => {
      await assertChangesNothing(app, people, async () => {
        for (const device of ['', ' ', 'x'.repeat(201), 'x'.repeat(5000), 'my tablet', 'tablét', '\u00a0', 'a\tb']) {
          assertRefused(await register(device), 'VALIDATION_ERROR', ['Device-Id']);
          const body = { profile_id: people.child.id, pin: '1234' };
          const login = await call(app, 'POST /app/auth/login/child', { body, device });
          assertRefused(login, 'VALIDATION_ERROR', ['Device-Id']);
          const response = await call(app, 'POST /app/auth/register/parent', {
            body: { email: UNKNOWN_EMAIL },
            device,
          });
          assertRefused(response, 'VALIDATION_ERROR', ['Device-Id']);
          const saved = await call(app, 'GET /app/auth/profiles', { device });
          assertRefused(saved, 'VALIDATION_ERROR', ['Device-Id']);
        }
      });
      assert.ok((await app.deliverEmails()).every(({ to }) => to?.[0]?.address !== UNKNOWN_EMAIL));
    });
  });

  describe('in the HTTP protocol', () => {
    it('gives 400 with the JSON error body', async () => {
      const malformedRequests = [
        'NONSENSE\r\n\r\n',
        'GET /app/users/me HTTP/1.1\r\nHost: localhost\r\nBad Header: 1\r\n\r\n',
        `GET /app/users/me HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
        'POST /app/auth/login/child HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        'POST /app/auth/login/child HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
      ];
      for (const text of malformedRequests) {
        const response = await sendRawText(app, text);
        assert.match(response, /^HTTP\/1\.1 400 /, text.slice(0, 60));
        const { error } = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
        assert.equal(error.code, 'VALIDATION_ERROR');
        assert.ok(error.message);
      }
      assert.equal((await app.call('GET', '/healthz')).status, 200);
    });
  });
});

describeWithApp('Bearer tokens', (app) => {
  let people: People;
  before(async () => {
    people = await app.registerFamily();
  });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** Decodes the header (0) or the claims (1) of a token. */
  const decodeSegment = (token: string, i: number) =>
    JSON.parse(Buffer.from(token.split('.')[i] ?? '', 'base64url').toString()) as Record<string, unknown>;

  /** Creates a token like the child's, with some changes, without the token library. */
  const forgeToken = (changes: {
    header?: object;
    claims?: object;
    key?: Buffer;
    hash?: string;
    signature?: string;
  }) => {
    const header = encode({ ...decodeSegment(people.child.token, 0), ...changes.header });
    const claims = encode({ ...decodeSegment(people.child.token, 1), ...changes.claims });
    const key = changes.key ?? app.ctx.secrets.tokenKeys[0]?.key ?? Buffer.alloc(0);
    const validSignature = createHmac(changes.hash ?? 'sha256', key)
      .update(`${header}.${claims}`)
      .digest('base64url');
    return `${header}.${claims}.${changes.signature ?? validSignature}`;
  };

  const assertUnauthorized = async (authorization: string, route = 'GET /app/users/me') => {
    const response = await call(app, route, { headers: { authorization } });
    assertRefused(response, 'UNAUTHORIZED');
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm="family-learning"/);
  };

  it('are JWTs with the expected header and claims', () => {
    const { kid, ...header } = decodeSegment(people.child.token, 0);
    assert.deepEqual(header, { alg: 'HS256', typ: 'at+jwt' });
    assert.equal(typeof kid, 'string');
    const { jti, ...claims } = decodeSegment(people.child.token, 1);
    const now = toEpochSeconds(app.ctx.now());
    assert.equal(typeof jti, 'string');
    assert.deepEqual(claims, {
      sub: people.child.id,
      role: 'child',
      iss: 'family-learning-service',
      aud: 'family-learning-app',
      iat: now,
      exp: now + 30 * DAY,
    });
  });
  it('are accepted after Bearer in upper, lower and mixed case, and after several spaces', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
      const headers = { authorization: `${scheme} ${people.child.token}` };
      assert.equal((await call(app, 'GET /app/users/me', { headers })).body.data.id, people.child.id);
    }
    const { status } = await call(app, 'GET /app/users/me', { token: forgeToken({}) });
    assert.equal(status, 200, 'a token from `forgeToken` without changes is accepted');
  });

  it('that are malformed give 401', async () => {
    const { token } = people.child;
    for (const text of [
      ...'x .. ... null.null.null %00'.split(' '),
      `${encode(null)}.${encode(null)}.x`,
      `${encode([])}.${encode({})}.x`,
      `${encode({ alg: 'HS256', typ: 'at+jwt', kid: '__proto__' })}.${encode({})}.x`,
      token.slice(0, -1),
      `${token}x`,
      token.slice(1),
      `${token}.${token}`,
      token.split('.').slice(0, 2).join('.'),
      token.toLowerCase(),
      `${token} ${token}`,
      `${token},${token}`,
      'x'.repeat(12_000),
    ])
      await assertUnauthorized(`Bearer ${text}`);
    for (const authorization of ['Bearer', 'Bearer ', `Basic ${token}`]) await assertUnauthorized(authorization);
  });

  it('that are forged give 401', async () => {
    const otherChild = await app.registerChild();
    const { sub, jti } = decodeSegment(otherChild.token, 1);
    const now = toEpochSeconds(app.ctx.now());
    const unsigned = ['none', 'None'].map((alg) => ({ header: { alg }, signature: '' }));
    const wronglySigned = [
      { signature: '' },
      { key: Buffer.alloc(32) },
      { key: Buffer.from('family-learning-service') },
      { header: { alg: 'HS512' }, hash: 'sha512' },
    ];
    const headers = {
      alg: ['none', 'RS256'],
      typ: ['JWT', undefined],
      kid: ['another', undefined, 0],
      crit: [['exp']],
    };
    const claims = {
      iss: ['somebody-else', undefined],
      aud: [undefined, 'family-learning-panel'],
      exp: [now, now - 1, undefined, String(now + 100)],
      jti: ['no-such-session', undefined, 'x\ud800y', jti],
      sub: [sub, undefined],
      role: ['admin', undefined],
    };
    const list = (table: Record<string, readonly unknown[]>) =>
      Object.entries(table).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
    for (const changes of [
      ...unsigned,
      ...wronglySigned,
      ...list(headers).map((header) => ({ header })),
      ...list(claims).map((changed) => ({ claims: changed })),
    ])
      await assertUnauthorized(`Bearer ${forgeToken(changes)}`);
  });
  it('that were tampered with give 401', async () => {
    const [header = '', claims = '', signature = ''] = people.child.token.split('.');
    const parentClaims = encode({ ...decodeSegment(people.child.token, 1), role: 'parent' });
    await assertUnauthorized(`Bearer ${header}.${parentClaims}.${signature}`, 'POST /app/auth/manager-code');
    const alteredSignature = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    await assertUnauthorized(`Bearer ${header}.${claims}.${alteredSignature}`);
    await assertUnauthorized(
      `Bearer ${encode({ ...decodeSegment(people.child.token, 0), x: 1 })}.${claims}.${signature}`,
    );
  });

  it('have the role of their session, whatever they claim', async () => {
    const token = forgeToken({ claims: { role: 'parent' } });
    assertRefused(await call(app, 'POST /app/auth/manager-code', { token }), 'FORBIDDEN');
  });

  it('are accepted only in the Authorization header', async () => {
    const { token } = people.child;
    assertRefused(await call(app, `GET /app/users/me?access_token=${token}`), 'UNAUTHORIZED');
    assertRefused(await call(app, 'GET /app/users/me', { cookie: `session=${token}` }), 'UNAUTHORIZED');
    const logout = await call(app, 'POST /app/auth/logout', { body: { token } });
    assertRefused(logout, 'UNAUTHORIZED');
  });
});

/** Sends a request without a Content-Type, which fetch would always set. */
function sendWithoutContentType(
  app: TestApp,
  method: string,
  path: string,
  text: string,
): Promise<{ status: number; body: TestResponse['body'] }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(app.url + path, { method }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    request.on('error', reject);
    request.end(text);
  });
}

/** Sends a text without an HTTP client, and returns everything received. */
function sendRawText(app: TestApp, text: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      response += chunk;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
    socket.setTimeout(5000, () => socket.destroy(new Error('no response')));
  });
}
