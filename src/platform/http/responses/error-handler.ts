import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageFor, preferredLocale } from '../../../core/languages.ts';
import type { Context } from '../../context.ts';
import { wantsFragment } from '../client.ts';
import type { Surface, SurfaceRow } from '../surface.ts';
import { sendHtml } from './compress.ts';
import { type ErrorResponse, errorBody, toErrorResponse } from './error-response.ts';
import { negotiateFormat } from './negotiate-format.ts';

/** A header that is longer than a proxy's buffer would be a 502 there. */
const LONGEST_NEXT = 500;
const LONGEST_ADDRESS = 1000;

/** Answers whatever was thrown, as a page or as JSON, and logs what is worth it. */
export async function handleError(
  ctx: Context,
  surface: Surface,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const locale = request.caller?.language ?? preferredLocale(request.headers['accept-language']);
  const verdict = toErrorResponse(error, languageFor(locale), ctx.database.isOutage);
  if (verdict.bug) ctx.log.error({ reqId: request.id, err: error }, 'a bug answered INTERNAL_ERROR');
  else if (verdict.status === 503) ctx.logOutage(error, request.id);
  const row = request.routeOptions.config.row;
  if (isForBrowser(row, request)) return answerBrowser(surface, verdict, row, request, reply, locale);
  return reply
    .code(verdict.status)
    .headers(verdict.headers)
    .type('application/json; charset=utf-8')
    .send(errorBody(verdict));
}

function isForBrowser(row: SurfaceRow | undefined, request: FastifyRequest): boolean {
  if (row?.endpoint.format === 'table') return negotiateFormat(request) === 'html';
  return row ? row.endpoint.format === 'page' : wantsPage(request);
}

/** A page, a sentence within the page that shows, or the way to the login and back. */
async function answerBrowser(
  surface: Surface,
  verdict: ErrorResponse,
  row: SurfaceRow | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  locale: string,
) {
  if (verdict.code === 'UNAUTHORIZED' && row?.auth === 'session') {
    const login = `/login?next=${encodeURIComponent(wayBack(row, request))}`;
    const byScript = row.endpoint.format === 'table' || request.headers['hx-request'] === 'true';
    return byScript ? sendHtml(reply.code(401).header('hx-redirect', login), '') : reply.redirect(login, 303);
  }
  reply.code(verdict.status).headers(verdict.headers);
  if (row?.endpoint.format !== 'table' && !wantsFragment(request))
    return sendHtml(reply, String(await surface.errorPage(verdict, request.caller, locale)));
  reply.headers({ 'hx-retarget': '#notice', 'hx-reswap': 'innerHTML' });
  return sendHtml(reply, String(await surface.errorFragment(verdict, locale)));
}

/** The page to come back to: the one asked for, or the one that shows while a part of it was asked for. */
function wayBack({ endpoint }: SurfaceRow, request: FastifyRequest): string {
  const { method, url, headers } = request;
  const shows = headers['hx-current-url'];
  const isPage = method === 'GET' && endpoint.format === 'page' && !wantsFragment(request);
  const back = isPage ? url : pathOf(typeof shows === 'string' ? shows : '');
  return back !== undefined && back.length <= LONGEST_NEXT ? back : '/panel';
}

function pathOf(address: string): string | undefined {
  if (address.length > LONGEST_ADDRESS) return undefined; // a host in Unicode costs time with the square of its length
  const parsed = URL.parse(address);
  return parsed ? parsed.pathname + parsed.search : undefined;
}

/** Somebody who typed an address that is none of ours, and is no program of the app's or the panel's. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(app|api)\//.test(url);
}
