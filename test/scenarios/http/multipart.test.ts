import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { RATE_LIMIT_BY_GROUP } from '../../../src/app/rate-limits.ts';
import { authenticator } from '../../../src/features/access/index.ts';
import { renderErrorFragment, renderErrorPage } from '../../../src/panel/index.ts';
import { defineJsonEndpoint, definePreparedJsonEndpoint } from '../../../src/platform/http/endpoint.ts';
import { defineRoute } from '../../../src/platform/http/route.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { BOUNDARY, createMultipartRequest, encodeMultipart, type Part } from '../../support/files/multipart.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import {
  assertError,
  type TestApp,
  type TestRequest,
  type TestResponse,
  testWithApp,
  testWithRateLimits,
} from '../../support/test-app.ts';

// These tests define endpoints of their own, so that they test only how bodies are received and parsed.

const MAX_FILES = 3;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The service accepts at most this many text fields, whatever the endpoint. */
const MAX_TEXT_FIELDS = 10;
/** How often `uploadEndpoint` has run. */
let runCount = 0;
const uploadEndpoint = definePreparedJsonEndpoint({
  operationId: 'uploadFiles',
  summary: 'Upload files',
  body: { text: Type.Optional(Type.String({ maxLength: 5000 })), caption: Type.Optional(Type.String()) },
  multipart: { fieldName: 'files', maxFiles: MAX_FILES, maxBytes: MAX_FILE_BYTES, description: 'Files' },
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
const textEndpoint = defineJsonEndpoint({
  operationId: 'sendText',
  summary: 'Send text',
  body: { text: Type.String() },
  data: Type.Object({}),
  run: async (_ctx, _caller: { profileId: string }) => ({}),
});

interface UploadServer {
  readonly port: number;
  readonly token: string;
  send(request: TestRequest): Promise<TestResponse>;
}

/**
 * Starts a server with `uploadEndpoint` and `textEndpoint`, and passes it to `run` together with a child's token. Then asserts
 * that no uploaded file is left and that no error was logged, except for the one that `uploadEndpoint` throws.
 */
async function runWithUploadServer(app: TestApp, run: (server: UploadServer) => Promise<void>): Promise<void> {
  const routes = [
    defineRoute('POST', '/app/files', 'bearer', ['app-write'], uploadEndpoint),
    defineRoute('POST', '/app/text', 'bearer', ['app-write'], textEndpoint),
  ];
  const server = createServer(app.ctx, {
    routes,
    rateLimits: RATE_LIMIT_BY_GROUP,
    authenticator,
    renderErrorPage,
    renderErrorFragment,
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await app.registerChild();
  const send = async ({ raw, headers = {}, body }: TestRequest) => {
    const typeHeader: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${address}/app/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...typeHeader, ...headers },
      body: body === undefined ? (raw ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  await run({ port: Number(new URL(address).port), token, send }).finally(() => server.close());
  const folder = join(app.ctx.settings.dataDir, 'uploads');
  assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [], 'all uploaded files are deleted');
  assert.equal(countOpenFiles(folder), 0, 'no file is left open');
  assert.deepEqual(
    app.log.filter((line) => /"level":(50|60)/.test(line) && !line.includes('a bug')), // error or fatal
    [],
  );
}

/** Counts the files in a folder that this process has open, even after their deletion. Returns 0 except on Linux. */
function countOpenFiles(folder: string): number {
  if (process.platform !== 'linux') return 0;
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the file descriptor that readdirSync used, which is closed by now
    }
  });
  return links.filter((link) => link.startsWith(folder)).length;
}

const createFilePart = (body: Part['body'], overrides: Partial<Part> = {}): Part => ({
  name: 'files',
  filename: 'a.png',
  type: 'image/png',
  body,
  ...overrides,
});
const createTextPart = (name: string, body: string): Part => ({ name, body });
const createJsonPart = (body: string): Part => ({ name: 'text', type: 'application/json', body });
const createRawRequest = (
  raw: TestRequest['raw'],
  contentType = `multipart/form-data; boundary=${BOUNDARY}`,
): TestRequest => ({ raw, headers: { 'content-type': contentType } });

testWithApp('text and files arrive unchanged, as JSON or multipart', (app) =>
  runWithUploadServer(app, async ({ send }) => {
    const bytes = app.ctx.random.bytes(3_000_000);
    const response = await send(
      createMultipartRequest([
        createTextPart('text', 'Їжак 🦔'),
        createFilePart(bytes),
        createFilePart('b', { filename: '../../x' }),
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
      createMultipartRequest(Array.from({ length: MAX_FILES }, () => createFilePart(new Uint8Array(MAX_FILE_BYTES)))),
    );
    assert.deepEqual(largest.body.data.sizes, [MAX_FILE_BYTES, MAX_FILE_BYTES, MAX_FILE_BYTES]);

    const form = new FormData();
    form.set('text', 'from a browser');
    form.append('files', new File(['one'], 'one.png'));
    form.append('files', new File([], ''));
    assert.deepEqual((await send({ raw: form })).body.data.sizes, [3], 'an empty file field is ignored');
    for (const unknownField of [createTextPart('more', 'x'), createTextPart('', 'x')]) {
      assert.equal(
        (await send(createMultipartRequest([unknownField, createFilePart('x')]))).status,
        200,
        'an unknown text field is ignored',
      );
    }
    const partWithThousandHeaders: Part = {
      headers: `${'X-A: b\r\n'.repeat(1000)}Content-Disposition: form-data; name="text"`,
      body: 'x',
    };
    assert.deepEqual(
      (await send(createMultipartRequest([partWithThousandHeaders]))).body.data,
      { text: '', files: [], sizes: [] },
      'only the first headers of a part are read, so this part has no name and is ignored',
    );
    // This boundary contains every special character that RFC 2046 allows.
    const quotedBoundaryBody = encodeMultipart([createFilePart('x')], "odd'()+_,-./:=? b");
    const headers = { 'content-type': `Multipart/Form-Data; charset=utf-8; boundary="odd'()+_,-./:=? b"` };
    assert.deepEqual((await send({ raw: quotedBoundaryBody, headers })).body.data.sizes, [1]);
  }),
);

/** Invalid requests, or the parts of one, each with the field and the message of the error. */
const refusedRequests: Record<string, () => readonly [Part[] | TestRequest, field?: string, message?: string]> = {
  'one file too many': () => [['1', '2', '3', '4'].map((body) => createFilePart(body)), 'files'],
  'a file that is too large': () => [[createFilePart(new Uint8Array(11_000_000))], 'files'],
  'a file one byte too large': () => [[createFilePart(new Uint8Array(MAX_FILE_BYTES + 1))], 'files'],
  'a file that is too large after a small file': () => [
    ['1', new Uint8Array(MAX_FILE_BYTES + 1), '2'].map((body) => createFilePart(body)),
    'files',
  ],
  'a file in an unknown field': () => [
    [createFilePart('1', { name: 'photo' })],
    'files',
    'files: is the only field for files.',
  ],
  'a file in a text field': () => [[createFilePart('1', { name: 'text' })], 'files'],
  'a text in the file field': () => [[createTextPart('files', 'x')], 'files', 'files: is for files only.'],
  'a repeated text field': () => [[createTextPart('text', 'x'), createTextPart('text', 'y')], 'text'],
  'a text of 100 KB': () => [[createTextPart('text', 'x'.repeat(100_000))], 'text'],
  'a text of 5001 characters': () => [[createTextPart('text', '😀'.repeat(5001))], 'text'],
  'a text declared as JSON': () => [[createJsonPart('"x"')]],
  'JSON with property names of Object.prototype': () => [[createJsonPart('{"toString":1,"valueOf":1}')]],
  'a part with malformed JSON': () => [[createJsonPart('{')]],
  'one text field too many': () => [
    Array.from({ length: MAX_TEXT_FIELDS + 1 }, (_, i) => createTextPart(`t${i}`, 'x')),
  ],
  'a hundred parts': () => [Array.from({ length: 100 }, () => createFilePart('x'))],
  'no closing boundary': () => [createRawRequest(encodeMultipart([createTextPart('text', 'x')], BOUNDARY, ''))],
  'half of a part': () => [createRawRequest(encodeMultipart([createFilePart('x'.repeat(5000))]).slice(0, 3000))],
  'half of the headers of a part': () => [createRawRequest(encodeMultipart([createFilePart('x')]).slice(0, 60))],
  'another boundary': () => [createRawRequest(encodeMultipart([createFilePart('x')], 'other'))],
  'no boundary': () => [createRawRequest(encodeMultipart([createFilePart('x')]), 'multipart/form-data')],
  'an empty boundary': () => [
    createRawRequest(encodeMultipart([createFilePart('x')]), 'multipart/form-data; boundary='),
  ],
  'an overlong boundary': () => [createRawRequest('x', `multipart/form-data; boundary=${'x'.repeat(8000)}`)],
  'JSON that is declared as multipart': () => [createRawRequest('{"text":"x"}')],
  'another multipart type': () => [
    createRawRequest(encodeMultipart([createFilePart('x')]), `multipart/mixed; boundary=${BOUNDARY}`),
  ],
  'a text named __proto__': () => [[createTextPart('__proto__', 'x')]],
  'a text named constructor': () => [[createTextPart('constructor', 'x')]],
  'a file named hasOwnProperty': () => [[createFilePart('x', { name: 'hasOwnProperty' })]],
};

testWithApp('invalid multipart bodies give 400 with the field, and the next request works', (app) =>
  runWithUploadServer(app, async ({ send }) => {
    runCount = 0;
    for (const [name, createRefusedRequest] of Object.entries(refusedRequests)) {
      const [request, field, message] = createRefusedRequest();
      const response = await send(Array.isArray(request) ? createMultipartRequest(request) : request);
      assert.equal(response.status, 400, `${name}: ${response.text}`);
      assertError(response, 400, 'VALIDATION_ERROR', field === undefined ? undefined : [field]);
      if (message) assert.equal(response.body.error.message, message);
      assert.equal((await send({ body: { text: name } })).status, 200, name);
    }
  }),
);

/** Invalid boundaries in the Content-Type header, each with the boundary that the parser would search for instead. */
const misreadBoundaries = [
  ['\xe9', '\ufffd'],
  ['"\xe9"', '\ufffd'],
  ['b\\', 'b"'],
  ['"b\\', 'b'],
] as const;

testWithApp('bodies with thousands of empty parts are refused without blocking the event loop', (app) =>
  runWithUploadServer(app, async ({ send }) => {
    const bodies = [
      ...['', 'a:b\r\n', 'Content-Disposition: form-data; name="text"\r\n'].map((partHeaders) => [
        BOUNDARY,
        BOUNDARY,
        partHeaders,
      ]),
      ...misreadBoundaries.map(([headerBoundary, bodyBoundary]) => [headerBoundary, bodyBoundary, '']),
    ];
    for (const [headerBoundary, bodyBoundary, partHeaders] of bodies) {
      const headers = { 'content-type': `multipart/form-data; boundary=${headerBoundary}` };
      const raw = `--${bodyBoundary}\r\n${partHeaders}\r\n\r\n`.repeat(6000);
      await assertShortTurns(String(headerBoundary), async () => {
        const responses = await Promise.all(Array.from({ length: 20 }, () => send({ raw, headers })));
        for (const response of responses) assertError(response, 400, 'VALIDATION_ERROR', ['files']);
      });
    }
  }),
);

let keyCount = 0;
/** Creates JSON of about 55 KB that is slow to parse, because each object has a different key. */
function createSlowJson(): string {
  const objects = Array.from({ length: 5000 }, () => `{"${(keyCount++).toString(36)}":0}`);
  return `{"a":[${objects.join()}]}`;
}
/** Headers of a part that are slow to parse, because they have hundreds of parameters that must be decoded. */
const slowPartHeaders = `Content-Disposition: form-data; name="text"${";a*=''\xe9".repeat(400)}`;

testWithApp('a body that is slow to parse does not block the event loop', (app) =>
  runWithUploadServer(app, async ({ send }) => {
    const requestCreators: Readonly<Record<string, () => TestRequest>> = {
      'long JSON bodies': () => ({ raw: createSlowJson(), headers: { 'content-type': 'application/json' } }),
      'JSON in parts': () => createMultipartRequest([createJsonPart(createSlowJson())]),
      'long headers of parts': () =>
        createMultipartRequest(Array.from({ length: 10 }, () => ({ headers: slowPartHeaders, body: 'x' }))),
    };
    for (const [name, createRequest] of Object.entries(requestCreators)) {
      await assertShortTurns(name, async () => {
        assert.ok((await send(createRequest())).status <= 400, name);
      });
    }
  }),
);

testWithRateLimits(
  'an endpoint without files refuses multipart bodies, and multipart requests have a rate limit of their own',
  (app) =>
    runWithUploadServer(app, async ({ port, token, send }) => {
      const { raw, headers } = createMultipartRequest([createTextPart('text', 'x')]);
      const response = await fetch(`http://127.0.0.1:${port}/app/text`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
        body: raw,
      });
      assert.equal(response.status, 400);
      assert.equal(response.headers.get('ratelimit'), '"app-write";r=29;t=60');
      assert.equal((await send({ body: {} })).headers.get('ratelimit'), '"app-write";r=28;t=60');
      const multipartRequest = createMultipartRequest([createTextPart('text', 'x')]);
      for (let i = 0; i < 5; i += 1) {
        assert.equal((await send(multipartRequest)).headers.get('ratelimit'), `"upload";r=${4 - i};t=60`);
      }
      const otherSpelling = {
        ...multipartRequest,
        headers: { 'content-type': `\tMULTIPART/form-data;BOUNDARY=${BOUNDARY}` },
      };
      for (const request of [multipartRequest, otherSpelling]) {
        const refused = await send(request);
        assertError(refused, 429, 'RATE_LIMITED');
        assert.equal(refused.headers.get('ratelimit-policy'), '"upload";q=5;w=60');
      }
      assert.equal(
        (await send({ body: {} })).headers.get('ratelimit'),
        '"app-write";r=27;t=60',
        'a multipart request does not count in the group app-write',
      );
    }),
);

testWithApp('the same parts with the same Idempotency-Key are handled once, whatever their boundary', (app) =>
  runWithUploadServer(app, async ({ send }) => {
    const parts = [createTextPart('text', 'x'), createFilePart('one'), createFilePart('two')];
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
      [createTextPart('text', 'x'), createFilePart('two'), createFilePart('one')],
      [createTextPart('text', 'x'), createFilePart('one')],
      [createTextPart('text', 'y'), createFilePart('one'), createFilePart('two')],
      [createFilePart('one'), createFilePart('two')],
      [],
    ];
    for (const otherParts of otherBodies) assertError(await sendWithKey('a', otherParts), 409, 'CONFLICT');
    const jsonResponse = await send({ body: { text: 'x' }, headers: { 'idempotency-key': 'a' } });
    assertError(jsonResponse, 409, 'CONFLICT');
    assert.equal(runCount, 1);

    const concurrentResponses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => sendWithKey('b', parts, `boundary-${i}`)),
    );
    assert.deepEqual([...new Set(concurrentResponses.map((response) => response.text))], [first.text]);
    assert.equal(runCount, 2);
    // `runWithUploadServer` asserts that the files of a request that fails are deleted.
    assert.equal((await sendWithKey('c', [createTextPart('caption', 'fail'), createFilePart('x')])).status, 500);
  }),
);

testWithApp('clients that disconnect during or after an upload do not affect other clients', (app) =>
  runWithUploadServer(app, async ({ port, token, send }) => {
    const body = Buffer.from(
      encodeMultipart([createTextPart('text', 'x'), createFilePart(new Uint8Array(500_000)), createFilePart('last')]),
    );
    const createRequestHead = (length: number) =>
      `POST /app/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`;
    runCount = 0;
    for (const byteCount of [0, 30, 150, 400, 100_000, body.length - 50, body.length - 1]) {
      const socket = connect({ host: '127.0.0.1', port });
      socket.on('error', () => {});
      socket.write(createRequestHead(body.length));
      socket.write(body.subarray(0, byteCount));
      await sleep(60); // so that the service receives these bytes before the disconnection
      socket.destroy();
    }
    await sleep(200); // so that an endpoint that runs by mistake is counted
    assert.equal(runCount, 0);
    const socketWithWholeBody = connect({ host: '127.0.0.1', port });
    socketWithWholeBody.end(Buffer.concat([Buffer.from(createRequestHead(body.length)), body]));
    socketWithWholeBody.resume();
    socketWithWholeBody.destroySoon();
    await sleep(300); // so that the service has handled the request
    assert.equal((await send(createMultipartRequest([createFilePart('x')]))).status, 200);
  }),
);
