import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { getExampleValue } from '../../../src/app/api-reference/examples.ts';
import { type JsonSchema, toPlainSchema } from '../../../src/app/api-reference/json-schema.ts';
import { surface } from '../../../src/app/surface.ts';
import { getBodyLimit, type Route } from '../../../src/platform/http/route.ts';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { createMultipartRequest } from '../../support/files/multipart.ts';
import { MAX_TURN_MS, measureEventLoopLoad } from '../../support/service/event-loop-load.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** How often a slow request is attempted. Garbage collection may slow one attempt, but not all of them. */
const MAX_ATTEMPTS = 5;
/** A request that blocks the event loop for longer than this is not attempted again. */
const GIVE_UP_MS = 500;
/** The number of slow requests after which the test stops. */
const MAX_SLOW_REQUESTS = 20;
/** A request without a response after this time makes the test fail. */
const TIMEOUT_MS = 60_000;
/** The length of a long header or URL. Node accepts at most 16 KiB for all headers of a request together. */
const MAX_HEADER_BYTES = 15 * 1024;
const DEVICE = 'd'.repeat(32);

/** Texts of about `bytes` bytes that are expensive to process. */
const COSTLY_TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'combining marks': (bytes) => `a${'\u0301\u0323'.repeat(bytes / 4 - 1)}`, // slow to normalize
  'domain labels': (bytes) => `a@${'a.'.repeat(bytes / 2 - 2)}@`, // slow to validate as an email address
};

test('every string and array in a request schema has a maximum size', () => {
  const unbounded = surface.flatMap(({ method, path, endpoint }) =>
    [endpoint.body, endpoint.query].flatMap((schema) =>
      schema ? listUnboundedFields(toPlainSchema(schema)).map((name) => `${method} ${path} ${name}`) : [],
    ),
  );
  assert.deepEqual(unbounded, []);
});

test('bodies are limited to 8 KiB for signing in and to 64 KiB otherwise, except for three endpoints', () => {
  const routesWithHigherLimit = surface
    .filter((route) => getBodyLimit(route) > 64 * 1024)
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(routesWithHigherLimit, [
    'POST /app/tasks/:id/submit-creative',
    'POST /app/todos',
    'PATCH /app/todos/:id',
  ]);
  for (const route of surface.filter(({ method, path }) => method === 'POST' && /^\/(app|api)\/auth\//.test(path)))
    assert.equal(getBodyLimit(route), 8 * 1024, route.path);
});

test('no request blocks the event loop for more than 50 ms, whatever it contains', { timeout: 240_000 }, async () => {
  const app = await startTestApp('sqlite');
  const slowRequests: string[] = [];
  try {
    for (const [name, request] of await buildRequests(app)) {
      const [blockingMs, status] = await measureLeastBlockingTime(app, request);
      if (slowRequests.length >= MAX_SLOW_REQUESTS) break;
      if (blockingMs > MAX_TURN_MS) slowRequests.push(`${name}: ${Math.round(blockingMs)} ms`);
      if (status >= 500) slowRequests.push(`${name}: ${status}`);
    }
  } finally {
    await app.close();
  }
  assert.deepEqual(slowRequests, []);
});

/**
 * Sends a request until an attempt is fast enough or much too slow, at most MAX_ATTEMPTS times. Returns the shortest time that an
 * attempt has blocked the event loop, as CPU time of the main thread, and the status of the last response.
 */
async function measureLeastBlockingTime(
  app: TestApp,
  request: InjectOptions,
): Promise<[blockingMs: number, status: number]> {
  let leastMs = Number.POSITIVE_INFINITY;
  let status = 0;
  const send = async () => {
    status = (await Promise.race([app.fastify.inject(request), rejectAfterTimeout(request)])).statusCode;
  };
  for (let i = 0; i < MAX_ATTEMPTS; i += 1) {
    const isExport = String(request.url).endsWith('/export.zip'); // an export takes many turns of the event loop
    const blockingMs = isExport ? (await measureEventLoopLoad(send)).longestTurnMs : await measureCpuTime(send);
    leastMs = Math.min(leastMs, blockingMs);
    if (leastMs <= MAX_TURN_MS || leastMs > GIVE_UP_MS) break;
  }
  return [leastMs, status];
}

/** Returns the CPU time of the main thread while `action` runs, in milliseconds. */
async function measureCpuTime(action: () => Promise<unknown>): Promise<number> {
  const usageBefore = process.threadCpuUsage();
  await action();
  const { user, system } = process.threadCpuUsage(usageBefore);
  return (user + system) / 1000;
}

async function rejectAfterTimeout({ method, url }: InjectOptions): Promise<never> {
  await sleep(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`${method} ${String(url).slice(0, 200)} has no response after ${TIMEOUT_MS} ms`);
}

type NamedRequest = readonly [name: string, request: InjectOptions];

async function buildRequests(app: TestApp): Promise<NamedRequest[]> {
  const { child, parent } = await app.registerFamily();
  const task = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'quiz') ?? assert.fail();
  await app.call('POST', `/app/tasks/${task.id}/start`, { token: child.token });
  const todo = await app.call('POST', '/app/todos', { token: child.token, body: { title: 'Water the plants' } });
  const cookie = await app.openPanelSession(parent.token);
  const createCredentials = (auth: Route['auth']): Record<string, string> => {
    if (auth === 'session') return { cookie: `${cookie.split(';')[0]}; __Host-device=${DEVICE}` };
    if (auth === 'optional-session') return { cookie: `__Host-device=${DEVICE}` };
    const token = { child: child.token, parent: parent.token, bearer: child.token }[String(auth)];
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  };
  const getId = ({ path }: Route) => {
    if (path.includes('/tasks/')) return task.id;
    return path.includes('/todos/:id') ? todo.body.data.id : child.id;
  };
  const createBaseRequest = (route: Route, id = getId(route)): InjectOptions => ({
    method: route.method,
    url: route.path.replace(/:\w+/, id),
    headers: { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, br', ...createCredentials(route.auth) },
  });
  // Requests that end the session, or the access to the child, come last.
  const routes = surface.toSorted((a, b) => Number(ENDS_SESSION.test(a.path)) - Number(ENDS_SESSION.test(b.path)));
  const form_token = createCsrfToken(app.ctx, DEVICE);
  return routes.flatMap((route) => [
    [`${route.method} ${route.path}`, createBaseRequest(route)] as const,
    ...createParamRequests(route, createBaseRequest),
    ...createQueryRequests(route, createBaseRequest(route)),
    ...(route.endpoint.kind === 'page'
      ? createFormRequests(route, createBaseRequest(route), form_token)
      : createBodyRequests(route, createBaseRequest(route))),
    ...(route.endpoint.multipart ? createMultipartRequests(createBaseRequest(route)) : []),
    ...createHeaderRequests(route, createBaseRequest(route)),
  ]);
}

const ENDS_SESSION = /logout|sign-out|delete|unlink/;

/** Requests with expensive texts as the id in the path. */
function createParamRequests(
  route: Route,
  createBaseRequest: (route: Route, id: string) => InjectOptions,
): NamedRequest[] {
  if (!route.path.includes(':')) return [];
  return [1000, MAX_HEADER_BYTES].flatMap((length) =>
    // The two combining marks have twelve characters when they are encoded.
    [encodeURIComponent('\u0301\u0323'.repeat(length / 12)), 'a.'.repeat(length / 2)].map(
      (id) => [`${route.method} ${route.path} id of ${id.length}`, createBaseRequest(route, id)] as const,
    ),
  );
}

/** Requests with long texts in each query parameter, or with the parameter repeated. */
function createQueryRequests(route: Route, base: InjectOptions): NamedRequest[] {
  const names = Object.keys(route.endpoint.query?.properties ?? {});
  return names.flatMap((name) =>
    ['%CC%81%CC%A3', 'a.', `&${name}=a`].map((text) => {
      const value = text.repeat((MAX_HEADER_BYTES - 100) / text.length);
      return [
        `${route.method} ${route.path} ?${name}=${text}…`,
        { ...base, url: `${base.url}?${name}=${value}` },
      ] as const;
    }),
  );
}

/** JSON bodies of the maximum size: expensive texts in each field, long lists and deep nesting. */
function createBodyRequests(route: Route, base: InjectOptions): NamedRequest[] {
  if (route.method === 'GET') return [];
  const name = `${route.method} ${route.path}`;
  const bodyLimit = getBodyLimit(route);
  const buildRequest = (payload: string): InjectOptions => ({
    ...base,
    headers: { ...base.headers, 'content-type': 'application/json' },
    payload,
  });
  const schema = route.endpoint.body && toPlainSchema(route.endpoint.body);
  const sample = (schema ? getExampleValue(schema) : {}) as Record<string, unknown>; // bodies are objects
  const maxBytes = bodyLimit - JSON.stringify(sample).length - 100; // leaves room for a key and punctuation
  const fieldRequests = Object.entries(schema?.properties ?? { unknown: {} }).flatMap(([field, fieldSchema]) =>
    [...createCostlyTexts(fieldSchema, maxBytes), ...createCostlyLists(fieldSchema, maxBytes)].map(
      ([kind, value]) =>
        [`${name} ${field}: ${kind}`, buildRequest(JSON.stringify({ ...sample, [field]: value }))] as const,
    ),
  );
  const manyKeys = Object.fromEntries(Array.from({ length: maxBytes / 12 }, (_, i) => [`k${i}`, 1]));
  const deepArray = `${'['.repeat(bodyLimit / 2 - 1)}${']'.repeat(bodyLimit / 2 - 1)}`;
  return [
    ...fieldRequests,
    [`${name} keys`, buildRequest(JSON.stringify({ ...sample, ...manyKeys }))],
    [`${name} depth`, buildRequest(deepArray)],
  ];
}

/** Texts with the maximum length that the body allows, and with the maximum length that the field allows. */
function createCostlyTexts(schema: JsonSchema, maxBytes: number): (readonly [kind: string, value: unknown])[] {
  const { maxLength = maxBytes } = schema as { maxLength?: number };
  return [maxBytes, Math.min(maxBytes / 2, maxLength)].flatMap((length) =>
    Object.entries(COSTLY_TEXTS).map(
      ([kind, createText]) => [`${length} of ${kind}`, createText(maxBytes).slice(0, length)] as const,
    ),
  );
}

/** Lists with as many entries as the body allows, and with as many as the field allows. */
function createCostlyLists(
  { items, maxItems }: JsonSchema,
  maxBytes: number,
): (readonly [kind: string, value: unknown])[] {
  if (!items || maxItems === undefined) return [];
  const bytesPerEntry = Math.floor(maxBytes / maxItems) - 60; // leaves room for a key and punctuation
  const names = Object.keys(items.properties ?? {});
  const listsOfTexts = Object.entries(COSTLY_TEXTS).flatMap(([kind, createText]) =>
    names.map(
      (name) =>
        [
          `${name} of ${kind}`,
          Array.from({ length: maxItems }, () => ({ [name]: createText(bytesPerEntry) })),
        ] as const,
    ),
  );
  return [
    ...listsOfTexts,
    ['numbers', Array.from({ length: maxBytes / 2 }, () => 1)],
    ['objects', Array.from({ length: maxBytes / 3 }, () => ({}))],
  ];
}

/** Form bodies of the maximum size: long texts in each field, repeated fields and many short fields. */
function createFormRequests(route: Route, base: InjectOptions, form_token: string): NamedRequest[] {
  if (route.method === 'GET') return [];
  const name = `${route.method} ${route.path}`;
  const bodyLimit = getBodyLimit(route);
  const tokenField = `form_token=${form_token}&`;
  const buildRequest = (fields: string): InjectOptions => ({
    ...base,
    headers: { ...base.headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: tokenField + fields,
  });
  const fields = Object.keys(route.endpoint.body?.properties ?? {}).filter((field) => field !== 'form_token');
  const fieldRequests = fields.flatMap((field) =>
    ['\u0301\u0323', 'a.', `a&${field}=`].map((text) => {
      const repetitions = (bodyLimit - tokenField.length - field.length - 1) / Buffer.byteLength(text);
      return [`${name} ${field} ${text}…`, buildRequest(`${field}=${text.repeat(repetitions)}`)] as const;
    }),
  );
  return [...fieldRequests, [`${name} keys`, buildRequest('a&b&c&d&'.repeat(bodyLimit / 8 - 10))]];
}

function createMultipartRequests(base: InjectOptions): NamedRequest[] {
  const buildRequest = ({ raw, headers }: ReturnType<typeof createMultipartRequest>): InjectOptions => ({
    ...base,
    headers: { ...base.headers, ...headers },
    payload: Buffer.from(raw),
  });
  const costlyRequests = Object.entries(COSTLY_TEXTS).map(
    ([kind, createText]) =>
      [`parts: ${kind}`, buildRequest(createMultipartRequest([{ name: 'text', body: createText(60_000) }]))] as const,
  );
  const boundary = 'a'.repeat(12_000);
  const manyParts = Array.from({ length: 1000 }, () => ({ name: 'text', body: 'x' }));
  return [
    ...costlyRequests,
    [
      'parts: a long boundary',
      buildRequest(createMultipartRequest([{ name: 'text', body: `\r\n--${'a'.repeat(2_000_000)}` }], boundary)),
    ],
    [
      'parts: long headers',
      buildRequest(createMultipartRequest([{ headers: `Content-Disposition: ${'a;'.repeat(40_000)}`, body: 'x' }])),
    ],
    ['parts: a thousand parts', buildRequest(createMultipartRequest(manyParts))],
  ];
}

/** Texts for each header. A request repeats one of these texts up to MAX_HEADER_BYTES. */
const REPEATED_HEADER_TEXTS: Readonly<Record<string, readonly string[]>> = {
  accept: ['a,', 'text/html ', ';q=1', ', '],
  'accept-encoding': ['br ', 'br;', ' '],
  'accept-language': ['aa,', 'a-', ';q=1', 'zz-aaaaaaaa-bbbbbbbb,'],
  authorization: ['Bearer ', 'a.'],
  'content-type': ['a;', 'application/json;', 'multipart/form-data;boundary=', '"'],
  cookie: ['a=b;', 'session=a;', '%20', '; '],
  'device-id': ['a', ' '],
  'hx-current-url': ['http://%CC%81%CC%A3'],
  'idempotency-key': ['a'],
  'if-none-match': ['a,', 'W/', ' '],
  origin: ['http://'],
  range: ['bytes=1-2,', '1'],
  'user-agent': ['Mozilla '],
  'x-timezone': ['Europe/', '+', 'a'],
};

/** Requests with long headers, only for the first of the routes that read headers in the same way. */
function createHeaderRequests(route: Route, base: InjectOptions): NamedRequest[] {
  if (surface.find((candidate) => describeHeaderReading(candidate) === describeHeaderReading(route)) !== route)
    return [];
  return Object.entries(REPEATED_HEADER_TEXTS).flatMap(([header, texts]) =>
    texts.map((text) => {
      const value = text.repeat(MAX_HEADER_BYTES / text.length);
      const headers = {
        ...base.headers,
        [header]: header === 'cookie' ? `${base.headers?.cookie ?? ''}; ${value}` : value,
      };
      const body = route.method === 'GET' ? {} : { payload: '{}' };
      return [`${route.method} ${route.path} ${header}: ${text}…`, { ...base, ...body, headers }] as const;
    }),
  );
}

/** Routes with the same result read headers in the same way. */
function describeHeaderReading({ method, auth, endpoint }: Route): string {
  return [method === 'GET', auth, endpoint.kind, endpoint.multipart !== undefined, endpoint.isCacheable].join(' ');
}

/** The strings without maxLength and the arrays without maxItems in a schema. */
function listUnboundedFields(schema: JsonSchema | TSchema, name = ''): string[] {
  const { type, properties, items, anyOf, maxLength, maxItems } = schema as JsonSchema & { maxLength?: number };
  const types = [type].flat();
  const isFixed = 'enum' in schema || 'const' in schema;
  const unbounded = [
    ...(types.includes('string') && maxLength === undefined && !isFixed ? [name] : []),
    ...(types.includes('array') && maxItems === undefined ? [name] : []),
  ];
  const inProperties = Object.entries(properties ?? {}).flatMap(([key, property]) =>
    listUnboundedFields(property, `${name}.${key}`),
  );
  const inItems = items ? listUnboundedFields(items, `${name}[]`) : [];
  return [
    ...unbounded,
    ...inProperties,
    ...inItems,
    ...(anyOf ?? []).flatMap((alternative) => listUnboundedFields(alternative, name)),
  ];
}

test('texts are normalized only in core/text/normalize-text.ts', () => {
  const sourceFolder = join(import.meta.dirname, '../../../src');
  const files = globSync('**/*.ts', { cwd: sourceFolder }).filter((file) => !file.endsWith('.test.ts'));
  const normalizingFiles = files.filter((file) =>
    readFileSync(join(sourceFolder, file), 'utf8').includes('.normalize('),
  );
  assert.deepEqual(normalizingFiles, ['core/text/normalize-text.ts']);
});
