import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredTag, speaks } from '../../core/languages.ts';
import type { Context } from '../context.ts';
import { isInPlace } from './client.ts';
import { sendHtml } from './compress.ts';
import { errorBody, judge, type Verdict } from './errors.ts';
import { faceOf } from './face.ts';
import type { Row, Surface } from './surface.ts';

/** A header that is longer than a proxy's buffer would be a 502 there. */
const LONGEST_NEXT = 500;
const LONGEST_ADDRESS = 1000;

/** Answers whatever was thrown, as a page or as JSON, and logs what is worth it. */
export async function answerError(
  ctx: Context,
  surface: Surface,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const tag = request.caller?.language ?? preferredTag(request.headers['accept-language']);
  const verdict = judge(error, speaks(tag), ctx.database.isOutage);
  if (verdict.bug) ctx.log.error({ reqId: request.id, err: error }, 'a bug answered INTERNAL_ERROR');
  else if (verdict.status === 503) ctx.logOutage(error, request.id);
  const row = request.routeOptions.config.row;
  if (isForBrowser(row, request)) return answerBrowser(surface, verdict, row, request, reply, tag);
  return reply
    .code(verdict.status)
    .headers(verdict.headers)
    .type('application/json; charset=utf-8')
    .send(errorBody(verdict));
}

function isForBrowser(row: Row | undefined, request: FastifyRequest): boolean {
  if (row?.endpoint.face === 'table') return faceOf(request) === 'html';
  return row ? row.endpoint.face === 'page' : wantsPage(request);
}

/** A page, a sentence within the page that shows, or the way to the login and back. */
async function answerBrowser(
  surface: Surface,
  verdict: Verdict,
  row: Row | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
) {
  if (verdict.code === 'UNAUTHORIZED' && row?.who === 'cookie') {
    const login = `/login?next=${encodeURIComponent(wayBack(row, request))}`;
    const byScript = row.endpoint.face === 'table' || request.headers['hx-request'] === 'true';
    return byScript ? sendHtml(reply.code(401).header('hx-redirect', login), '') : reply.redirect(login, 303);
  }
  reply.code(verdict.status).headers(verdict.headers);
  if (row?.endpoint.face !== 'table' && !isInPlace(request))
    return sendHtml(reply, String(await surface.errorPage(verdict, request.caller, tag)));
  reply.headers({ 'hx-retarget': '#notice', 'hx-reswap': 'innerHTML' });
  return sendHtml(reply, String(await surface.errorFragment(verdict, tag)));
}

/** The page to come back to: the one asked for, or the one that shows while a part of it was asked for. */
function wayBack({ endpoint }: Row, request: FastifyRequest): string {
  const { method, url, headers } = request;
  const shows = headers['hx-current-url'];
  const isPage = method === 'GET' && endpoint.face === 'page' && !isInPlace(request);
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
