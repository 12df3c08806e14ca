import assert from 'node:assert/strict';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Ajv } from 'ajv';
import { surface } from '../../../src/app/surface.ts';
import { createPseudoRandom } from '../../../src/core/pseudo-random.ts';
import { STATUS_BY_CODE } from '../../../src/core/requests/api-error.ts';
import { normalizeEmail, normalizeName } from '../../../src/features/accounts/rules.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { createM4a, createMp3, createPicture, createPng, createWebm } from '../../support/files/media.ts';
import { BOUNDARY, encodeMultipart, type Part } from '../../support/files/multipart.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

// Sends random requests to every route of the surface table: valid, nearly valid and absurd ones. The same seed creates
// the same requests:
//   FUZZ_SEED=123 FUZZ_REQUESTS=20000 npx node scripts/test.ts test/faults/requests/fuzz.test.ts
// The default seed is fixed, so that a failure points to a change in the code. Use other seeds to explore.
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** How many requests are sent, including those of the warm-up. */
const REQUEST_COUNT = Number(process.env.FUZZ_REQUESTS ?? 2500);
/** The heap is measured after the warm-up, because compiled code and caches make it grow at first. */
const WARM_UP_REQUESTS = 250;
const REQUESTS_PER_FAMILY = 250;
const CONCURRENCY = 6;
/** After this many failures, no more requests are sent. */
const MAX_FAILURES = 20;
const SLOW_MS = 1000;
const MAX_HEAP_GROWTH_BYTES = 16 * 1024 * 1024;
/** How many idle connections of this process's `fetch` may stay open. */
const MAX_FETCH_SOCKETS = 2;

/** Part of many generated values. It must not appear in the log. */
const CANARY = 'zqcanary';
const DEVICE = `${CANARY}-panel-device`;

testWithApp(
  'random requests get responses that match the specification within a second, and cause no server error or memory leak',
  async (app) => {
    const run = {
      failures: [] as string[],
      countByStatus: new Map<number, number>(),
      slowestMs: 0,
      slowRequests: [] as FuzzRequest[],
    };
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
    await sendFuzzedRequests(app, agent, run, 0, WARM_UP_REQUESTS);
    const heapBytesBefore = measureHeapBytes();
    const startedAt = performance.now();
    await sendFuzzedRequests(app, agent, run, WARM_UP_REQUESTS, REQUEST_COUNT);
    const seconds = (performance.now() - startedAt) / 1000;
    // A busy machine may slow down a single request, so each slow request is repeated while no other request runs.
    for (const fuzzRequest of run.slowRequests) {
      const { durationMs } = await send(app, agent, fuzzRequest);
      if (durationMs > SLOW_MS)
        run.failures.push(`${fuzzRequest.name}: ${Math.round(durationMs)} ms, and also slow when sent with others`);
    }
    agent.destroy();
    const heapGrowthBytes = measureHeapBytes() - heapBytesBefore;
    const statuses = [...run.countByStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `fuzz on ${app.database}: FUZZ_SEED=${SEED}, ${REQUEST_COUNT - WARM_UP_REQUESTS} requests in ${seconds.toFixed(1)} s, slowest ${Math.round(run.slowestMs)} ms, ` +
        `heap ${(heapGrowthBytes / 1024 / 1024).toFixed(1)} MiB more, ${statuses.join(', ')}`,
    );
    assert.deepEqual(run.failures, [], `FUZZ_SEED=${SEED}`);
    assert.ok(heapGrowthBytes < MAX_HEAP_GROWTH_BYTES, `the heap grew by ${heapGrowthBytes} bytes, FUZZ_SEED=${SEED}`);
    await assertDatabaseConsistent(app);
  },
  { env: { RATE_LIMITS: 'off', LOG_LEVEL: 'info', METRICS_TOKEN: 'the-operators-token-of-2026' } },
);

testWithApp('a misbehaving connection affects no other connection', async (app) => {
  const responseToExpectHeader = await sendRaw(
    app,
    'GET /healthz HTTP/1.1\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n',
  );
  assert.match(responseToExpectHeader, /^HTTP\/1.1 200 OK.*\{"data":\{"status":"ok"\}\}$/s);
  const pipelined = await sendRaw(
    app,
    `${'GET /healthz HTTP/1.1\r\n\r\n'.repeat(3)}GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`,
  );
  assert.equal(pipelined.match(/"ok"/g)?.length, 4, 'four pipelined requests get responses');

  const socket = connect({ host: '127.0.0.1', port: getPort(app), allowHalfOpen: true }).resume();
  socket.on('error', () => {}); // a reset is expected
  socket.write('no HTTP\r\n\r\n');
  assert.ok(await waitForClosedSockets(app, MAX_FETCH_SOCKETS), 'a refused client cannot keep its socket open');
  socket.destroy();
});

/** Sends bytes on a new connection. Resolves with everything received until the connection closes. */
function sendRaw(app: TestApp, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port: getPort(app) });
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', () => {}); // a reset is expected
    socket.on('close', () => resolve(received));
    socket.write(bytes);
  });
}

function getPort({ url }: TestApp): number {
  return Number(new URL(url).port);
}

interface FuzzRun {
  readonly failures: string[];
  readonly countByStatus: Map<number, number>;
  readonly slowRequests: FuzzRequest[];
  slowestMs: number;
}

interface FuzzRequest {
  /** Identifies the request in error messages. */
  readonly name: string;
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

interface FuzzResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly durationMs: number;
}

/** Sends the requests `first` to `end - 1`, a few at a time, with a new family for every REQUESTS_PER_FAMILY requests. */
async function sendFuzzedRequests(app: TestApp, agent: Agent, run: FuzzRun, first: number, end: number): Promise<void> {
  for (let start = first; start < end; start += REQUESTS_PER_FAMILY) {
    const family = await createFamily(app);
    let next = start;
    const familyEnd = Math.min(end, start + REQUESTS_PER_FAMILY);
    const sendUntilDone = async () => {
      while (next < familyEnd && run.failures.length < MAX_FAILURES) {
        const requestNumber = next;
        next += 1;
        await sendAndCheck(app, agent, run, createRequest(app, family, requestNumber));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sendUntilDone));
    app.advance(61);
    checkAndClearLog(app, run);
    app.mailbox.emails.length = 0; // otherwise, the stored emails would look like a memory leak
  }
}

async function sendAndCheck(app: TestApp, agent: Agent, run: FuzzRun, fuzzRequest: FuzzRequest): Promise<void> {
  try {
    const response = await send(app, agent, fuzzRequest);
    run.countByStatus.set(response.status, (run.countByStatus.get(response.status) ?? 0) + 1);
    run.slowestMs = Math.max(run.slowestMs, response.durationMs);
    if (response.durationMs > SLOW_MS) run.slowRequests.push(fuzzRequest);
    const violation = findViolation(fuzzRequest, response);
    if (violation)
      run.failures.push(`${fuzzRequest.name}: ${violation}: ${response.status} ${response.text.slice(0, 300)}`);
  } catch (error) {
    // Another random request may sign the parent out while the export is being sent.
    if (
      fuzzRequest.path.endsWith('/export.zip') &&
      app.log.some((line) => line.includes('access ended during a response'))
    )
      return;
    run.failures.push(`${fuzzRequest.name}: no response: ${error}`);
  }
}

function send(app: TestApp, agent: Agent, { method, path, headers, body }: FuzzRequest): Promise<FuzzResponse> {
  const { hostname, port } = new URL(app.url);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent, timeout: 10_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers: responseHeaders } = response;
        resolve({ status, headers: responseHeaders, text, durationMs: performance.now() - startedAt });
      });
    });
    request.on('timeout', () => request.destroy(new Error('no response within ten seconds')));
    request.on('error', reject);
    request.end(body);
  });
}

// Checks of responses

const ajv = new Ajv({ strict: false, formats: { 'date-time': true } });
const responseSchemas = new Map<Route, ReturnType<typeof ajv.compile> | undefined>(
  surface.map((route) => [route, route.endpoint.responseSchema && ajv.compile(route.endpoint.responseSchema)]),
);
const STATUS_BY_ANY_CODE: Readonly<Record<string, number>> = STATUS_BY_CODE; // a response may contain any code

function isHtmlPage(text: string): boolean {
  return text.startsWith('<!');
}

/** Whether the text replaces a part of a panel page: the entries of a list, or a message instead of them. */
function isHtmlFragment(text: string, headers: FuzzResponse['headers']): boolean {
  return text.startsWith('<div class="list"') || headers['hx-retarget'] !== undefined;
}

function findViolation({ route, method }: FuzzRequest, { status, headers, text }: FuzzResponse): string | undefined {
  const type = headers['content-type'] ?? '';
  if (status >= 500) return 'a server error';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff header';
  if (!headers['content-security-policy']) return 'no Content-Security-Policy';
  if (status === 303)
    return /^\/((login|panel|play)([/?#]|$)|\?|$)/.test(headers.location ?? '')
      ? undefined
      : 'a redirect to another page';
  if (method === 'HEAD') return undefined;
  if (status === 204) return method === 'OPTIONS' && headers.allow ? undefined : 'an unexpected 204';
  // These responses have no body: nothing was modified, or the panel page that requested a fragment redirects to the login page.
  if (status === 304 || (status === 401 && headers['hx-redirect']))
    return text === '' ? undefined : 'an unexpected body';
  if (type.startsWith('text/html'))
    return isHtmlPage(text) || isHtmlFragment(text, headers) ? undefined : 'neither a page nor a fragment';
  if (status >= 400) return findErrorViolation(status, headers, text);
  // With a random method, the request may reach another route with the same path.
  const validate = responseSchemas.get(
    surface.find((otherRoute) => otherRoute.path === route.path && otherRoute.method === method) ?? route,
  );
  if (validate && !validate(JSON.parse(text))) return `not the response schema: ${ajv.errorsText(validate.errors)}`;
  return undefined;
}

function findErrorViolation(status: number, headers: FuzzResponse['headers'], text: string): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return 'an error that is not JSON';
  const body = JSON.parse(text);
  if (Object.keys(body).join() !== 'error') return 'fields other than "error"';
  const { code, message, details, ...otherFields } = body.error;
  const isMethodNotAllowed = status === 405 && code === 'NOT_FOUND' && headers.allow !== undefined;
  if (STATUS_BY_ANY_CODE[code] !== status && !isMethodNotAllowed) return 'a code that does not match the status';
  if (typeof message !== 'string' || message === '') return 'no message';
  if (Object.keys(otherFields).length > 0) return 'an error with unknown fields';
  if (details !== undefined && (typeof details !== 'object' || Object.keys(details).length === 0))
    return 'invalid details';
  if (status === 429 && !/^\d+$/.test(headers['retry-after'] ?? '')) return 'no Retry-After';
  return undefined;
}

async function assertDatabaseConsistent(app: TestApp): Promise<void> {
  const { db } = app.ctx;
  assert.equal((await app.call('GET', '/readyz')).status, 200);
  const { child } = await app.registerFamily();
  assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200);

  const profiles = await db.selectFrom('profiles').selectAll().execute();
  const profilesWithPin = new Set(
    (await db.selectFrom('pins').select('profile_id').execute()).map((row) => row.profile_id),
  );
  const profilesWithSession = new Set(
    (await db.selectFrom('sessions').select('profile_id').execute()).map((row) => row.profile_id),
  );
  for (const { id, role, display_name, email, language, birth_year } of profiles) {
    assert.equal(normalizeName(display_name), display_name);
    assert.deepEqual(Intl.getCanonicalLocales(language), [language]);
    assert.ok(profilesWithSession.has(id), `${role} ${id} has a session`);
    assert.equal(profilesWithPin.has(id), role === 'child', `only children have a PIN: ${role} ${id}`);
    if (role === 'parent') assert.equal(normalizeEmail(email ?? ''), email);
    else assert.ok(birth_year !== null && birth_year >= 1900 && birth_year <= 2026);
  }
  assert.equal(profilesWithPin.size, profiles.filter(({ role }) => role === 'child').length);

  const guardians = await db.selectFrom('guardians').selectAll().execute();
  const childrenWithFirstGuardian = guardians.filter(({ rank }) => rank === 1).map(({ child_id }) => child_id);
  assert.equal(
    new Set(childrenWithFirstGuardian).size,
    childrenWithFirstGuardian.length,
    'a child has at most one first guardian',
  );
  assert.equal(await app.countRows('consents'), guardians.length, 'each link has a consent');
  for (const { count } of await db.selectFrom('counters').select('count').execute()) assert.ok(count >= 0);

  assert.ok(await waitForClosedSockets(app, MAX_FETCH_SOCKETS), 'the sockets are closed');
}

/** Adds log lines that contain request data or an error to the failures, and clears the log. */
function checkAndClearLog({ log }: TestApp, { failures }: FuzzRun): void {
  for (const line of log.splice(0)) {
    if (line.includes(CANARY) || /"level":(50|60)/.test(line)) failures.push(`the log contains: ${line.slice(0, 500)}`);
  }
}

/** Waits until the server has at most `maxOpen` open sockets. Returns whether that happened within four seconds. */
async function waitForClosedSockets(app: TestApp, maxOpen: number): Promise<boolean> {
  for (let polls = 0; polls < 200; polls += 1) {
    const openCount = await new Promise<number>((resolve) => app.fastify.server.getConnections((_, n) => resolve(n)));
    if (openCount <= maxOpen) return true;
    await sleep(20);
  }
  return false;
}

function measureHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let i = 0; i < 3; i += 1) collect();
  return process.memoryUsage().heapUsed;
}

// Generated requests

interface Family {
  readonly childId: string;
  readonly tokens: Readonly<Record<'child' | 'parent', string>>;
  readonly cookie: string;
  readonly email: string;
  readonly codes: readonly string[];
}

async function createFamily(app: TestApp): Promise<Family> {
  const { child, parent } = await app.registerFamily();
  const cookie = (await app.openPanelSession(parent.token)).split('; ')[0] ?? '';
  await app.call('POST', '/api/auth/send-email-code', { body: { email: parent.email } });
  const emailCode = await app.fetchEmailedCode(parent.email);
  const managerCode = await app.generateManagerCode(parent.token);
  const linkingCode = await app.generateLinkingCode(parent.token);
  const tokens = { child: child.token, parent: parent.token };
  return { childId: child.id, tokens, cookie, email: parent.email, codes: [emailCode, managerCode, linkingCode] };
}

const WRITE_ROUTES = surface.filter(({ method }) => method !== 'GET');

function createRequest(app: TestApp, family: Family, requestNumber: number): FuzzRequest {
  const random = new SeededRandom(SEED + requestNumber * 7919); // runs with neighboring seeds send different requests
  // Each route gets requests in turn. For each family, one route gets so many that its limits are exceeded.
  const frequentRoute = WRITE_ROUTES[Math.floor(requestNumber / REQUESTS_PER_FAMILY) % WRITE_ROUTES.length];
  const route: Route =
    (random.chance(0.3) ? frequentRoute : surface[requestNumber % surface.length]) ?? random.pick(surface);
  const method = random.chance(0.05) ? random.pick(['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']) : route.method;
  const path = createPath(random, route, family);
  const { type, body } = method === 'GET' || method === 'HEAD' ? {} : createBody(app, random, route, family);
  const headers = {
    ...createHeaders(random),
    ...createCredentials(random, route, family),
    ...createBrowserHeaders(app, random, route),
  };
  if (type !== undefined) headers['content-type'] = type;
  if (body !== undefined) headers['content-length'] = String(body.length);
  return { name: `#${requestNumber} ${method} ${path.slice(0, 120)}`, route, method, path, headers, body };
}

function createPath(random: SeededRandom, { path, endpoint }: Route, family: Family): string {
  const pickId = () => random.pick([...PATH_IDS, undefined]) ?? encode(random, family.childId);
  const isTask = path.startsWith('/app/tasks/');
  const filledPath = path.replace(/:\w+/g, () => (isTask && random.chance(0.5) ? random.pick(TASK_IDS) : pickId()));
  const queryNames = Object.keys(endpoint.query?.properties ?? {}).filter(() => random.chance(0.7));
  if (random.chance(0.1)) queryNames.push(random.pick(['__proto__', 'limit', 'next', 'constructor[x]', CANARY]));
  const pairs = queryNames.flatMap((name) => {
    const createPair = () =>
      `${encode(random, name)}=${random.pick([...QUERY_VALUES, undefined]) ?? encode(random, random.text())}`;
    return random.chance(0.1) ? [createPair(), createPair()] : [createPair()];
  });
  const alteredPath = random.chance(0.07) ? random.pick(ALTERED_PATHS)(filledPath) : filledPath;
  return pairs.length > 0 ? `${alteredPath}?${pairs.join('&')}` : alteredPath;
}

const LOOK = 'skin-sand.hair-shaggy-ginger._.hoodie-turquoise._';
const PATH_IDS: readonly string[] = [
  ...[`${LOOK}.png`, `${LOOK}.svg`],
  ...words('panel.css %00 a%00b.png ..%2f..%2fetc%2fpasswd %2f __proto__.png constructor.svg %E0%A4%A.svg %ff%fe.png'),
  ...[`${'x'.repeat(9000)}.png`, `${'skin-sand.'.repeat(400)}png`],
  ...words('%F0%9F%A6%8A.svg -1 %20'),
];
const QUERY_VALUES: readonly string[] = [
  ...words('1 0 -1 -0 64 512 513 1e2 1e400 NaN 0x40 64.5 ١٢ %00 %ff %zz hat HAT null [] {} /panel //evil.example'),
  ...words('https:%2f%2fevil.example %5cevil /panel%0d%0aX:1 WyJhIiwiYiJd WyIyMDI2IiwiXHUwMDAwIl0 e30 bm90'),
  ...['', 'WyIyMDI2IiwiXHVkODAwIl0', 'x'.repeat(5000)],
].map((value) => encodeURI(value).replaceAll('%25', '%'));
/** The tasks of the requests: a quiz, a lesson, a locked task and two creative tasks. */
const TASK_IDS = ['first-sums', 'what-is-alive', 'tower-locks', 'another-ending', 'my-pattern'];
const ALTERED_PATHS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path}/..%2f`,
  (path) => `${path}/%zz`,
  (path) => path.toUpperCase(),
  (path) => path.replace('a', '%61'),
  (path) => `${path};x=1`,
  (path) => `/.${path}`,
  (path) => `${path}/${'y'.repeat(7000)}`,
];

/** Creates the credentials that the route requires, those that another route requires, or invalid ones. */
function createCredentials(
  random: SeededRandom,
  { auth, path }: Route,
  { tokens, cookie }: Family,
): Record<string, string> {
  const signsOut = path.endsWith('logout'); // signing out leaves the other requests of the family without a session
  const usesRequiredCredentials = random.chance(signsOut ? 0.03 : 0.75);
  const createBearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const device = `__Host-device=${DEVICE}`;
  if (usesRequiredCredentials && (auth === 'session' || (auth === 'optional-session' && random.chance(0.3))))
    return { cookie: `${cookie}; ${device}` };
  if (usesRequiredCredentials && auth === 'child') return createBearer(tokens.child);
  if (usesRequiredCredentials && auth === 'parent') return createBearer(tokens.parent);
  if (usesRequiredCredentials && auth === 'bearer') return createBearer(random.pick([tokens.child, tokens.parent]));
  if (auth === 'optional-session' && random.chance(0.8)) return { cookie: device };
  if (signsOut) return createBearer(tokens.child.slice(0, -3));
  return random.pick<() => Record<string, string>>([
    () => ({}),
    () => createBearer(tokens.child),
    () => createBearer(tokens.parent),
    () => ({ cookie }),
    () => createBearer(cookie.replace('session=', '')),
    () => ({ cookie: `session=${tokens.parent}` }),
    () => createBearer(`${tokens.child.split('.').slice(0, 2).join('.')}.`),
    () => createBearer(`eyJhbGciOiJub25lIn0.${tokens.parent.split('.')[1]}.`),
    () => ({
      authorization: random.pick(['Bearer', 'Basic eDp5', 'bearer  x', 'Bearer \xff', `Bearer ${'a.'.repeat(3000)}`]),
    }),
    () => ({
      cookie: random.pick([
        ...words('session= session=" =;;= session=\xff'),
        'session=%00; session=x',
        'x'.repeat(4000),
      ]),
    }),
  ])();
}

function createBrowserHeaders(
  { url }: TestApp,
  random: SeededRandom,
  { endpoint, method }: Route,
): Record<string, string> {
  if (endpoint.kind !== 'page' || method === 'GET') return {};
  return random.pick<Record<string, string>>([
    ...['same-origin', 'same-origin', 'cross-site'].map((site) => ({ 'sec-fetch-site': site })),
    ...[{ origin: url }, { origin: 'https://evil.example' }, {}],
  ]);
}

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'device-id': [
    ...words(`${CANARY}-1 ${CANARY}-2 \xff\xfe ';--`),
    ...['', ' ', 'x'.repeat(200), 'x'.repeat(201), 'two words'],
  ],
  'x-timezone': ['', 'x'.repeat(3000), ...words('UTC Europe/Kyiv Mars/Olympus +25:00 +02:00 \xff ../etc GMT0')],
  'accept-language': [
    ...words('en uk,pl;q=0.5 * ;;; en;q=NaN \xff es-419;q=-1'),
    ...['', 'x'.repeat(5000), 'a-'.repeat(300)],
  ],
  accept: words('text/html */* application/json \xff'),
  'idempotency-key': ['1', '', 'x'.repeat(3000)],
  'x-forwarded-for': [
    ...words('1.2.3.4 ::1 unknown 999.1.1.1 fe80::1%eth0 \xff'),
    ...['1.2.3.4, 5.6.7.8', '', ','.repeat(500)],
  ],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': words('https javascript'),
  'x-http-method-override': ['DELETE'],
  'hx-request': words('true maybe'),
  'if-none-match': ['*', '"x"'],
  range: words('bytes=0- bytes=9-1'),
};

function createHeaders(random: SeededRandom): Record<string, string> {
  const names = Object.keys(HEADERS).filter(() => random.chance(0.25));
  return Object.fromEntries(names.map((name) => [name, random.pick(HEADERS[name] ?? [''])]));
}

function createBody(
  app: TestApp,
  random: SeededRandom,
  route: Route,
  family: Family,
): { type?: string; body?: Buffer } {
  if (random.chance(0.05)) return {};
  const expectedType = route.endpoint.kind === 'page' ? 'application/x-www-form-urlencoded' : 'application/json';
  const type = random.chance(0.93) ? expectedType : random.pick(MEDIA_TYPES);
  if (random.chance(0.08)) return { type, body: Buffer.from(random.pick(MALFORMED_BODIES)) };
  const fields = Object.entries(route.endpoint.body?.properties ?? {});
  const isForm = route.endpoint.kind === 'page';
  const kind = random.pick(['valid', 'valid', 'nearly-valid', 'absurd']);
  const invalidField = random.pick(fields.length > 0 ? fields.map(([name]) => name) : ['']);
  const pairs = fields
    .filter(() => kind !== 'absurd' || random.chance(0.85))
    .map(([name]): [string, unknown] => {
      const isInvalid = kind === 'absurd' || (kind === 'nearly-valid' && name === invalidField);
      return [
        name,
        isInvalid
          ? random.pick([createNearlyValidValue, createAbsurdValue])(random)
          : createValidValue(app, random, name, family),
      ];
    });
  if (random.chance(0.1))
    pairs.push([random.pick(['__proto__', 'constructor', 'role', 'id', '', CANARY]), createAbsurdValue(random)]);
  if (isForm) {
    const text = pairs.map(
      ([name, value]) => `${encode(random, name)}=${encode(random, typeof value === 'string' ? value : toJson(value))}`,
    );
    return { type, body: Buffer.from(text.join('&')) };
  }
  if (route.endpoint.multipart && random.chance(0.6))
    return createMultipartBody(random, route.endpoint.multipart.fieldName, pairs);
  return {
    type,
    body: Buffer.from(`{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`).join(',')}}`),
  };
}

/** Creates a body with text fields and valid, corrupted or invalid files, sometimes truncated or with a wrong boundary. */
function createMultipartBody(
  random: SeededRandom,
  fileField: string,
  pairs: readonly [string, unknown][],
): { type: string; body: Buffer } {
  const textParts = pairs.map(([name, value]): Part => {
    return {
      name: name.replaceAll(/["\r\n]/g, ''),
      body: typeof value === 'string' ? value.toWellFormed() : toJson(value),
    };
  });
  const fileParts = Array.from({ length: random.pick([0, 1, 1, 2, 4]) }, (): Part => {
    const body = Buffer.from(random.pick(SENT_FILES));
    if (random.chance(0.3)) body[random.below(body.length)] = random.below(256);
    const filename = random.pick(['a.png', '', '../../x', CANARY, 'x'.repeat(500)]);
    return { name: random.chance(0.95) ? fileField : random.pick(['file', '__proto__', '']), filename, body };
  });
  const boundary = random.pick(['b', BOUNDARY, `${CANARY}'()`]);
  const completeBody = Buffer.from(encodeMultipart([...textParts, ...fileParts], boundary));
  const body = random.chance(0.1) ? completeBody.subarray(0, random.below(completeBody.length)) : completeBody;
  const declaredBoundary = random.chance(0.95) ? boundary : random.pick(['', 'c', '"']);
  return { type: `multipart/form-data; boundary=${declaredBoundary}`, body };
}

const SENT_FILES = [
  await createPicture('png'),
  await createPicture('jpeg', 300, 200),
  await createPicture('webp'),
  createMp3(),
  createM4a(),
  createWebm(),
  createPng(30_000, 30_000),
  Buffer.from('<svg/>'),
];

const MEDIA_TYPES = [
  ...words('text/plain application/xml ;;'),
  ...['application/json; charset=utf-16', 'multipart/form-data; boundary=x', ''],
];
const MALFORMED_BODIES: readonly (string | Buffer)[] = [
  ...words(`null [] "" 0 true { {"a": {"a":1}} \uFEFF{} {"a":NaN} {'a':1} \0 &&==& % %zz=% {"__proto__":{"x":1}}`),
  ...words('{"constructor":{"prototype":{"x":1}}} {"pin":"1234","pin":1} {"a":1e400,"b":-0}'),
  ...['', ' '],
  `${'['.repeat(1000)}${']'.repeat(1000)}`,
  `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`,
  '['.repeat(10_000),
  `{"email":"${'e'.repeat(200_000)}"}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"email":"x@example.org"}', 'utf16le'),
];

/** Creates a value that is valid for a field with this name, or would be valid if a profile with the value existed. */
function createValidValue({ ctx }: TestApp, random: SeededRandom, name: string, family: Family): unknown {
  const itemIds = [...ctx.content.current.avatarItems.values()].filter(({ slot }) => slot === name).map(({ id }) => id);
  if (itemIds.length > 0) return random.chance(0.1) && /hat|accessory/.test(name) ? null : random.pick(itemIds);
  const creatorsByField: Record<string, () => unknown> = {
    birth_year: () => 1990 + random.below(36),
    language: () => random.pick(['en', 'es', 'uk', 'pl', 'pt-BR', 'zh-Hant', 'EN-us']),
    avatar_id: () => random.pick(['fox', 'owl', CANARY]),
    pin: () => random.pick(['1234', '1234', '0000']),
    email: () =>
      random.pick([family.email, `${CANARY}-${random.below(50)}@example.org`, ` ${family.email.toUpperCase()} `]),
    code: () => random.pick([...family.codes, '123456', '1234-5678', 'ABCDEFGH']),
    profile_id: () => random.pick([family.childId, family.childId, CANARY]),
    display_name: () => random.pick(['Mia', 'Зоряна', '🦊 Fox', "O'Neil", '<b>Leo</b>', '=1+1']),
    form_token: () => createCsrfToken(ctx, DEVICE),
    next: () => random.pick(['/panel', '/panel?x=1', '']),
  };
  return (creatorsByField[name] ?? (() => CANARY))();
}

function createNearlyValidValue(random: SeededRandom): unknown {
  return random.pick<unknown>([
    ...words('12345 １２３４ ١٢٣٤ 1e3 NaN null \u202Eabc a\u200B \u2066 𝟙𝟚𝟛𝟜 a@b a@b.c "a"@example.org ａ@example.org'),
    ...words('en_US i-klingon x en- en-x-en-x-en-x- ../fox - _ __proto__ constructor toString 2017 //evil.example'),
    ...words('/panel//x javascript:alert(1) \\evil /panel/../x'),
    ...['', ' ', '12 34', 'x'.repeat(41), 'a b@example.org', 'a@exam\u0000ple.org', `${'a'.repeat(65)}@example.org`],
    ...[1899, 2027, 2017.5, -1, 0, ...words('2017.0 1e400 -0 9007199254740993').map((text) => new RawJson(text))],
    '/panel\r\nSet-Cookie: a=b',
  ]);
}

function createAbsurdValue(random: SeededRandom): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => ['1234'],
    () => ({ toString: 'x', length: 4 }),
    () => '\0',
    () => 'a\0b',
    () => '\ud800',
    () => `x\udfff@example.org`,
    () => 'x'.repeat(10_000),
    () => '\u0301'.repeat(3000),
    () => '🦊'.repeat(2000),
    () => new RawJson(`${'['.repeat(1000)}${']'.repeat(1000)}`),
    () => new RawJson('{"__proto__":{"a":1}}'),
    () => new RawJson('NaN'),
    () => new RawJson('-1e-400'),
    () => new RawJson('"\\u0000\\uD800"'),
    () => random.text(),
  ])();
}

function words(text: string): string[] {
  return text.split(' ');
}

/** JSON text that JSON.stringify cannot produce. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function toJson(value: unknown): string {
  return value instanceof RawJson ? value.text : JSON.stringify(value);
}

/** Encodes a text for a URL. Sometimes adds an incomplete escape sequence. */
function encode(random: SeededRandom, text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return random.chance(0.03) ? `${encoded}%f` : encoded;
}

class SeededRandom {
  /** An integer from 0 to `limit - 1`. */
  readonly below: (limit: number) => number;

  constructor(seed: number) {
    this.below = createPseudoRandom(seed);
  }

  chance(probability: number): boolean {
    return this.below(1_000_000) < probability * 1_000_000;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined && choices.length === 0) throw new Error('nothing to choose from');
    return choice as T; // the index is in range
  }

  /** Any UTF-16 code units, including lone surrogates and control characters. */
  text(): string {
    const unit = () =>
      this.pick([0x20 + this.below(0x5f), this.below(0x20), this.below(0x10000), 0x202e, 0xd800, 0x30]);
    return String.fromCharCode(...Array.from({ length: this.below(60) }, unit));
  }
}
