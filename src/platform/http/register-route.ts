import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/caller.ts';
import type { Context } from '../context.ts';
import { type Client, checkDeviceId, readClient } from './client.ts';
import { beginResponse } from './connections.ts';
import type { Input } from './endpoint.ts';
import { idempotent, JSON_TYPE, type KeyedRequest, keyedRequest } from './idempotency/idempotency.ts';
import { applyRange } from './responses/byte-ranges.ts';
import { acceptsBrotli, sendHtml } from './responses/compress.ts';
import { notFound } from './responses/error-response.ts';
import { etag } from './responses/etag.ts';
import { sendList } from './responses/negotiate-format.ts';
import { type FileResponse, type PagedRows, Redirect, ResponseWithHeaders } from './responses/responses.ts';
import { authenticate, authorize, type RateLimiter, rateLimit } from './security/auth.ts';
import type { RateLimit } from './security/rate-limiter.ts';
import { checkSameOrigin } from './security/same-origin.ts';
import { needsSameSiteRedirect, sameSiteRedirectPage } from './security/same-site-redirect.ts';
import { acceptsIdempotencyKey, bodyLimitOf, limitsOf, type Surface, type SurfaceRow } from './surface.ts';
import { isMultipart, receiveUploads } from './uploads/multipart.ts';
import { checkNoBody } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    client: Client | undefined;
  }
  interface FastifyContextConfig {
    row?: SurfaceRow;
  }
}

/** Makes a row a route: the gate before its body is read, its endpoint after its shapes are checked. */
export function registerRoute(
  app: FastifyInstance,
  ctx: Context,
  surface: Surface,
  windows: RateLimiter,
  row: SurfaceRow,
) {
  const { method, path, auth: who, endpoint } = row;
  const counted = (asParts: boolean) =>
    ctx.settings.rateLimits ? limitsOf(row, asParts).map((name) => [name, limitOf(surface, name)] as const) : [];
  const [limits, uploadLimits] = [counted(false), counted(true)];
  const fromBrowser = method !== 'GET' && !path.startsWith('/app/') && !endpoint.capabilityUrl;
  app.route({
    method,
    url: path,
    bodyLimit: bodyLimitOf(row),
    config: { row },
    ...hooksOf(ctx, row),
    attachValidation: acceptsIdempotencyKey(row), // a refusal of the input is an answer to keep, too
    schema: {
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.responseShape && { response: { [endpoint.status]: endpoint.responseShape } }),
    },
    async onRequest(request, reply) {
      if (!beginResponse(request.raw.socket)) {
        request.raw.socket.destroy();
        return reply.hijack(); // nothing more is done for it
      }
      const client = readClient(request);
      request.client = client;
      if (needsSameSiteRedirect(row, request)) return sendHtml(reply, await sameSiteRedirectPage(request));
      request.caller = await authenticate(ctx, surface.identity, request, who);
      for (const limit of isMultipart(request) ? uploadLimits : limits)
        await rateLimit(ctx, surface.identity, windows, reply, limit, request.caller, client);
      if (fromBrowser) checkSameOrigin(ctx, request);
      authorize(ctx, request, who, request.caller, client);
      checkDeviceId(client);
      checkParams(request.params);
    },
    async handler(request, reply) {
      const keyed = acceptsIdempotencyKey(row) ? keyedRequest(ctx, request) : undefined;
      if (keyed) return sendOnce(ctx, row, keyed, request, reply);
      const input = checkedInput(row, request);
      // `authorize` has let in exactly the callers that this row's endpoint was typed for.
      const answer = await endpoint.run(ctx, request.caller as never, input);
      // A table's run returns rows, as its builder asks.
      if (endpoint.format === 'table')
        return sendList(reply, ctx, endpoint, request.caller, input, answer as PagedRows<object>);
      return send(reply, endpoint.format, endpoint.status, answer);
    },
  });
}

function checkedInput({ endpoint }: SurfaceRow, request: FastifyRequest): Input<unknown, unknown, unknown> {
  if (request.validationError) throw request.validationError;
  const { body, query, params, client, uploads = [] } = request;
  if (!endpoint.body) checkNoBody(body);
  return { body, query, params, client: client ?? readClient(request), uploads };
}

/** Answers a request with a key, whose endpoint answers JSON. */
async function sendOnce(
  ctx: Context,
  row: SurfaceRow,
  keyed: KeyedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { endpoint } = row;
  const { kept, replayed, refusal } = await idempotent(ctx, keyed, {
    async prepare() {
      const input = checkedInput(row, request);
      const caller = request.caller as never; // as above
      if (endpoint.prepare) return endpoint.prepare(ctx, caller, input);
      return { run: (joined) => endpoint.run(joined, caller, input), discard: async () => {} };
    },
    answer(result) {
      const { data, status = endpoint.status } = result instanceof ResponseWithHeaders ? result : { data: result };
      return { status, type: JSON_TYPE, body: String(reply.code(status).serialize({ data })) };
    },
  });
  if (refusal) throw refusal;
  if (replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(kept.status).type(kept.type).send(kept.body);
}

/** Longer than any id, name of a file or sealed token of ours. */
const LONGEST_PARAM = 1000;

/** Nobody looks for what cannot be there. */
function checkParams(params: unknown): void {
  const isLong = (value: unknown) => typeof value === 'string' && value.length > LONGEST_PARAM;
  if (Object.values(params ?? {}).some(isLong)) throw notFound();
}

function hooksOf(ctx: Context, row: SurfaceRow) {
  const parts = row.endpoint.multipart ? receiveUploads(ctx, row.endpoint.multipart) : undefined;
  const cached = row.endpoint.cacheable ? etag : undefined;
  return {
    preValidation: [parts?.preValidation].filter((hook) => hook !== undefined),
    onSend: [parts?.onSend, cached?.onSend].filter((hook) => hook !== undefined),
  };
}

function limitOf({ limits }: Surface, name: string): RateLimit {
  const limit = limits[name];
  if (!limit) throw new Error(`The surface names a limit that does not exist: ${name}.`);
  return limit;
}

async function send(reply: FastifyReply, format: SurfaceRow['endpoint']['format'], status: number, answer: unknown) {
  if (answer instanceof Redirect) return reply.headers(answer.headers).redirect(answer.to, 303);
  if (answer instanceof ResponseWithHeaders) {
    reply.headers(answer.headers);
    return send(reply, format, answer.status ?? status, answer.data);
  }
  if (format === 'page') return sendHtml(reply.code(status), String(await answer));
  if (format === 'file') {
    const whole = answer as FileResponse; // the only thing an endpoint with this face returns
    const { type, body, brotli, headers = {}, part } = applyRange(whole, reply.request.headers);
    reply
      .code(part ? 206 : status)
      .headers(headers)
      .type(type);
    if (body instanceof Readable) logBrokenAnswer(reply, body);
    if (!brotli) return reply.send(body);
    reply.header('vary', 'Accept-Encoding');
    return acceptsBrotli(reply) ? reply.header('content-encoding', 'br').send(brotli) : reply.send(body);
  }
  return reply.code(status).send(isPage(answer) ? answer : { data: answer });
}

/** When a stream fails midway its connection is closed, so that the client sees that something is missing. */
function logBrokenAnswer({ request, log }: FastifyReply, body: Readable): void {
  body.once('error', (error) => log.error({ err: error, reqId: request.id }, 'an answer ended midway'));
}

/** A cursor page is a whole body of its own; everything else goes under `data`. */
function isPage(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'has_more' in answer && 'next_cursor' in answer;
}
