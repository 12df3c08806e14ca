import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { limits } from '../../../src/app/rate-limits.ts';
import { authenticator } from '../../../src/features/access/index.ts';
import { renderErrorFragment, renderErrorPage } from '../../../src/panel/index.ts';
import { defineJsonEndpoint, definePreparedJsonEndpoint } from '../../../src/platform/http/endpoint.ts';
import { defineRoute } from '../../../src/platform/http/route.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { BOUNDARY, createMultipartRequest, encodeMultipart, type Part } from '../../support/files/multipart.ts';
import { measureLongestTurn } from '../../support/service/event-loop-load.ts';
import {
  assertError,
  type TestApp,
  type TestRequest,
  type TestResponse,
  testWithApp,
  WITHOUT_RATE_LIMITS,
} from '../../support/test-app.ts';

// These tests define their own endpoints, so that they cover nothing but multipart bodies.
const MAX_TURN_MS = 50;
const MAX_FILES = 3;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
let runCount = 0;
const uploadEndpoint = definePreparedJsonEndpoint({
  operationId: 'uploadFiles',
  summary: 'Upload files',
  body: { text: Type.Optional(Type.String({ maxLength: 5000 })), caption: Type.Optional(Type.String()) },
  multipart: { name: 'files', maxFiles: MAX_FILES, maxBytes: MAX_FILE_BYTES, description: 'Files' },
  data: Type.Object({ text: Type.String(), files: Type.Array(Type.String()), sizes: Type.Array(Type.Integer()) }),
  prepare: async (_ctx, _caller: { profileId: string }, { body, uploads }) => {
    const files = await Promise.all(uploads.map(async (upload) => hash('sha256', await upload.read())));
    const run = async () => {
      runCount += 1;
      if (body.caption === 'fail') throw new Error('a bug');
      return { text: body.text ?? '', files, sizes: uploads.map(({ size }) => size) };
    };
    return { run, discard: async () => {} };
  },
});
/** How many requests the slow endpoint has handled in the current turn of the event loop, and the most in any turn. */
const slowRequests = { inTurn: 0, maxInTurn: 0 };

function handleSlowly(): void {
  if (slowRequests.inTurn === 0) setImmediate(() => (slowRequests.inTurn = 0));
  slowRequests.inTurn += 1;
  slowRequests.maxInTurn = Math.max(slowRequests.maxInTurn, slowRequests.inTurn);
  const startedAt = performance.now();
  while (performance.now() - startedAt < 15); // longer than a turn (decision 0034)
}

const plainEndpoint = defineJsonEndpoint({
  operationId: 'sendText',
  summary: 'Send text',
  body: { text: Type.String() },
  data: Type.Object({}),
  run: async (_ctx, _caller: { profileId: string }, { body }) => {
    if (body.text === 'slow') handleSlowly();
    return {};
  },
});

interface UploadServer {
  readonly port: number;
  readonly token: string;
  send(request: TestRequest): Promise<TestResponse>;
}

/** A server with these two endpoints, and a child that may call them. */
async function runWithUploadServer(app: TestApp, run: (server: UploadServer) => Promise<void>): Promise<void> {
  const routes = [
    defineRoute('POST', '/app/things', 'bearer', ['app-write'], uploadEndpoint),
    defineRoute('POST', '/app/plain', 'bearer', ['app-write'], plainEndpoint),
  ];
  const server = createServer(app.ctx, {
    routes,
    limits,
    authenticator,
    renderErrorPage,
    renderErrorFragment,
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await app.registerChild();
  const send = async ({ raw, headers = {}, body }: TestRequest) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${address}/app/things`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...json, ...headers },
      body: body === undefined ? (raw ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  await run({ port: Number(new URL(address).port), token, send }).finally(() => server.close());
  const folder = join(app.ctx.settings.dataDir, 'uploads');
  assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [], 'no upload is left');
  assert.equal(countOpenFiles(folder), 0, 'no file is still open');
  assert.deepEqual(
    app.log.filter((line) => /"level":(50|60)/.test(line) && !line.includes('a bug')),
    [],
  );
}

/** Open files of this process in a folder, including unnamed ones. Works on Linux only. */
function countOpenFiles(folder: string): number {
  if (process.platform !== 'linux') return 0;
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the file descriptor with which this folder is listed
    }
  });
  return links.filter((link) => link.startsWith(folder)).length;
}

const createFile = (body: Part['body'], overrides: Partial<Part> = {}): Part => ({
  name: 'files',
  filename: 'a.png',
  type: 'image/png',
  body,
  ...overrides,
});
const createText = (name: string, body: string): Part => ({ name, body });

testWithApp(
  'text and files arrive unchanged, as JSON or multipart',
  (app) =>
    runWithUploadServer(app, async ({ send }) => {
      const bytes = app.ctx.random.bytes(3_000_000);
      const response = await send(
        createMultipartRequest([
          createText('text', 'Їжак 🦔'),
          createFile(bytes),
          createFile('b', { filename: '../../x' }),
        ]),
      );
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(response.body.data, {
        text: 'Їжак 🦔',
        files: [hash('sha256', bytes), hash('sha256', 'b')],
        sizes: [3_000_000, 1],
      });
      assert.deepEqual((await send({ body: { text: 'x' } })).body.data, { text: 'x', files: [], sizes: [] });
      const largest = await send(
        createMultipartRequest(Array.from({ length: MAX_FILES }, () => createFile(new Uint8Array(MAX_FILE_BYTES)))),
      );
      assert.deepEqual(largest.body.data.sizes, [MAX_FILE_BYTES, MAX_FILE_BYTES, MAX_FILE_BYTES]);

      const form = new FormData();
      form.set('text', 'from a browser');
      form.append('files', new File(['one'], 'one.png'));
      form.append('files', new File([], ''));
      assert.deepEqual((await send({ raw: form })).body.data.sizes, [3], 'an empty file field is ignored');
      for (const unknownText of [createText('more', 'x'), createText('', 'x')]) {
        assert.equal(
          (await send(createMultipartRequest([unknownText, createFile('x')]))).status,
          200,
          'a text of another name is ignored',
        );
      }
      const quotedBoundaryBody = encodeMultipart([createFile('x')], "odd'()+_,-./:=? b");
      const headers = { 'content-type': `Multipart/Form-Data; charset=utf-8; boundary="odd'()+_,-./:=? b"` };
      assert.deepEqual((await send({ raw: quotedBoundaryBody, headers })).body.data.sizes, [1]);
    }),
  WITHOUT_RATE_LIMITS,
);

const refusedRequests: Record<string, () => { request: TestRequest; fields?: string[] }> = {
  'four files': () => ({
    request: createMultipartRequest([createFile('1'), createFile('2'), createFile('3'), createFile('4')]),
    fields: ['files'],
  }),
  'a file that is too large': () => ({
    request: createMultipartRequest([createFile(new Uint8Array(11_000_000))]),
    fields: ['files'],
  }),
  'a file one byte too large': () => ({
    request: createMultipartRequest([createFile(new Uint8Array(MAX_FILE_BYTES + 1))]),
    fields: ['files'],
  }),
  'a file that is too large after a small file': () => ({
    request: createMultipartRequest([createFile('1'), createFile(new Uint8Array(MAX_FILE_BYTES + 1)), createFile('2')]),
    fields: ['files'],
  }),
  'a file of another name': () => ({
    request: createMultipartRequest([createFile('1', { name: 'photo' })]),
    fields: ['files'],
  }),
  'a file in a text field': () => ({
    request: createMultipartRequest([createFile('1', { name: 'text' })]),
    fields: ['files'],
  }),
  'a text in the file field': () => ({
    request: createMultipartRequest([createText('files', 'x')]),
    fields: ['files'],
  }),
  'a repeated text field': () => ({
    request: createMultipartRequest([createText('text', 'x'), createText('text', 'y')]),
    fields: ['text'],
  }),
  'a text of 100 KB': () => ({
    request: createMultipartRequest([createText('text', 'x'.repeat(100_000))]),
    fields: ['text'],
  }),
  'a text of 5001 characters': () => ({
    request: createMultipartRequest([createText('text', '😀'.repeat(5001))]),
    fields: ['text'],
  }),
  'a text declared as JSON': () => ({
    request: createMultipartRequest([{ name: 'text', type: 'application/json', body: '"x"' }]),
  }),
  'JSON with property names of Object.prototype': () => ({
    request: createMultipartRequest([{ name: 'text', type: 'application/json', body: '{"toString":1,"valueOf":1}' }]),
  }),
  'a part with malformed JSON': () => ({
    request: createMultipartRequest([{ name: 'text', type: 'application/json', body: '{' }]),
  }),
  'eleven texts': () => ({
    request: createMultipartRequest(Array.from({ length: 11 }, (_, i) => createText(`t${i}`, 'x'))),
  }),
  'a hundred parts': () => ({ request: createMultipartRequest(Array.from({ length: 100 }, () => createFile('x'))) }),
  'no closing boundary': () => ({
    request: { ...createMultipartRequest([]), raw: encodeMultipart([createText('text', 'x')], BOUNDARY, '') },
  }),
  'half of a part': () => ({
    request: { ...createMultipartRequest([]), raw: encodeMultipart([createFile('x'.repeat(5000))]).slice(0, 3000) },
  }),
  'half of the headers of a part': () => ({
    request: { ...createMultipartRequest([]), raw: encodeMultipart([createFile('x')]).slice(0, 60) },
  }),
  'another boundary': () => ({
    request: { raw: encodeMultipart([createFile('x')], 'other'), headers: createMultipartRequest([]).headers },
  }),
  'no boundary': () => ({
    request: { raw: encodeMultipart([createFile('x')]), headers: { 'content-type': 'multipart/form-data' } },
  }),
  'an empty boundary': () => ({
    request: { raw: encodeMultipart([createFile('x')]), headers: { 'content-type': 'multipart/form-data; boundary=' } },
  }),
  'an overlong boundary': () => ({
    request: { raw: 'x', headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(8000)}` } },
  }),
  'JSON that is declared as multipart': () => ({ request: { ...createMultipartRequest([]), raw: '{"text":"x"}' } }),
  'another multipart type': () => ({
    request: {
      raw: encodeMultipart([createFile('x')]),
      headers: { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` },
    },
  }),
  'a text named __proto__': () => ({ request: createMultipartRequest([createText('__proto__', 'x')]) }),
  'a text named constructor': () => ({ request: createMultipartRequest([createText('constructor', 'x')]) }),
  'a file named hasOwnProperty': () => ({
    request: createMultipartRequest([createFile('x', { name: 'hasOwnProperty' })]),
  }),
  'a part with a thousand headers': () => ({
    request: createMultipartRequest([
      { headers: `${'X-A: b\r\n'.repeat(1000)}Content-Disposition: form-data; name="text"`, body: 'x' },
    ]),
  }),
};

testWithApp(
  'invalid multipart bodies give 400 with the field, and the next request works',
  (app) =>
    runWithUploadServer(app, async ({ send }) => {
      runCount = 0;
      for (const [name, createRefused] of Object.entries(refusedRequests)) {
        const { request, fields } = createRefused();
        const response = await send(request);
        if (name === 'a part with a thousand headers' && response.status === 200) continue; // only the first is read
        assert.equal(response.status, 400, `${name}: ${response.text}`);
        assertError(response, 400, 'VALIDATION_ERROR', fields);
        assert.equal((await send({ body: { text: name } })).status, 200, name);
      }
    }),
  WITHOUT_RATE_LIMITS,
);

/** Boundaries in the header, and the boundary of the body that the parser would search for. */
const misreadBoundaries = [
  ['\xe9', '\ufffd'],
  ['"\xe9"', '\ufffd'],
  ['b\\', 'b"'],
  ['"b\\', 'b'],
] as const;

testWithApp(
  'bodies of thousands of empty parts are refused without blocking the event loop',
  (app) =>
    runWithUploadServer(app, async ({ send }) => {
      const floods = [
        ...['', 'a:b\r\n', 'Content-Disposition: form-data; name="text"\r\n'].map((partHeaders) => [
          BOUNDARY,
          BOUNDARY,
          partHeaders,
        ]),
        ...misreadBoundaries.map(([headerBoundary, bodyBoundary]) => [headerBoundary, bodyBoundary, '']),
      ];
      for (const [headerBoundary, bodyBoundary, partHeaders] of floods) {
        const headers = { 'content-type': `multipart/form-data; boundary=${headerBoundary}` };
        const raw = `--${bodyBoundary}\r\n${partHeaders}\r\n\r\n`.repeat(6000);
        const longestTurnMs = await measureLongestTurn(async () => {
          const responses = await Promise.all(Array.from({ length: 20 }, () => send({ raw, headers })));
          for (const response of responses) assertError(response, 400, 'VALIDATION_ERROR', ['files']);
        });
        assert.ok(longestTurnMs < MAX_TURN_MS, `${headerBoundary}: the event loop was blocked for ${longestTurnMs} ms`);
      }
    }),
  WITHOUT_RATE_LIMITS,
);

/** JSON of 60 KB that is slow to parse, because each object has a different key. */
function createSlowJson(): string {
  const objects = Array.from({ length: 5000 }, () => `{"${(keyCount++).toString(36)}":0}`);
  return `{"a":[${objects.join()}]}`;
}
let keyCount = 0;
const slowHeaders = `Content-Disposition: form-data; name="text"${";a*=''\xe9".repeat(400)}`;

type PostRequest = TestRequest & { readonly path?: string };

/** Sends each request on its own connection so that their last bytes arrive in the same turn of the event loop. */
async function sendTogether({ port, token }: UploadServer, requests: readonly PostRequest[]): Promise<string[]> {
  const sockets = await Promise.all(
    requests.map(async ({ path = '/app/things', raw = '', headers = {} }) => {
      const body = Buffer.from(raw as Uint8Array);
      const socket = connect({ host: '127.0.0.1', port });
      await once(socket, 'connect');
      const fields = Object.entries({ ...headers, authorization: `Bearer ${token}`, 'content-length': body.length });
      const headerLines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headerLines}\r\n`);
      const isMultipart = headers['content-type']?.startsWith('multipart');
      if (!isMultipart) socket.write(body.subarray(0, -1)); // a JSON body is parsed as a whole
      return { socket, remainingBytes: isMultipart ? body : body.subarray(-1) };
    }),
  );
  await sleep(100);
  for (const { socket, remainingBytes } of sockets) socket.write(remainingBytes);
  return Promise.all(sockets.map(({ socket }) => readText(socket)));
}

testWithApp(
  'many bodies that are slow to parse take turns',
  (app) =>
    runWithUploadServer(app, async (server) => {
      const floods: Readonly<Record<string, () => PostRequest>> = {
        'long JSON bodies': () => ({ raw: createSlowJson(), headers: { 'content-type': 'application/json' } }),
        'JSON in parts': () =>
          createMultipartRequest([{ name: 'text', type: 'application/json', body: createSlowJson() }]),
        'long headers of parts': () =>
          createMultipartRequest(Array.from({ length: 10 }, () => ({ headers: slowHeaders, body: 'x' }))),
      };
      for (const [name, createRequest] of Object.entries(floods)) {
        const requests = Array.from({ length: 90 }, createRequest); // for three measurements
        const longestTurnMs = await measureLongestTurn(async () => {
          for (const response of await sendTogether(server, requests.splice(0, 30)))
            assert.match(response, /^HTTP\/1\.1 (2\d\d|4\d\d|503) /);
        });
        assert.ok(longestTurnMs < MAX_TURN_MS, `${name}: the event loop was blocked for ${longestTurnMs} ms`);
      }
    }),
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'many requests whose short bodies end at the same time take turns',
  (app) =>
    runWithUploadServer(app, async (server) => {
      const request: PostRequest = {
        path: '/app/plain',
        raw: '{"text":"slow"}',
        headers: { 'content-type': 'application/json' },
      };
      slowRequests.maxInTurn = 0;
      const responses = await sendTogether(server, Array<PostRequest>(40).fill(request));
      for (const response of responses) assert.match(response, /^HTTP\/1\.1 (200|503) /);
      assert.ok(slowRequests.maxInTurn < 6, `${slowRequests.maxInTurn} requests were handled in one turn`);
    }),
  WITHOUT_RATE_LIMITS,
);

testWithApp('an endpoint without files refuses multipart, and multipart has its own rate limit', (app) =>
  runWithUploadServer(app, async ({ port, token, send }) => {
    const { raw, headers } = createMultipartRequest([createText('text', 'x')]);
    const response = await fetch(`http://127.0.0.1:${port}/app/plain`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: raw,
    });
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('ratelimit'), '"app-write";r=29;t=60');
    assert.equal((await send({ body: {} })).headers.get('ratelimit'), '"app-write";r=28;t=60');
    const parts = createMultipartRequest([createText('text', 'x')]);
    for (let i = 0; i < 5; i += 1) {
      assert.equal((await send(parts)).headers.get('ratelimit'), `"upload";r=${4 - i};t=60`);
    }
    const otherSpelling = { ...parts, headers: { 'content-type': `\tMULTIPART/form-data;BOUNDARY=${BOUNDARY}` } };
    for (const request of [parts, otherSpelling]) {
      const error = await send(request);
      assertError(error, 429, 'RATE_LIMITED');
      assert.equal(error.headers.get('ratelimit-policy'), '"upload";q=5;w=60');
    }
    assert.equal(
      (await send({ body: {} })).headers.get('ratelimit'),
      '"app-write";r=27;t=60',
      'each request counts in one group',
    );
  }),
);

testWithApp(
  'the same parts under one Idempotency-Key are handled once, whatever their boundary',
  (app) =>
    runWithUploadServer(app, async ({ send }) => {
      const parts = [createText('text', 'x'), createFile('one'), createFile('two')];
      const sendWithKey = (key: string, partsToSend: readonly Part[], boundary?: string) => {
        const { raw, headers } = createMultipartRequest(partsToSend, boundary);
        return send({ raw, headers: { ...headers, 'idempotency-key': key } });
      };
      runCount = 0;
      const first = await sendWithKey('a', parts);
      const replay = await sendWithKey('a', parts, 'another-boundary');
      assert.equal(replay.text, first.text);
      assert.equal(replay.headers.get('idempotency-replayed'), 'true');
      assert.equal(runCount, 1);
      const otherBodies: (readonly Part[])[] = [
        [createText('text', 'x'), createFile('two'), createFile('one')],
        [createText('text', 'x'), createFile('one')],
        [createText('text', 'y'), createFile('one'), createFile('two')],
        [createFile('one'), createFile('two')],
        [],
      ];
      for (const otherParts of otherBodies) assertError(await sendWithKey('a', otherParts), 409, 'CONFLICT');
      const json = await send({ body: { text: 'x' }, headers: { 'idempotency-key': 'a' } });
      assertError(json, 409, 'CONFLICT');
      assert.equal(runCount, 1);

      const concurrentResponses = await Promise.all(
        Array.from({ length: 20 }, (_, i) => sendWithKey('b', parts, `boundary-${i}`)),
      );
      assert.deepEqual([...new Set(concurrentResponses.map((response) => response.text))], [first.text]);
      assert.equal(runCount, 2);
      assert.equal((await sendWithKey('c', [createText('caption', 'fail'), createFile('x')])).status, 500);
    }),
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a client that disconnects or never finishes does not affect other clients',
  (app) =>
    runWithUploadServer(app, async ({ port, token, send }) => {
      const body = Buffer.from(
        encodeMultipart([createText('text', 'x'), createFile(new Uint8Array(500_000)), createFile('last')]),
      );
      const createRequestHead = (length: number) =>
        `POST /app/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`;
      runCount = 0;
      for (const byteCount of [0, 30, 150, 400, 100_000, body.length - 50, body.length - 1]) {
        const socket = connect({ host: '127.0.0.1', port });
        socket.on('error', () => {});
        socket.write(createRequestHead(body.length));
        socket.write(body.subarray(0, byteCount));
        await sleep(60);
        socket.destroy();
      }
      await sleep(200);
      assert.equal(runCount, 0);
      const socketWithWholeBody = connect({ host: '127.0.0.1', port });
      socketWithWholeBody.end(Buffer.concat([Buffer.from(createRequestHead(body.length)), body]));
      socketWithWholeBody.resume();
      socketWithWholeBody.destroySoon();
      await sleep(300);
      assert.equal((await send(createMultipartRequest([createFile('x')]))).status, 200);
    }),
  WITHOUT_RATE_LIMITS,
);
