import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredTag, speaks } from '../../core/languages.ts';
import type { Context } from '../context.ts';
import { errorBody, judge } from './errors.ts';
import type { Surface } from './surface.ts';

/** A header that is longer than a proxy's buffer would be a 502 there. */
const LONGEST_NEXT = 500;

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
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(app|api)\//.test(url);
}
