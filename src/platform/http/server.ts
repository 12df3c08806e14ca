import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from '../../core/requests/api-error.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../api-errors.ts';
import type { Context } from '../context.ts';
import { createMethodLookup } from './allowed-methods.ts';
import { limitConnections } from './connections/connection-limit.ts';
import { type ConnectionDrainer, createConnectionDrainer } from './connections/drain-connections.ts';
import { respondToInvalidHttp } from './connections/invalid-http.ts';
import { limitRunningRequests } from './connections/running-requests.ts';
import { type RouteContext, registerRoute } from './register-route.ts';
import { discardBodies, registerFormParser, registerJsonParser } from './request-bodies.ts';
import { compressResponse } from './responses/compress.ts';
import { handleError, wantsPage } from './responses/error-handler.ts';
import { MethodNotAllowedError } from './responses/error-response.ts';
import { isPublicResponse, revalidateCache } from './responses/etag.ts';
import type { Route, Surface } from './route.ts';
import { allowOrigin, sendOptions } from './security/cors.ts';
import { createRateLimiter } from './security/rate-limiter.ts';
import { createSecurityHeaders } from './security/security-headers.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    drain: ConnectionDrainer['drain'];
  }
}

/** The maximum number of headers of a request. Browsers and proxies send about 20. Node alone would accept 2,000. */
const MAX_HEADERS = 100;
/** The maximum number of connections of a process. Node closes further ones. */
const MAX_CONNECTIONS = 8192;

/** Creates the HTTP server with the routes of the surface and the hooks that every request needs. */
export function createServer(ctx: Context, surface: Surface): FastifyInstance {
  const routeContext: RouteContext = { ctx, surface, limitRequest: createRateLimiter(ctx, surface.authenticator) };
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
    http: { requireHostHeader: false, headersTimeout: 30_000 }, // Host is not required, because the service does not read it
    frameworkErrors(error, request, reply) {
      // Fastify runs no hooks for a malformed path.
      reply.headers(wantsPage(request) ? securityHeaders.page : securityHeaders.other);
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      void handleError(routeContext, error, reply);
    },
    clientErrorHandler: ({ rawPacket }, socket) => respondToInvalidHttp(socket, securityHeaders.other, rawPacket),
  });
  // Node itself would respond to an unknown Expect header, without the error body of the API. A server may ignore the header (RFC
  // 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as TSchema));
  app.decorateRequest('caller', undefined);
  app.decorateRequest('client', undefined);
  app.decorateRequest('bodyFingerprint', undefined);
  app.decorateRequest('uploads', undefined);
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
  app.addHook('onRequest', (request, reply, done) => {
    // `rawHeaders` contains the names and the values.
    if (request.raw.rawHeaders.length > 2 * MAX_HEADERS)
      return done(new ApiError('VALIDATION_ERROR', localized.http.tooManyHeaders));
    if (!request.is404) return done();
    const methods = listMethods(request.url); // checked here, because the not-found handler runs after the body is read
    if (methods.length > 0 && request.method === 'OPTIONS') sendOptions(ctx.settings, reply, methods);
    else done(methods.length > 0 ? new MethodNotAllowedError(methods) : createNotFoundError());
  });
  const pageHeaders = Object.entries(securityHeaders.page);
  const otherHeaders = Object.entries(securityHeaders.other);
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { route } = request.routeOptions.config;
    const isPage = route ? route.endpoint.kind === 'page' : wantsPage(request);
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
    ctx.log.info({ reqId, method, route, status, ms: Math.round(elapsedTime) }, 'request');
    ctx.metrics.countResponse(method, route, status, elapsedTime / 1000);
    done();
  });
  app.setErrorHandler((error, _request, reply) => handleError(routeContext, error, reply));
  app.setNotFoundHandler((_request, reply) => handleError(routeContext, createNotFoundError(), reply));

  const registerRoutes = (scope: FastifyInstance, acceptedBody: AcceptedBody) => {
    for (const route of surface.routes.filter((candidate) => getAcceptedBody(candidate) === acceptedBody))
      registerRoute(scope, routeContext, route);
  };
  app.register(async (api) => registerRoutes(api, 'json'));
  app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false });
    registerRoutes(uploads, 'multipart');
  });
  app.register(async (pages) => {
    registerFormParser(pages); // only pages accept URL-encoded forms
    registerRoutes(pages, 'form');
  });
  app.register(async (capabilityUrls) => {
    discardBodies(capabilityUrls);
    registerRoutes(capabilityUrls, 'any');
  });
  return app;
}

/** The type of body that a route accepts; `multipart` also accepts JSON, and `any` discards the body. */
type AcceptedBody = 'json' | 'multipart' | 'form' | 'any';

function getAcceptedBody({ endpoint }: Route): AcceptedBody {
  if (endpoint.hasCapabilityUrl) return 'any';
  if (endpoint.kind === 'page') return 'form';
  return endpoint.multipart ? 'multipart' : 'json';
}

/** Creates a generator of request ids that are unique across processes: a random prefix and a counter. */
function createRequestIdGenerator({ random }: Context): () => string {
  const prefix = random.bytes(9).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}
