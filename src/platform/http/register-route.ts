import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/requests/api-error.ts';
import type { Caller, Client, Operator } from '../../core/requests/caller.ts';
import type { OffsetParams } from '../../core/requests/paging.ts';
import { createNotFoundError, createRateLimitedError } from '../api-errors.ts';
import { type Context, withOrigin } from '../context.ts';
import { createCsvFile } from '../csv.ts';
import type { RateLimit } from '../request-counter/request-counter.ts';
import { checkDeviceId, isDeviceId, readClient, toEventOrigin } from './client.ts';
import type { EndpointInput, ListPage } from './endpoint.ts';
import { JSON_TYPE, type KeyedRequest, runIdempotently, toKeyedRequest } from './idempotency.ts';
import { createUploadHooks, isMultipart } from './multipart.ts';
import { applyRange } from './responses/byte-ranges.ts';
import { negotiateFormat } from './responses/negotiation.ts';
import { type FileResponse, Redirect, ResponseWithHeaders, sendHtml } from './responses/responses.ts';
import { acceptsIdempotencyKey, getBodyLimit, getRateLimitNames, type Route, type Surface } from './route.ts';
import { type Authenticator, authenticate, authorize } from './security/auth.ts';
import { checkSameOrigin, needsSameSiteRedirect, renderSameSiteRedirect } from './security/cross-site.ts';
import { checkUnusedBody, compileFormValidator } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | Operator | undefined;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Registers a route. Authentication and rate limits run before the body is read, and the endpoint runs after validation. */
export function registerRoute(app: FastifyInstance, ctx: Context, surface: Surface, route: Route): void {
  const { method, path, auth, endpoint } = route;
  const acceptsKey = acceptsIdempotencyKey(route);
  const rateLimitNames = getRateLimitNames(route, false);
  const multipartRateLimitNames = getRateLimitNames(route, true);
  const needsSameOrigin = method !== 'GET' && !path.startsWith('/app/') && !endpoint.hasCapabilityUrl;
  app.route({
    method,
    url: path,
    bodyLimit: getBodyLimit(route),
    config: { route },
    ...(endpoint.multipart && createUploadHooks(ctx, endpoint.multipart)),
    ...(endpoint.kind === 'page' && { validatorCompiler: compileFormValidator }),
    attachValidation: acceptsKey, // the response to a validation error is also stored for the key
    schema: {
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.responseSchema && { response: { [endpoint.status]: endpoint.responseSchema } }),
    },
    onRequest: checkAccess,
    handler: (_request, reply) => respond(ctx, surface, { route, acceptsKey }, reply),
  });

  async function checkAccess(request: FastifyRequest, reply: FastifyReply) {
    if (needsSameSiteRedirect(route, request)) return sendHtml(reply, await renderSameSiteRedirect(request));
    request.caller = await authenticate(ctx, surface.authenticator, request, auth);
    if (ctx.settings.hasRateLimits) {
      const names = endpoint.multipart && isMultipart(request) ? multipartRateLimitNames : rateLimitNames;
      for (const name of names) await limitRequest(ctx, surface, reply, name);
    }
    if (needsSameOrigin) checkSameOrigin(ctx, request);
    authorize(request, auth);
    checkDeviceId(readClient(request));
    if (Object.values(request.params ?? {}).some((param) => String(param).length > MAX_PARAM_LENGTH))
      throw createNotFoundError();
  }
}

/** The limit of all devices at one IP address together, so that invented Device-Ids do not bypass the rate limits (gap 19). */
const ALL_DEVICES_LIMIT: RateLimit = { requests: 300, seconds: 60 };

/**
 * Counts the request of `reply` against the rate limit called `name`, and throws RATE_LIMITED (429) if it exceeds the limit. A
 * request counts for its caller, else for its known device, else for its IP address.
 */
export async function limitRequest(ctx: Context, surface: Surface, reply: FastifyReply, name: string): Promise<void> {
  const limit = surface.rateLimits[name];
  if (!limit) throw new Error(`The surface uses the rate limit "${name}", which does not exist.`);
  const client = readClient(reply.request);
  const key = await getRateLimitKey(ctx, surface.authenticator, reply.request.caller, client);
  let status = await ctx.requestCounter.count(`${name} ${key}`, limit, ctx.monotonicMs());
  if (key.startsWith('device ') && status.isAllowed) {
    const allDevicesKey = `${name} devices at ${client.address}`;
    const statusOfAllDevices = await ctx.requestCounter.count(allDevicesKey, ALL_DEVICES_LIMIT, ctx.monotonicMs());
    if (!statusOfAllDevices.isAllowed) status = statusOfAllDevices;
  }
  reply.header('ratelimit-policy', `"${name}";q=${limit.requests};w=${limit.seconds}`);
  reply.header('ratelimit', `"${name}";r=${status.remaining};t=${status.resetSeconds}`);
  if (!status.isAllowed) throw createRateLimitedError(status.resetSeconds);
}

async function getRateLimitKey(
  ctx: Context,
  authenticator: Authenticator,
  caller: Caller | Operator | undefined,
  client: Client,
): Promise<string> {
  if (caller && caller.role !== 'operator')
    return caller.role === 'panel' ? `session ${caller.sessionId}` : `profile ${caller.profileId}`;
  const hasDevice =
    client.panelDeviceCookie !== undefined || (client.deviceId !== undefined && isDeviceId(client.deviceId));
  const deviceKey = hasDevice ? await authenticator.findKnownDeviceKey(ctx, client) : undefined;
  return deviceKey ? `device ${deviceKey}` : `address ${client.address}`;
}

async function respond(
  ctx: Context,
  surface: Surface,
  { route, acceptsKey }: { readonly route: Route; readonly acceptsKey: boolean },
  reply: FastifyReply,
) {
  const { endpoint, auth } = route;
  const { request } = reply;
  if (request.method === 'GET' && request.raw.socket.destroyed) return reply.hijack(); // nobody will read the response
  // While the body was arriving, the session may have ended or the account may have been deleted.
  if (request.caller && reply.elapsedTime > REAUTHENTICATE_AFTER_MS) {
    request.caller = await authenticate(ctx, surface.authenticator, request, auth);
    authorize(request, auth);
  }
  if (request.method === 'HEAD' && endpoint.isStreamed) return reply.type(endpoint.mediaType).send();
  // Plain reads cause no events of the security log, and are too frequent for a context of their own.
  const isLogged = ['POST', 'DELETE'].includes(request.method) || route.sessionPolicy === 'fresh-code';
  const requestCtx = isLogged ? withOrigin(ctx, toEventOrigin(request)) : ctx;
  if (acceptsKey && request.headers['idempotency-key'] !== undefined)
    return sendIdempotent(requestCtx, route, toKeyedRequest(requestCtx, request), reply);
  const input = getValidatedInput(route, request);
  // `authorize` has admitted only callers of the type that this endpoint expects.
  const result = await endpoint.run(requestCtx, request.caller as never, input);
  // `defineOffsetListEndpoint` requires that `run` returns a page of a list.
  if (endpoint.kind === 'offset-list') return sendList(route, reply, result as ListPage);
  return send(reply, endpoint.kind, endpoint.status, result);
}

function getValidatedInput({ endpoint }: Route, request: FastifyRequest): EndpointInput {
  if (request.validationError) throw request.validationError;
  const { body, query, params, uploads = [] } = request;
  if (!endpoint.body) checkUnusedBody(body);
  return { body, query, params, client: readClient(request), path: request.url.split('?')[0] ?? '', uploads };
}

/** Responds to a request with an Idempotency-Key, whose endpoint returns JSON. */
async function sendIdempotent(ctx: Context, route: Route, keyedRequest: KeyedRequest, reply: FastifyReply) {
  const { endpoint } = route;
  const { request } = reply;
  const { response, isReplayed, error } = await runIdempotently(ctx, keyedRequest, {
    async prepare() {
      const input = getValidatedInput(route, request);
      const caller = request.caller as never; // safe for the reason in `respond`
      if (endpoint.prepare) return endpoint.prepare(ctx, caller, input);
      return { run: (txContext) => endpoint.run(txContext, caller, input), discard: async () => {} };
    },
    serialize(result) {
      const { data, status = endpoint.status } = result instanceof ResponseWithHeaders ? result : { data: result };
      return { status, contentType: JSON_TYPE, body: String(reply.code(status).serialize({ data })) };
    },
  });
  if (error) throw error;
  if (isReplayed) reply.header('idempotency-replayed', 'true');
  return reply.code(response.status).type(response.contentType).send(response.body);
}

/** A caller is authenticated again if the request has already taken longer than this when its endpoint begins. */
const REAUTHENTICATE_AFTER_MS = 500;

/** The maximum length of a path parameter. The ids, file names and encrypted tokens of the service are shorter. */
const MAX_PARAM_LENGTH = 1000;

async function send(reply: FastifyReply, kind: Route['endpoint']['kind'], status: number, result: unknown) {
  if (result instanceof Redirect) return reply.headers(result.headers).redirect(result.path, 303);
  if (result instanceof ResponseWithHeaders) {
    reply.headers(result.headers);
    return send(reply, kind, result.status ?? status, result.data);
  }
  if (kind === 'page') return sendHtml(reply.code(status), String(await result));
  if (kind === 'file') {
    const file = result as FileResponse; // an endpoint of this kind returns nothing else
    const { type, body, headers = {}, isPartial } = applyRange(file, reply.request.headers);
    reply
      .code(isPartial ? 206 : status)
      .headers(headers)
      .type(type);
    if (body instanceof Readable) logStreamError(reply, body);
    return reply.send(body);
  }
  return reply.code(status).send(isCursorPage(result) ? result : { data: result });
}

/** Logs the failure of a stream. Fastify then closes the connection, so that the client notices that the response is incomplete. */
function logStreamError({ request, log }: FastifyReply, body: Readable): void {
  body.once('error', (error) => {
    if (error instanceof ApiError) log.info({ code: error.code, reqId: request.id }, 'access ended during a response');
    else log.error({ err: error, reqId: request.id }, 'a response stream failed before its end');
  });
}

/** Whether a result is a cursor page, which is the whole body. Any other result becomes the `data` of the body. */
function isCursorPage(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'has_more' in result && 'next_cursor' in result;
}

/** Sends a page of a list in the negotiated format, with the total number of rows in a header. */
async function sendList({ path, endpoint: { columns = [] } }: Route, reply: FastifyReply, list: ListPage) {
  const { page, per_page } = reply.request.query as OffsetParams; // every offset list has these query parameters
  reply.headers({ 'x-total-count': list.total, 'x-page': page, 'x-per-page': per_page });
  const format = negotiateFormat(reply.request.headers);
  if (format === 'html') return sendHtml(reply, String(await list.renderFragment()));
  reply.header('vary', 'Accept, HX-Request');
  const rows = list.serialize();
  if (format === 'json') return reply.send({ data: rows });
  return reply
    .header('content-disposition', `attachment; filename="${path.split('/').at(-1)}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(await createCsvFile(columns, rows));
}
