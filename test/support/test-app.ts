import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp, createContext } from '../../src/app/build.ts';
import type { Content } from '../../src/content/index.ts';
import { addSeconds } from '../../src/core/time/instant.ts';
import type { Context, HashCost, Random } from '../../src/platform/context.ts';
import { type Database, openDatabase } from '../../src/platform/database/index.ts';
import type { Files } from '../../src/platform/files/local-files.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { readSettings } from '../../src/platform/settings.ts';
import type { Tables } from '../../src/schema/tables.ts';
import { loadSmallPacks } from './content/packs.ts';
import { findFreePort } from './servers/free-port.ts';
import { type Mailbox, startMailbox } from './servers/mailbox.ts';
import { copySecrets, createTestDatabase, type DatabaseKind, releaseTestDatabase } from './service/databases.ts';

type TestOptions = TestAppOptions & { readonly only?: DatabaseKind };
const listDatabases = (only?: DatabaseKind) => (only ? [only] : (['sqlite', 'postgres'] as const));

/** Defines a test that runs with a new app on each database, or on `only` one. */
export function testWithApp(
  name: string,
  run: (app: TestApp) => Promise<void>,
  { only, ...options }: TestOptions = {},
): void {
  for (const database of listDatabases(only)) {
    it(`${name} [${database}]`, async () => {
      const app = await startTestApp(database, options);
      const failures: unknown[] = [];
      await run(app).catch((error: unknown) => failures.push(error));
      await app.close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0]; // if the test itself failed, its own error comes first
    });
  }
}

/** Defines a block of tests that share one app on each database, or on `only` one. A test must not change data that the other tests read. */
export function describeWithApp(
  name: string,
  body: (app: TestApp) => void,
  { only, ...options }: TestOptions = {},
): void {
  for (const database of listDatabases(only)) {
    describe(`${name} [${database}]`, () => {
      const app = {} as TestApp; // its properties are set before the first test
      before(async () => void Object.assign(app, await startTestApp(database, options)));
      after(() => app.close());
      body(app);
    });
  }
}

/** Most tests run without rate limits, which have their own tests. The limits of codes, emails and PINs always apply. */
const withRateLimits = <Options extends TestAppOptions>({ env, ...options }: Options) => ({
  ...options,
  env: { RATE_LIMITS: 'on', ...env },
});

export function testWithRateLimits(
  name: string,
  run: (app: TestApp) => Promise<void>,
  options: TestOptions = {},
): void {
  testWithApp(name, run, withRateLimits(options));
}

export function describeWithRateLimits(name: string, body: (app: TestApp) => void, options: TestOptions = {}): void {
  describeWithApp(name, body, withRateLimits(options));
}

export interface TestAppOptions {
  /** Settings in addition to the defaults of tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** The name in the URL of the app, by default an IP address, for which browsers allow no passkeys. */
  readonly hostName?: 'localhost';
  /** By default, the files in the data folder of the app. */
  readonly files?: Files;
  /** By default, the randomness of the system. */
  readonly random?: Random;
  /** By default, the lowest possible cost, because hashing PINs with the cost of the service would slow down the tests. */
  readonly pinHashCost?: HashCost;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the bodies that they read, and fail when a body is different
  readonly body: any;
}

export interface TestRequest {
  readonly body?: unknown;
  /** Sent unchanged as the body. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
  readonly device?: string;
  /** The client IP address. By default, each request has a different address. */
  readonly from?: string;
  readonly headers?: Record<string, string>;
}

export interface TestApp {
  readonly database: DatabaseKind;
  readonly fastify: FastifyInstance;
  readonly ctx: Context;
  readonly url: string;
  readonly mailbox: Mailbox;
  /** The lines of the log, each a JSON object. */
  readonly log: string[];
  /** Advances the wall clock and the monotonic clock. */
  advance(seconds: number): void;
  /** Changes the wall clock only. */
  advanceWallClock(seconds: number): void;
  call(method: string, path: string, request?: TestRequest): Promise<TestResponse>;
  /** Sends all emails of the outbox. Returns all emails received so far. */
  deliverEmails(): Promise<Mailbox['emails']>;
  /** Sends all emails of the outbox. Returns the emails that a recipient has received so far. */
  fetchEmailsTo(email: string): Promise<Mailbox['emails']>;
  countRows(table: keyof Tables): Promise<number>;
  /** Runs `action` and returns how many rows each table has gained or lost. Omits tables whose number of rows has not changed. */
  diffRowCounts(action: () => Promise<unknown>): Promise<Partial<Record<keyof Tables, number>>>;
  /** Runs `action`, asserts how many rows each table has gained or lost, and returns the result. */
  assertRowChanges<T>(expected: Partial<Record<keyof Tables, number>>, action: () => Promise<T>): Promise<T>;
  registerChild(request?: TestRequest & { pin?: string }): Promise<{ id: string; token: string }>;
  /** Registers a parent and verifies the email address. */
  registerParent(email?: string, request?: TestRequest): Promise<{ email: string; token: string; isNew: boolean }>;
  /** Sends all emails of the outbox. Returns the newest code in the emails to a recipient. */
  fetchEmailedCode(email: string): Promise<string>;
  /** Tries to sign a child in, by default with the PIN of new children. */
  loginChild(profileId: string, pin?: string, request?: TestRequest): Promise<TestResponse>;
  /** Generates a linking code for a parent. */
  generateLinkingCode(parentToken: string): Promise<string>;
  redeemLinkingCode(childToken: string | undefined, code: string | undefined): Promise<TestResponse>;
  /** Links a child to a parent with a linking code. The parent need not wait before using every power. */
  linkChild(parentToken: string, childToken: string): Promise<void>;
  /** Registers a child and a parent, and links them. */
  registerFamily(): Promise<{ child: { id: string; token: string }; parent: { email: string; token: string } }>;
  /** Generates a manager code for a parent. */
  generateManagerCode(parentToken: string): Promise<string>;
  /** Signs a parent in to the panel with a manager code. Returns the Cookie header of the session. */
  openPanelSession(parentToken: string): Promise<string>;
  /** Stops the app and deletes its data. Fails if the log contains a sensitive value, or an email subject contains a display name. */
  close(): Promise<void>;
}

/** A valid body to register a child. */
export const NEW_CHILD = { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '1234' };

const LOWEST_HASH_COST: HashCost = { memoryKiB: 8, passes: 1 };
export const START_TIME = '2026-11-20T08:00:00.000Z';
let content: Content | undefined;
let requestCount = 0;

export async function startTestApp(
  database: DatabaseKind,
  { env = {}, hostName, files, random, pinHashCost = LOWEST_HASH_COST }: TestAppOptions = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'family-test-'));
  if (!env.SECRET_KEYS && !env.PIN_PEPPER) copySecrets(folder);
  const mailbox = await startMailbox();
  const port = await findFreePort();
  const databaseUrl = await createTestDatabase(database, folder);
  const settings = readSettings({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SMTP_URL: mailbox.url,
    TRUST_PROXY: 'loopback',
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    RATE_LIMITS: 'off',
    ...(hostName && { BASE_URL: `http://${hostName}:${port}` }),
    ...env,
  });
  const log: string[] = [];
  const openedDatabase = await openDatabase(settings.databaseUrl);
  // Makes SQLite faster, like `fsync=off` of the tests' PostgreSQL: data is lost only when the machine stops.
  if (database === 'sqlite') await sql`PRAGMA synchronous = OFF`.execute(openedDatabase.kysely);
  let now = START_TIME;
  let monotonicMs = 0;
  content ??= loadSmallPacks();
  const ctx = createContext({
    settings,
    database: openedDatabase,
    content,
    log: createLog(settings.logLevel, { write: (line) => void log.push(line) }),
    now: () => now,
    monotonicMs: () => monotonicMs,
    files,
    ...(random && { random }),
    pinHashCost,
    securityLogDelayMs: null, // stored at the end, so that no test counts the statements that store it
  });
  const fastify = buildApp(ctx);
  await fastify.listen({ host: '127.0.0.1', port });
  const sensitiveValues = new Set<string>();
  const displayNames = new Set<string>();

  const app: TestApp = {
    database,
    fastify,
    ctx,
    url: settings.baseUrl,
    mailbox,
    log,
    advance(seconds) {
      now = addSeconds(now, seconds);
      monotonicMs += seconds * 1000;
    },
    advanceWallClock(seconds) {
      now = addSeconds(now, seconds);
    },
    async call(method, path, request = {}) {
      const response = await send(`${settings.baseUrl}${path}`, method, request);
      for (const value of findSensitiveValues(request, response)) sensitiveValues.add(value);
      for (const name of findDisplayNames(request)) displayNames.add(name);
      return response;
    },
    async deliverEmails() {
      await ctx.outbox.deliverDueEmails();
      return mailbox.emails;
    },
    async fetchEmailsTo(email) {
      return (await app.deliverEmails()).filter(({ to }) => to?.some(({ address }) => address === email));
    },
    async countRows(table) {
      const row = await ctx.db.selectFrom(table).select(ctx.db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
      return row.n;
    },
    async diffRowCounts(action) {
      const countsBefore = await countRowsByTable(openedDatabase);
      await action();
      const countsAfter = Object.entries(await countRowsByTable(openedDatabase));
      return Object.fromEntries(
        countsAfter
          .map(([table, count]) => [table, count - (countsBefore[table] ?? 0)])
          .filter(([, change]) => change !== 0),
      );
    },
    async assertRowChanges(expected, action) {
      const results: Awaited<ReturnType<typeof action>>[] = [];
      const changes = await app.diffRowCounts(async () => results.push(await action()));
      assert.deepEqual(changes, expected);
      return results[0] as Awaited<ReturnType<typeof action>>; // `action` has returned it
    },
    async registerChild({ pin = '1234', ...request } = {}) {
      const body = { ...NEW_CHILD, pin };
      const response = await app.call('POST', '/app/auth/register/child', { body, ...request });
      assert.equal(response.status, 201, response.text);
      return response.body.data;
    },
    async registerParent(email = `parent-${randomBytes(4).toString('hex')}@example.org`, request = {}) {
      const response = await app.call('POST', '/app/auth/register/parent', { body: { email }, ...request });
      assert.equal(response.status, 200, response.text);
      const code = await app.fetchEmailedCode(email);
      const verified = await app.call('POST', '/app/auth/verify-email', { body: { email, code }, ...request });
      assert.equal(verified.status, 200, verified.text);
      return { email, token: verified.body.data.token, isNew: verified.body.data.is_new_user };
    },
    async fetchEmailedCode(email) {
      const received = await app.fetchEmailsTo(email);
      // Two codes can arrive in any order. The ids of their emails sort by time.
      const code = received
        .toSorted((a, b) => (a.messageId ?? '').localeCompare(b.messageId ?? ''))
        .map(({ text }) => /^\d{6}$/m.exec(text ?? '')?.[0])
        .findLast((found) => found !== undefined);
      assert.ok(code, `an email with a code was sent to ${email}`);
      sensitiveValues.add(code);
      return code;
    },
    loginChild(profile_id, pin = NEW_CHILD.pin, request = {}) {
      return app.call('POST', '/app/auth/login/child', { body: { profile_id, pin }, ...request });
    },
    async generateLinkingCode(token) {
      const response = await app.call('POST', '/app/auth/link/generate', { token });
      assert.equal(response.status, 201, response.text);
      return response.body.data.linking_code;
    },
    redeemLinkingCode(token, code) {
      return app.call('POST', '/app/auth/link/redeem', { token, body: { code } });
    },
    async linkChild(parentToken, childToken) {
      const response = await app.redeemLinkingCode(childToken, await app.generateLinkingCode(parentToken));
      assert.equal(response.status, 200, response.text);
      // As on a device that the child had used for a week. Otherwise, tests of exports and deletions would have to wait for 72 hours.
      const { id } = response.body.data.linked_child;
      await ctx.write(({ db }) =>
        db.updateTable('first_links').set({ waits_until: null }).where('profile_id', '=', id).execute(),
      );
    },
    async registerFamily() {
      const child = await app.registerChild();
      const parent = await app.registerParent();
      await app.linkChild(parent.token, child.token);
      return { child, parent };
    },
    async generateManagerCode(token) {
      const response = await app.call('POST', '/app/auth/manager-code', { token });
      assert.equal(response.status, 201, response.text);
      return response.body.data.code;
    },
    async openPanelSession(token) {
      const code = await app.generateManagerCode(token);
      const response = await app.call('POST', '/api/auth/verify-code', { body: { code } });
      assert.equal(response.status, 200, response.text);
      return formatCookieHeader(response);
    },
    async close() {
      await fastify.close();
      await ctx.outbox.stop();
      await ctx.media.stop();
      await ctx.flushSecurityLog().catch(() => {}); // the test may have stopped the database
      if (database === 'postgres')
        await releaseTestDatabase(databaseUrl, (statements) => sql.raw(statements).execute(openedDatabase.kysely));
      await ctx.database.close();
      await mailbox.stop();
      const securityLogFile = join(settings.dataDir, 'security.jsonl');
      if (existsSync(securityLogFile)) log.push(readFileSync(securityLogFile, 'utf8'));
      rmSync(folder, { recursive: true, force: true });
      assertNotLogged(log, sensitiveValues);
      assertNoNamesInSubjects(mailbox, displayNames);
    },
  };
  return app;
}

/** The Cookie header that a browser would send: "session=…; __Host-device=…". */
export function formatCookieHeader(response: TestResponse): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export function assertError(response: TestResponse, status: number, code: string, fields?: string[]): void {
  assert.equal(response.status, status, response.text);
  assert.equal(response.body?.error?.code, code, response.text);
  assert.deepEqual(Object.keys(response.body), ['error']);
  assert.ok(typeof response.body.error.message === 'string' && response.body.error.message.length > 0, response.text);
  if (fields) assert.deepEqual(response.body.error.details?.fields, fields, response.text);
}

export function assertErrorReason(response: TestResponse, status: number, code: string, reason: string): void {
  assertError(response, status, code);
  assert.equal(response.body.error.details.reason, reason, response.text);
}

/** Asserts the value of one property in each row. */
export function assertEach(rows: readonly object[], key: string, expected: readonly unknown[]): void {
  const actual = rows.map((row) => (row as Record<string, unknown>)[key]);
  assert.deepEqual(actual, expected);
}

const agent = new http.Agent({ keepAlive: true });
/** Requests with these methods have a Content-Length even if they have no body. */
const BODY_METHODS = ['POST', 'PUT', 'PATCH'];

/** Sends a request with `node:http`, which takes a third of the CPU time of `fetch`. */
async function send(url: string, method: string, request: TestRequest): Promise<TestResponse> {
  const { body, raw, token, cookie, device, from, headers } = request;
  requestCount += 1;
  const address = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`;
  const rawBody = raw === undefined ? undefined : new Response(raw); // encodes forms, and names the type of a form or text
  const payload = rawBody ? Buffer.from(await rawBody.arrayBuffer()) : body === undefined ? '' : JSON.stringify(body);
  const contentType = rawBody ? rawBody.headers.get('content-type') : body === undefined ? null : 'application/json';
  const sent = http.request(url, {
    method,
    agent,
    headers: {
      'x-forwarded-for': from ?? address,
      ...(contentType !== null && { 'content-type': contentType }),
      ...((payload.length > 0 || BODY_METHODS.includes(method)) && { 'content-length': Buffer.byteLength(payload) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(device !== undefined && { 'device-id': device }),
      ...headers,
    },
  });
  sent.end(payload);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  sent.on('error', () => {}); // the service may respond before it has received the whole body
  const text = await readText(response);
  const receivedHeaders = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) receivedHeaders.append(name, value);
  return { status: response.statusCode ?? 0, headers: receivedHeaders, text, body: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the body is a page or a picture, or is empty
  }
}

/** Finds values that must not appear in the log: tokens, codes, email addresses, device ids and cookies. */
function findSensitiveValues(request: TestRequest, { body, headers }: TestResponse): string[] {
  const sent = request.body as Record<string, unknown> | undefined;
  const received = body?.data as Record<string, unknown> | undefined;
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=')[1]);
  return [
    request.token,
    request.device,
    sent?.email,
    sent?.code,
    received?.token,
    received?.linking_code,
    received?.code,
    ...cookies,
  ].filter((value): value is string => typeof value === 'string' && value.length >= 5);
}

/**
 * Finds the display name that a request sets. Names of fewer than four characters are ignored, because other texts may
 * contain them by chance.
 */
function findDisplayNames({ body }: TestRequest): string[] {
  const name = (body as Record<string, unknown> | undefined)?.display_name;
  return typeof name === 'string' && name.trim().length >= 4 ? [name.trim()] : [];
}

/**
 * Email subjects are fixed texts without display names, except those of emails from which a parent can unsubscribe (gap 126).
 */
function assertNoNamesInSubjects({ emails: sentEmails }: Mailbox, names: ReadonlySet<string>): void {
  for (const { subject = '', headers } of sentEmails) {
    if (headers.some(({ key }) => key === 'list-unsubscribe')) continue;
    for (const name of names) assert.ok(!subject.includes(name), `a subject contains a display name: ${subject}`);
  }
}

function assertNotLogged(log: readonly string[], values: ReadonlySet<string>): void {
  const logText = log.join('');
  for (const value of values) assert.ok(!containsValue(logText, value), `the log contains a sensitive value: ${value}`);
}

/** Whether a text contains a value. Digits within a longer number, such as a timestamp, do not count. */
function containsValue(text: string, value: string): boolean {
  if (!/^\d+$/.test(value)) return text.includes(value);
  return new RegExp(`(?<!\\d)${value}(?!\\d)`).test(text);
}

/** The security log is no data that an action changes, and has its own test. */
const isLog = (table: string) => table === 'security_events';

async function countRowsByTable({ kysely }: Database): Promise<Record<string, number>> {
  const tables = (await kysely.introspection.getTables()).map(({ name }) => name).filter((name) => !isLog(name));
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(kysely);
  return rows[0] ?? {};
}
