import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOUNDARY } from '../../support/files/multipart.ts';
import { measureRetainedMemory } from '../../support/service/event-loop-load.ts';
import { type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const CHUNKED = 'Transfer-Encoding: chunked';
const SAME_ORIGIN = 'Sec-Fetch-Site: same-origin';
const CONNECTION_COUNT = 4;

/** The property of Node.js’s HTTP parser with the function that it calls for each chunk of a body: `HTTPParser.kOnBody`. */
const ON_BODY = 3;

interface NodeHttpParser {
  [ON_BODY]: (this: NodeHttpParser, chunk: Buffer) => void;
}

testWithApp(
  'a connection with a slow request body is closed, and a request with a fast body succeeds',
  async (app) => {
    const { token } = await app.registerChild();
    const authorization = `Authorization: Bearer ${token}`;
    const multipartType = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;
    const contentLength = 'Content-Length: 5000';
    const json = await beginRequest(app, 'POST /app/auth/login/parent', [JSON_TYPE, contentLength], '{"email":"');
    const form = await beginRequest(app, 'POST /login/email', [FORM_TYPE, SAME_ORIGIN, contentLength], 'email=');
    const upload = await beginRequest(
      app,
      'POST /app/tasks/x/submit-creative',
      [authorization, multipartType, contentLength],
      `--${BOUNDARY}`,
    );
    const unauthenticated = await beginRequest(app, 'POST /app/todos', [JSON_TYPE, contentLength], '{');
    const chunked = await beginRequest(app, 'PATCH /app/users/me', [authorization, JSON_TYPE, CHUNKED], '1\r\n{\r\n');
    const fast = await beginRequest(
      app,
      'PATCH /app/users/me',
      [authorization, JSON_TYPE, contentLength],
      createBody(5000).slice(0, 4000),
    );
    app.advance(9); // a body may take ten seconds, and one second more for every 2000 bytes that have arrived
    await sleep(1200); // the service checks the bodies every second
    for (const connection of [json, form, upload, unauthenticated, chunked, fast])
      assert.equal(connection.socket.closed, false);
    app.advance(2.5); // the app's clock has moved by 11.5 seconds: more than ten, but less than the twelve of the fast body
    for (const connection of [json, form, upload, unauthenticated, chunked]) await connection.closed;
    for (const { getText } of [json, form, chunked]) assert.match(getText(), /^HTTP\/1\.1 400 .*connection: close/is);
    assert.match(json.getText(), /"reason":"body_too_slow"/);
    assert.match(unauthenticated.getText(), /^HTTP\/1\.1 401 /);
    fast.socket.write(createBody(5000).slice(4000));
    while (!fast.getText().includes('"display_name":"Mia"')) await sleep(10);
    fast.socket.destroy();
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a body sent in small chunks uses memory proportional to its size',
  async (app) => {
    const { token } = await app.registerChild();
    const serverSockets: Socket[] = [];
    app.fastify.server.on('connection', (socket) => serverSockets.push(socket));
    const text = createBody(40_000);
    const chunks = Buffer.from((text.slice(0, -1).match(/.{1,300}/gs) ?? []).map(toChunk).join(''));
    const memoryBefore = measureRetainedMemory();
    const requests: Awaited<ReturnType<typeof beginRequest>>[] = [];
    for (let i = 0; i < CONNECTION_COUNT; i += 1) {
      requests.push(
        await beginRequest(app, 'PATCH /app/users/me', [`Authorization: Bearer ${token}`, JSON_TYPE, CHUNKED], chunks),
      );
    }
    while (serverSockets.some(({ bytesRead }) => bytesRead < chunks.length)) await sleep(10);
    await sleep(50);
    const bytesPerConnection = (measureRetainedMemory() - memoryBefore) / CONNECTION_COUNT;
    assert.ok(
      bytesPerConnection < 4 * text.length,
      `${Math.round(bytesPerConnection)} bytes are in memory for a text of ${text.length}`,
    );
    for (const { socket } of requests) socket.write(`1\r\n${text.slice(-1)}\r\n0\r\n\r\n`);
    for (const { getText } of requests) while (!getText().includes('"display_name":"Mia"')) await sleep(10);
    for (const { socket } of requests) socket.destroy();
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a connection that sends a body in many tiny chunks is closed without parsing all of them',
  async (app) => {
    const { token } = await app.registerChild();
    let parsedChunkCount = 0;
    app.fastify.server.on('connection', ({ parser }: Socket & { readonly parser: NodeHttpParser }) => {
      const onBody = parser[ON_BODY];
      const countAndForward = function (this: NodeHttpParser, chunk: Buffer) {
        parsedChunkCount += 1;
        onBody.call(this, chunk);
      };
      parser[ON_BODY] = Object.assign(countAndForward, onBody); // keeps the property that marks a parser as limited
    });
    const authorization = `Authorization: Bearer ${token}`;
    for (const requestLine of ['GET /healthz', 'PATCH /app/users/me', 'POST /nowhere']) {
      const tiny = await beginRequest(
        app,
        requestLine,
        [authorization, JSON_TYPE, CHUNKED],
        toChunk('x').repeat(10_000),
      );
      await tiny.closed;
      const tinyAfterLarge = await beginRequest(
        app,
        requestLine,
        [authorization, JSON_TYPE, CHUNKED],
        toChunk('z'.repeat(60_000)) + toChunk('z').repeat(1000),
      );
      await tinyAfterLarge.closed;
      const small = await beginRequest(
        app,
        requestLine,
        [authorization, JSON_TYPE, CHUNKED],
        toChunk('y'.repeat(40)).repeat(1000),
      );
      await small.closed;
    }
    // On average, fewer than 25 chunks are parsed for each of the nine connections.
    assert.ok(parsedChunkCount < 9 * 25, `${parsedChunkCount} chunks were parsed`);
    const body = ['{', '"display_name"', ':', '"Mia"', '}'].map(toChunk).join('').concat('0\r\n\r\n');
    const fewChunks = await beginRequest(app, 'PATCH /app/users/me', [authorization, JSON_TYPE, CHUNKED], body);
    while (!fewChunks.getText().includes('"display_name":"Mia"')) await sleep(10);
    fewChunks.socket.destroy();
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a request gets 401 if its session ends or its profile is deleted while the body arrives',
  async (app) => {
    const [signedOutChild, deletedChild] = [await app.registerChild(), await app.registerChild()];
    const text = JSON.stringify({ title: 'Feed the cat' });
    const contentLength = `Content-Length: ${text.length}`;
    const requests = [];
    for (const { token } of [signedOutChild, deletedChild])
      requests.push(
        await beginRequest(
          app,
          'POST /app/todos',
          [`Authorization: Bearer ${token}`, JSON_TYPE, contentLength],
          text.slice(0, 9),
        ),
      );
    await sleep(600); // when a body takes this long, the service authenticates the caller again
    await app.call('POST', '/app/auth/logout', { token: signedOutChild.token });
    await app.ctx.database.kysely.deleteFrom('profiles').where('id', '=', deletedChild.id).execute();
    for (const { socket } of requests) socket.write(text.slice(9));
    for (const { getText } of requests) while (!getText().includes('"error"')) await sleep(10);
    for (const { getText } of requests) assert.match(getText(), /^HTTP\/1\.1 401 /);
    for (const { socket } of requests) socket.destroy();
    assert.equal(await app.countRows('todos'), 0);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'unfinished bodies from one client IP address are refused with 429 before they use up the memory for other requests',
  async (app) => {
    const { token } = await app.registerChild();
    const headers = [`Authorization: Bearer ${token}`, JSON_TYPE, 'Content-Length: 100000'];
    const connections: Awaited<ReturnType<typeof beginRequest>>[] = [];
    // The buffers of these bodies are larger than the memory that one IP address may use for bodies.
    for (let i = 0; i < 40; i += 1)
      connections.push(await beginRequest(app, 'POST /app/todos', headers, createBody(70_000)));
    const isRefused = ({ getText }: (typeof connections)[number]) => /^HTTP\/1\.1 429 /.test(getText());
    while (!connections.some(isRefused)) await sleep(10);
    assert.ok(connections.filter(isRefused).length < 20, 'fewer than twenty bodies are refused');
    const title = 'x'.repeat(50);
    const response = await app.call('POST', '/app/todos', { token, body: { title, notes: 'y'.repeat(1500) } });
    assert.equal(response.status, 201, response.text);
    await app.registerChild();
    for (const { socket } of connections) socket.destroy();
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a request to an unknown path gets 404, and one with an unsupported method gets 405, before the body is read',
  async (app) => {
    for (const [requestLine, status] of [
      ['POST /app/nowhere', 404],
      ['PUT /healthz', 405],
      ['DELETE /', 405],
    ] as const) {
      const request = await beginRequest(app, requestLine, [JSON_TYPE, 'Content-Length: 7000'], '{');
      while (!request.getText().includes('\r\n\r\n')) await sleep(10);
      assert.ok(request.getText().startsWith(`HTTP/1.1 ${status} `), requestLine);
      request.socket.destroy();
    }
  },
);

/** Formats a chunk of a body with "Transfer-Encoding: chunked". */
function toChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** Creates a request body of `bytes` bytes that changes the display name to Mia. */
function createBody(bytes: number): string {
  const start = '{"display_name":"Mia","padding":"';
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
}

/** Sends the headers and the start of the body of a request. */
async function beginRequest(app: TestApp, requestLine: string, headers: readonly string[], bodyStart: string | Buffer) {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {}); // the server may reset the connection
  const closed = new Promise((resolve) => socket.once('close', resolve)); // `once` of node:events rejects after a reset
  await once(socket, 'connect');
  socket.write(`${requestLine} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.write(bodyStart);
  return { socket, closed, getText: () => text };
}
