import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Endpoint, Input } from '../endpoint.ts';
import { sendHtml } from './compress.ts';
import { csv } from './csv.ts';
import type { OffsetPage, OffsetParams, PagedRows } from './responses.ts';

export type ResponseFormat = 'html' | 'csv' | 'json';

const FACES: ReadonlyMap<string, ResponseFormat> = new Map([
  ['text/html', 'html'],
  ['text/csv', 'csv'],
  ['application/json', 'json'],
]);

/** The face of a list that a request asks for: a fragment for htmx, else the best of Accept, else JSON. */
export function negotiateFormat({ headers }: Pick<FastifyRequest, 'headers'>): ResponseFormat {
  if (headers['hx-request'] === 'true') return 'html';
  const wishes = (headers.accept ?? '').slice(0, 1000).split(',').map(wishOf);
  const [best] = wishes.filter(({ face, quality }) => face && quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.face ?? 'json';
}

/** Sends a list with its face on and what tells how long it is. */
export function sendList(
  reply: FastifyReply,
  ctx: Context,
  endpoint: Endpoint<never>,
  caller: unknown,
  input: Input<unknown, unknown, unknown>,
  { rows, total }: PagedRows<object>,
) {
  const { page, per_page } = input.query as OffsetParams; // every table has them in its query
  reply.headers({ 'x-total-count': total, 'x-page': page, 'x-per-page': per_page });
  const face = negotiateFormat(reply.request);
  if (face === 'html') {
    const shown: OffsetPage<object> = { rows, total, page, per_page };
    return sendFragment(reply, ctx, endpoint, caller, input, shown);
  }
  reply.header('vary', 'Accept, HX-Request');
  if (face === 'json') return reply.send({ data: rows });
  const name = reply.request.routeOptions.url?.split('/').at(-1);
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(csv(endpoint.table?.columns ?? [], rows));
}

async function sendFragment(
  reply: FastifyReply,
  ctx: Context,
  { table }: Endpoint<never>,
  caller: unknown,
  input: Input<unknown, unknown, unknown>,
  shown: OffsetPage<object>,
) {
  if (!table) throw new Error('Its builder has made a list what it is.');
  return sendHtml(reply, String(await table.fragment(ctx, caller as never, shown, input)));
}

function wishOf(part: string): { face: ResponseFormat | undefined; quality: number } {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { face: FACES.get(type), quality: quality ? Number(quality.slice(2)) : 1 };
}
