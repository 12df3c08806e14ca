import type { Socket } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import multipart from '@fastify/multipart';
import fastJsonStringify from 'fast-json-stringify';
import Fastify, {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from '../../core/requests/api-error.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../api-errors.ts';
import type { Context } from '../context.ts';
import { limitConnections } from './connections/connection-limit.ts';
import { createConnectionDrainer } from './connections/drain-connections.ts';
import { limitRunningRequests } from './connections/running-requests.ts';
import { limitRequest, registerRoute } from './register-route.ts';
import { compressResponse } from './responses/compress.ts';
import { handleError, wantsPage } from './responses/error-handler.ts';
import { isPublicResponse, revalidateCache } from './responses/responses.ts';
import type { Route, Surface } from './route.ts';
import { allowOrigin, createHostCheck, ROUTES_FOR_ANY_HOST, sendOptions } from './security/cross-site.ts';
import { createSecurityHeaders, PANEL_PERMISSIONS_POLICY } from './security/security-headers.ts';
import { compileValidator } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    drain: ReturnType<typeof createConnectionDrainer>['drain'];
  }
}

/** The maximum number of headers of a request. Browsers and proxies send about 20. Node alone would accept 2,000. */
const MAX_HEADERS = 100;
/** The maximum number of connections of a process. Node closes further ones. */
const MAX_CONNECTIONS = 8192;

/** Creates the HTTP server with the routes of the surface and the hooks that every request needs. */
export function createServer(ctx: Context, surface: Surface): FastifyInstance {
  const securityHeaders = createSecurityHeaders(ctx.settings);
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    childLoggerFactory: (logger) => logger, // each call of the logger adds the request id itself
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIdGenerator(ctx),
    requestIdHeader: false,
    trustProxy: ctx.settings.trustProxy.length > 0 ? [...ctx.settings.trustProxy] : false,
    bodyLimit: 8 * 1024, // for requests without a route; each route sets its own limit
    requestTimeout: 120_000, // enough for three photos over a slow mobile connection
    connectionTimeout: 60_000, // for clients that do not read the response; every endpoint takes much less time
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 }, // as long as a request line can be, so that the response to an id that is too long is 404
    http: { requireHostHeader: false, headersTimeout: 30_000 }, // Host is checked below, so that the response has the usual body
    frameworkErrors(error, request, reply) {
      // Fastify runs no hooks for a malformed path.
      reply.headers(wantsPage(request) ? securityHeaders.page : securityHeaders.other);
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      void handleError(ctx, surface, error, reply);
    },
    clientErrorHandler: ({ rawPacket }, socket) => respondToInvalidHttp(socket, securityHeaders.other, rawPacket),
  });
  // Node itself would respond to an unknown Expect header, without the error body of the API. A server may ignore the header (RFC
  // 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as TSchema));
  for (const name of ['caller', 'client', 'bodyFingerprint', 'uploads'] as const) app.decorateRequest(name, undefined);
  registerJsonParser(app);

  limitConnections(app.server, ctx.settings.trustProxy);
  limitRunningRequests(app);
  const { drain, isLast } = createConnectionDrainer(app.server);
  app.decorate('drain', drain);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const listMethods = createMethodLookup(surface.routes);
  app.server.maxHeadersCount = MAX_HEADERS + 1; // Node drops further headers, and the hook below rejects the request
  app.server.maxConnections = MAX_CONNECTIONS;
  const isAllowedHost = createHostCheck(ctx.settings);
  const warnOfUntrustedProxy = createProxyWarning(ctx);
  app.addHook('onRequest', (request, reply, done) => {
    // `rawHeaders` contains the names and the values.
    if (request.raw.rawHeaders.length > 2 * MAX_HEADERS)
      return done(new ApiError('VALIDATION_ERROR', localized.http.tooManyHeaders));
    if (!isAllowedHost(request))
      return done(new ApiError('VALIDATION_ERROR', localized.http.unknownHost, { fields: ['Host'] }));
    warnOfUntrustedProxy(request);
    if (!request.is404) return done();
    const methods = listMethods(request.url); // checked here, because the not-found handler runs after the body is read
    if (methods.length > 0 && request.method === 'OPTIONS') return sendOptions(ctx.settings, reply, methods);
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      return done(new ApiError('NOT_FOUND', localized.http.methodNotAllowed, { reason: 'method_not_allowed' }));
    }
    // Otherwise a client could guess paths of the app without a limit.
    if (!ctx.settings.hasRateLimits || !request.url.startsWith('/app/')) return done(createNotFoundError());
    limitRequest(ctx, surface, reply, 'app-read').then(() => done(createNotFoundError()), done);
  });
  const pageHeaders = Object.entries(securityHeaders.page);
  const otherHeaders = Object.entries(securityHeaders.other);
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { route } = request.routeOptions.config;
    const isPage = route ? route.endpoint.kind === 'page' : wantsPage(request);
    if (isPage && /^\/(login|panel)\b/.test(route?.path ?? ''))
      reply.header('permissions-policy', PANEL_PERMISSIONS_POLICY);
    for (const [name, value] of isPage ? pageHeaders : otherHeaders) {
      if (!reply.hasHeader(name)) reply.header(name, value); // the pages of the child's app set their own policies
    }
    reply.header('x-request-id', request.id);
    if (isClosing || isLast(request.raw)) reply.header('connection', 'close');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (isPublicResponse(reply)) reply.header('cross-origin-resource-policy', 'cross-origin');
    allowOrigin(ctx.settings, reply);
    done();
  });
  app.addHook('onSend', revalidateCache);
  app.addHook('onSend', compressResponse);
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method } = request;
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    const isHealthCheck = status < 400 && ROUTES_FOR_ANY_HOST.includes(route); // every few seconds
    ctx.log[isHealthCheck ? 'debug' : 'info']({ reqId, method, route, status, ms: Math.round(elapsedTime) }, 'request');
    ctx.metrics.countResponse(method, route, status, elapsedTime / 1000);
    done();
  });
  app.setErrorHandler((error, _request, reply) => handleError(ctx, surface, error, reply));
  app.setNotFoundHandler((_request, reply) => handleError(ctx, surface, createNotFoundError(), reply));

  // The routes with the same parsers of bodies share a scope.
  for (const [registerParsers, routes] of Map.groupBy(surface.routes, selectBodyParsers))
    app.register(async (scope) => {
      await registerParsers(scope);
      for (const route of routes) registerRoute(scope, ctx, surface, route);
    });
  return app;
}

/** Creates a function that logs once that a proxy forwards requests although TRUST_PROXY is unset, so that all clients share one limit. */
function createProxyWarning({ settings, log }: Context): (request: FastifyRequest) => void {
  let isDue = settings.trustProxy.length === 0;
  return ({ headers }) => {
    if (!isDue || headers['x-forwarded-for'] === undefined) return;
    isDue = false;
    log.warn(
      'a request has the header X-Forwarded-For, but TRUST_PROXY is not set: if a proxy sends it, all clients share the rate limits of one address',
    );
  };
}

/** Selects the function that registers the parsers of a route's bodies in addition to that of JSON. Only pages accept forms. */
function selectBodyParsers({ endpoint }: Route): (scope: FastifyInstance) => unknown {
  if (endpoint.hasCapabilityUrl) return discardBodies;
  if (endpoint.kind === 'page') return endpoint.multipart ? registerFormParsers : registerFormParser;
  return endpoint.multipart ? registerMultipartParser : registerNoParser;
}

const registerMultipartParser = (scope: FastifyInstance) => scope.register(multipart, { throwFileSizeLimit: false });
const registerNoParser = () => {};
const registerFormParsers = (scope: FastifyInstance) =>
  registerMultipartParser(scope).after(() => registerFormParser(scope));

/** Creates a generator of request ids that are unique across processes: a random prefix and a counter. */
function createRequestIdGenerator({ random }: Context): () => string {
  const prefix = random.bytes(9).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}

/** Registers the parser of JSON bodies. It also stores the text of the body, for idempotency. */
function registerJsonParser(app: FastifyInstance): void {
  // The parser rejects a body that contains `__proto__` or `constructor.prototype`.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyFingerprint = text;
    if (text.length === 0)
      done(null); // an empty body counts as no body (gap 6)
    else parse(request, text, done);
  });
  // The type of an empty body does not matter where a token authenticates, as with `curl -d ''`. With a cookie, a JSON type proves that
  // no form of another site sends the request.
  app.addContentTypeParser('*', ({ headers, is404, routeOptions }, _body, done) =>
    is404 || (headers['content-length'] === '0' && routeOptions.url?.startsWith('/app/'))
      ? done(null)
      : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'])),
  );
}

/** Registers the parser of URL-encoded forms. */
function registerFormParser(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, parseForm(text)),
  );
}

/** Accepts bodies of any type, and reads and discards them. */
function discardBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null));
}

/** Returns a function that lists the methods of the path in a URL. The list is empty if the path does not exist. */
function createMethodLookup(routes: readonly Route[]): (url: string) => readonly string[] {
  const routesByPath = Map.groupBy(routes, ({ path }) => path);
  const patterns = [...routesByPath].map(([path, routesOfPath]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    methods: routesOfPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }));
  return (url) => {
    const [path = ''] = url.split('?');
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).flatMap((entry) => entry.methods);
    return methods.length > 0 ? [...new Set(methods), 'OPTIONS'] : [];
  };
}

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<TSchema, Serialize>(); // each serializer is compiled once per process

/**
 * Returns a function that writes a value as JSON and omits properties that the schema does not contain. The serializer is compiled
 * when it is first used, because compiling the serializers of all endpoints would noticeably delay the start of the service.
 */
function compileSerializer(schema: TSchema): Serialize {
  return (value) => {
    let serialize = serializers.get(schema);
    if (!serialize) {
      serialize = fastJsonStringify(schema);
      serializers.set(schema, serialize);
    }
    return serialize(value);
  };
}

/** How long the client may take to read the response and close the connection. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Responds with 400 and the error body to a request that is not valid HTTP or is too long. `packet` contains the received bytes. If
 * they begin with HEAD, the response has no body.
 */
function respondToInvalidHttp(socket: Socket, headers: Readonly<Record<string, string>>, packet: unknown): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'The request cannot be read.' } });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  const isHeadRequest = Buffer.isBuffer(packet) && packet.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHeadRequest ? '' : body}`);
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref(); // a client that does not close the connection would keep the socket open forever
}
