import type { Socket } from 'node:net';
import formbody from '@fastify/formbody';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Caller } from '../../core/caller.ts';
import { preferredTag, speaks } from '../../core/languages.ts';
import type { Context } from '../context.ts';
import { type File, type Html, Redirect, Reply } from './answers.ts';
import { type Client, checkDeviceId, clientOf } from './client.ts';
import { errorBody, judge, notFound, type Verdict } from './errors.ts';
import { admit, countRequest, type Identity, identify } from './gate.ts';
import { answerOnce } from './idempotency.ts';
import { createWindows, type Limit } from './limits.ts';
import { refuseForeignSite } from './same-site.ts';
import { securityHeaders } from './security-headers.ts';
import { acceptsKey, type Row } from './surface.ts';
import { checkNoBody, compileValidator } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    client: Client | undefined;
  }
  interface FastifyContextConfig {
    row?: Row;
  }
}

export interface Surface {
  readonly rows: readonly Row[];
  readonly limits: Readonly<Record<string, Limit>>;
  readonly identity: Identity;
  /** How a page says no. */
  readonly errorPage: (verdict: Verdict, caller: Caller | undefined, tag: string) => Html;
}

const BODY_LIMIT = 256 * 1024;
/** A header that is longer than a proxy's buffer would be a 502 there. */
const LONGEST_NEXT = 500;
/** Requests that a connection may send ahead of its answers: thousands fit into one packet, and their answers into no memory. */
const UNANSWERED = 8;

/** The HTTP service: the rows as routes, and around them whatever every request needs. */
export function createServer(ctx: Context, surface: Surface): FastifyInstance {
  const headers = securityHeaders(ctx.settings);
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    childLoggerFactory: (logger) => logger, // log lines name their request themselves
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(ctx),
    requestIdHeader: false,
    trustProxy: ctx.settings.trustProxy.length > 0 ? [...ctx.settings.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    connectionTimeout: 60_000, // for whoever does not read the answer; nothing here takes nearly as long
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 }, // as long as a request line may be: an id that is too long is unknown
    http: { requireHostHeader: false }, // nothing here reads it
    frameworkErrors(error, request, reply) {
      // A path that cannot be read: no hook runs for it.
      reply.headers(wantsPage(request) ? headers.page : headers.data);
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      void answerError(ctx, surface, error, request, reply);
    },
    clientErrorHandler: answerBrokenHttp,
  });
  // Node would answer an unknown Expect itself, without our error body; it may as well be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(compileValidator);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('client', undefined);
  app.decorateRequest('bodyText', undefined);
  app.decorateRequest('attempt', undefined);
  readJson(app);

  limitUnanswered(app);
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    reply.headers(isPage ? headers.page : headers.data).header('x-request-id', request.id);
    // What is in flight while we stop is answered, and its connection does not wait for another request.
    if (stopping) reply.header('connection', 'close');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method } = request;
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    ctx.log.info({ reqId, method, route, status, ms: Math.round(elapsedTime) }, 'request');
    ctx.metrics.countResponse(method, route, status, elapsedTime / 1000);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerError(ctx, surface, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(ctx, surface, notFound(), request, reply));

  const windows = createWindows();
  const isPage = (row: Row) => row.endpoint.face === 'page';
  app.register(async (api) => {
    for (const row of surface.rows.filter((candidate) => !isPage(candidate))) mount(api, ctx, surface, windows, row);
  });
  app.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: 64 * 1024 }); // only pages read plain forms
    for (const row of surface.rows.filter(isPage)) mount(pages, ctx, surface, windows, row);
  });
  return app;
}

/** Hangs up on a connection that sends on and on without waiting for its answers. */
function limitUnanswered(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count <= UNANSWERED) return done();
    socket.destroy();
    reply.hijack(); // nothing more is done for it
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
    done();
  });
}

/** Ids that no two requests share, in any process: a random start and a count. */
function requestIds({ random }: Context): () => string {
  const start = random.bytes(9).toString('base64url');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}

function mount(
  app: FastifyInstance,
  ctx: Context,
  surface: Surface,
  windows: ReturnType<typeof createWindows>,
  row: Row,
) {
  const { method, path, who, endpoint } = row;
  const limits = ctx.settings.rateLimits ? row.limits.map((name) => [name, limitOf(surface, name)] as const) : [];
  const fromBrowser = method !== 'GET' && !path.startsWith('/app/');
  app.route({
    method,
    url: path,
    config: { row },
    ...(acceptsKey(row) && answerOnce(ctx)),
    schema: {
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.answer && { response: { [endpoint.status]: endpoint.answer } }),
    },
    async onRequest(request, reply) {
      const client = clientOf(request);
      request.client = client;
      request.caller = await identify(ctx, surface.identity, request, who);
      for (const limit of limits)
        await countRequest(ctx, surface.identity, windows, reply, limit, request.caller, client);
      if (fromBrowser) refuseForeignSite(ctx, request);
      admit(ctx, request, who, request.caller, client);
      checkDeviceId(client);
    },
    async handler(request, reply) {
      const { body, query, params, client } = request;
      if (!endpoint.body) checkNoBody(body);
      // `admit` has let in exactly the callers that this row's endpoint was typed for.
      const answer = await endpoint.run(ctx, request.caller as never, {
        body,
        query,
        params,
        client: client ?? clientOf(request),
      });
      return send(reply, endpoint.face, endpoint.status, answer);
    },
  });
}

function limitOf({ limits }: Surface, name: string): Limit {
  const limit = limits[name];
  if (!limit) throw new Error(`The surface names a limit that does not exist: ${name}.`);
  return limit;
}

async function send(reply: FastifyReply, face: Row['endpoint']['face'], status: number, answer: unknown) {
  if (answer instanceof Redirect) return reply.headers(answer.headers).redirect(answer.to, 303);
  if (answer instanceof Reply) {
    reply.headers(answer.headers);
    return send(reply, face, answer.status ?? status, answer.data);
  }
  if (face === 'page')
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(String(await answer));
  if (face === 'file') {
    const { type, body, headers = {} } = answer as File; // the only thing an endpoint with this face returns
    return reply.code(status).headers(headers).type(type).send(body);
  }
  return reply.code(status).send(isPage(answer) ? answer : { data: answer });
}

/** A cursor page is a whole body of its own; everything else goes under `data`. */
function isPage(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'has_more' in answer && 'next_cursor' in answer;
}

async function answerError(
  ctx: Context,
  surface: Surface,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const tag = request.caller?.language ?? preferredTag(request.headers['accept-language']);
  const verdict = judge(error, speaks(tag), ctx.database.isOutage);
  if (verdict.bug) ctx.log.error({ reqId: request.id, err: error }, 'a bug answered INTERNAL_ERROR');
  else if (verdict.status === 503) ctx.log.warn({ reqId: request.id, err: error }, 'unavailable');
  const row = request.routeOptions.config.row;
  if (row?.endpoint.face === 'page' || (!row && wantsPage(request))) {
    if (verdict.code === 'UNAUTHORIZED' && row?.who === 'cookie') {
      const { method, url } = request;
      const next = method === 'GET' && url.length <= LONGEST_NEXT ? url : '/panel';
      return reply.redirect(`/login?next=${encodeURIComponent(next)}`, 303);
    }
    const page = await surface.errorPage(verdict, request.caller, tag);
    return reply.code(verdict.status).headers(verdict.headers).type('text/html; charset=utf-8').send(String(page));
  }
  return reply
    .code(verdict.status)
    .headers(verdict.headers)
    .type('application/json; charset=utf-8')
    .send(errorBody(verdict));
}

/** Somebody who typed an address that is none of ours, and is no program of the app's or the panel's. */
function wantsPage({ headers, url }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(app|api)\//.test(url);
}

/** Zero bytes of JSON are no body at all (gap 6); `__proto__` in one is refused by the parser. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = body as string; // parseAs says so
    if (body.length === 0) done(null, undefined);
    else parse(request, request.bodyText, done);
  });
}

/** What is not even HTTP gets the error body as well. */
function answerBrokenHttp(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'The request cannot be read.' } });
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), 1000).unref(); // whoever does not hang up now would keep the socket for good
}
