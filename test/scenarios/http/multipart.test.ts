import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
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

// Endpoints of their own, so that these tests cover nothing but multipart bodies.
const MAX_TURN_MS = 50;
const MAX_FILES = 3;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
let runs = 0;
const uploadEndpoint = definePreparedJsonEndpoint({
  operationId: 'uploadFiles',
  summary: 'Upload files',
  body: { text: Type.Optional(Type.String({ maxLength: 5000 })), caption: Type.Optional(Type.String()) },
  multipart: { name: 'files', maxFiles: MAX_FILES, maxBytes: MAX_FILE_BYTES, description: 'Files' },
  data: Type.Object({ text: Type.String(), files: Type.Array(Type.String()), sizes: Type.Array(Type.Integer()) }),
  prepare: async (_ctx, _caller: { profileId: string }, { body, uploads }) => {
    const files = await Promise.all(uploads.map(async (upload) => hash('sha256', await upload.read())));
    const run = async () => {
      runs += 1;
      if (body.caption === 'fail') throw new Error('a bug');
      return { text: body.text ?? '', files, sizes: uploads.map(({ size }) => size) };
    };
    return { run, discard: async () => {} };
  },
});
const plainEndpoint = defineJsonEndpoint({
  operationId: 'sendText',
  summary: 'Send text',
  body: { text: Type.String() },
  data: Type.Object({}),
  run: async () => ({}),
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
      return ''; // the descriptor of this listing
    }
  });
  return links.filter((link) => link.startsWith(folder)).length;
}

const createFile = (body: Part['body'], more: Partial<Part> = {}): Part => ({
  name: 'files',
  filename: 'a.png',
  type: 'image/png',
  body,
  ...more,
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
      const quoted = encodeMultipart([createFile('x')], "odd'()+_,-./:=? b");
      const headers = { 'content-type': `Multipart/Form-Data; charset=utf-8; boundary="odd'()+_,-./:=? b"` };
      assert.deepEqual((await send({ raw: quoted, headers })).body.data.sizes, [1]);
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
  'a large one after a good one': () => ({
    request: createMultipartRequest([createFile('1'), createFile(new Uint8Array(MAX_FILE_BYTES + 1)), createFile('2')]),
    fields: ['files'],
  }),
  'a file of another name': () => ({
    request: createMultipartRequest([createFile('1', { name: 'photo' })]),
    fields: ['files'],
  }),
  'a file where a text belongs': () => ({
    request: createMultipartRequest([createFile('1', { name: 'text' })]),
    fields: ['files'],
  }),
  'a text where a file belongs': () => ({
    request: createMultipartRequest([createText('files', 'x')]),
    fields: ['files'],
  }),
  'a text twice': () => ({
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
  'a number as a JSON part': () => ({
    request: createMultipartRequest([{ name: 'text', type: 'application/json', body: '7' }]),
    fields: ['text'],
  }),
  'broken JSON as a part': () => ({
    request: createMultipartRequest([{ name: 'text', type: 'application/json', body: '{' }]),
  }),
  'eleven texts': () => ({
    request: createMultipartRequest(Array.from({ length: 11 }, (_, i) => createText(`t${i}`, 'x'))),
  }),
  'a hundred parts': () => ({ request: createMultipartRequest(Array.from({ length: 100 }, () => createFile('x'))) }),
  'no end': () => ({
    request: { ...createMultipartRequest([]), raw: encodeMultipart([createText('text', 'x')], BOUNDARY, '') },
  }),
  'half a part': () => ({
    request: { ...createMultipartRequest([]), raw: encodeMultipart([createFile('x'.repeat(5000))]).slice(0, 3000) },
  }),
  'half a head': () => ({
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
  'an endless boundary': () => ({
    request: { raw: 'x', headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(8000)}` } },
  }),
  'JSON that says it is parts': () => ({ request: { ...createMultipartRequest([]), raw: '{"text":"x"}' } }),
  'another kind of parts': () => ({
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
  'a thousand heads in a part': () => ({
    request: createMultipartRequest([
      { headers: `${'X-A: b\r\n'.repeat(1000)}Content-Disposition: form-data; name="text"`, body: 'x' },
    ]),
  }),
};

testWithApp(
  'invalid multipart bodies give 400 with the field, and the next request works',
  (app) =>
    runWithUploadServer(app, async ({ send }) => {
      runs = 0;
      for (const [name, createRefused] of Object.entries(refusedRequests)) {
        const { request, fields } = createRefused();
        const response = await send(request);
        if (name === 'a thousand heads in a part' && response.status === 200) continue; // only the first is read
        assert.equal(response.status, 400, `${name}: ${response.text}`);
        assertError(response, 400, 'VALIDATION_ERROR', fields);
        assert.equal((await send({ body: { text: name } })).status, 200, name);
      }
    }),
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'bodies of thousands of empty parts are refused without blocking the event loop',
  (app) =>
    runWithUploadServer(app, async ({ send }) => {
      const { headers } = createMultipartRequest([]);
      for (const head of ['', 'a:b\r\n', 'Content-Disposition: form-data; name="text"\r\n']) {
        const raw = `--${BOUNDARY}\r\n${head}\r\n\r\n`.repeat(2000);
        const longestTurnMs = await measureLongestTurn(async () => {
          const responses = await Promise.all(Array.from({ length: 20 }, () => send({ raw, headers })));
          for (const response of responses) assertError(response, 400, 'VALIDATION_ERROR', ['files']);
        });
        assert.ok(longestTurnMs < MAX_TURN_MS, `the event loop was blocked for ${longestTurnMs} ms`);
      }
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
      const sendWithKey = (key: string, sent: readonly Part[], boundary?: string) => {
        const { raw, headers } = createMultipartRequest(sent, boundary);
        return send({ raw, headers: { ...headers, 'idempotency-key': key } });
      };
      runs = 0;
      const first = await sendWithKey('a', parts);
      const again = await sendWithKey('a', parts, 'another-boundary');
      assert.equal(again.text, first.text);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(runs, 1);
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
      assert.equal(runs, 1);

      const atOnce = await Promise.all(Array.from({ length: 20 }, (_, i) => sendWithKey('b', parts, `boundary-${i}`)));
      assert.deepEqual([...new Set(atOnce.map((response) => response.text))], [first.text]);
      assert.equal(runs, 2);
      assert.equal((await sendWithKey('c', [createText('caption', 'fail'), createFile('x')])).status, 500);
    }),
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a client that disconnects or never finishes affects no other',
  (app) =>
    runWithUploadServer(app, async ({ port, token, send }) => {
      const body = Buffer.from(
        encodeMultipart([createText('text', 'x'), createFile(new Uint8Array(500_000)), createFile('last')]),
      );
      const createHead = (length: number) =>
        `POST /app/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`;
      runs = 0;
      for (const sent of [0, 30, 150, 400, 100_000, body.length - 50, body.length - 1]) {
        const socket = connect({ host: '127.0.0.1', port });
        socket.on('error', () => {});
        socket.write(createHead(body.length));
        socket.write(body.subarray(0, sent));
        await sleep(60);
        socket.destroy();
      }
      await sleep(200);
      assert.equal(runs, 0);
      const socketWithWholeBody = connect({ host: '127.0.0.1', port });
      socketWithWholeBody.end(Buffer.concat([Buffer.from(createHead(body.length)), body]));
      socketWithWholeBody.resume();
      socketWithWholeBody.destroySoon();
      await sleep(300);
      assert.equal((await send(createMultipartRequest([createFile('x')]))).status, 200);
    }),
  WITHOUT_RATE_LIMITS,
);
