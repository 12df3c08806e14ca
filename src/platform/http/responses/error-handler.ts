import type { FastifyReply, FastifyRequest } from 'fastify';
import { getErrorCode } from '../../../core/error-code.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import type { Context } from '../../context.ts';
import { toEventOrigin, wantsFragment } from '../client.ts';
import type { Route, Surface } from '../route.ts';
import { buildChallenge } from '../security/auth.ts';
import { type ErrorResponse, toErrorBody, toErrorResponse } from './error-response.ts';
import { negotiateFormat, negotiateLocale } from './negotiation.ts';
import { sendHtml } from './responses.ts';

/**
 * The maximum length of a path in a redirect. With a longer path, the Location header could exceed the buffers of proxies, which
 * would then respond with 502.
 */
const MAX_RETURN_PATH_LENGTH = 500;

/** Responds to an error with a page or with JSON, and logs bugs and outages. */
export async function handleError(ctx: Context, surface: Surface, error: unknown, reply: FastifyReply) {
  const { request } = reply;
  const caller = request.caller?.role === 'operator' ? undefined : request.caller;
  const locale = caller?.language ?? negotiateLocale(request.headers);
  const errorResponse = toErrorResponse(error, toLanguage(locale), ctx.database);
  if (errorResponse.isBug && !isAbortedDownload(error))
    ctx.log.error({ reqId: request.id, err: error }, 'unexpected error, responded with INTERNAL_ERROR');
  else if (errorResponse.status === 503) ctx.logOutage(error, request.id);
  if (errorResponse.code === 'FORBIDDEN') {
    const kind = errorResponse.details.reason ?? 'role';
    ctx.logSecurity({ event: 'refused', kind, subject: caller?.profileId }, toEventOrigin(request));
  }
  if (errorResponse.code === 'UNAUTHORIZED') {
    reply.headers(buildChallenge(request));
    if (request.routeOptions.config.route?.auth === 'operator' && request.headers.authorization)
      ctx.logSecurity({ event: 'sign-in-failed', kind: 'operator' }, toEventOrigin(request));
  }
  if (isForBrowser(request)) return sendToBrowser(surface, errorResponse, reply, locale);
  return reply
    .code(errorResponse.status)
    .headers(errorResponse.headers)
    .type('application/json; charset=utf-8')
    .send(toErrorBody(errorResponse));
}

/** Whether the client disconnected before the first bytes of a file were sent. */
function isAbortedDownload(error: unknown): boolean {
  return getErrorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE';
}

function isForBrowser(request: FastifyRequest): boolean {
  const { route } = request.routeOptions.config;
  if (route?.endpoint.kind === 'offset-list') return negotiateFormat(request.headers) === 'html';
  return route ? route.endpoint.kind === 'page' : wantsPage(request);
}

/** Sends an error page, a fragment for the open page, or a redirect to the login page. */
async function sendToBrowser(surface: Surface, errorResponse: ErrorResponse, reply: FastifyReply, locale: string) {
  const { request } = reply;
  const { route } = request.routeOptions.config;
  if (errorResponse.code === 'UNAUTHORIZED' && route?.auth === 'session') {
    const loginUrl = `/login?next=${encodeURIComponent(getReturnPath(route, request))}`;
    const isSentByHtmx = route.endpoint.kind === 'offset-list' || request.headers['hx-request'] === 'true';
    return isSentByHtmx ? sendHtml(reply.code(401).header('hx-redirect', loginUrl), '') : reply.redirect(loginUrl, 303);
  }
  reply.code(errorResponse.status).headers(errorResponse.headers);
  if (route?.endpoint.kind !== 'offset-list' && !wantsFragment(request))
    return sendHtml(reply, String(await surface.renderErrorPage(errorResponse, locale)));
  reply.headers({ 'hx-retarget': '#notice', 'hx-reswap': 'innerHTML' });
  return sendHtml(reply, String(await surface.renderErrorFragment(errorResponse, locale)));
}

/**
 * The path of the page to return to after the login: the requested page, or the page from which htmx sent the request, or else the
 * start page of the panel.
 */
function getReturnPath({ endpoint }: Route, request: FastifyRequest): string {
  const { method, url, headers } = request;
  const currentUrl = headers['hx-current-url'];
  const isPage = method === 'GET' && endpoint.kind === 'page' && !wantsFragment(request);
  const path = isPage ? url : /^https?:\/\/[^/?#]+(\/[^#]*)/.exec(String(currentUrl))?.[1];
  return path !== undefined && path.length <= MAX_RETURN_PATH_LENGTH ? path : '/panel';
}

/** For a request without a route: whether a browser requests a page, outside the API paths of the app and the panel. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(app|api)\//.test(url);
}
