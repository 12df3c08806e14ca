import type { FastifyReply } from 'fastify';
import type { OffsetPage, OffsetParams, PagedRows } from '../../../core/offset-page.ts';
import type { Context } from '../../context.ts';
import { csvStream } from '../../csv.ts';
import type { Endpoint, Input } from '../endpoint.ts';
import { sendHtml } from './compress.ts';
import { negotiateFormat } from './negotiation.ts';

/** Sends a list in the negotiated format, with its length in headers. */
export function sendList(
  reply: FastifyReply,
  ctx: Context,
  endpoint: Endpoint<never>,
  caller: unknown,
  input: Input<unknown, unknown, unknown>,
  { rows, total }: PagedRows<object>,
) {
  const { page, per_page } = input.query as OffsetParams; // the query of every table has them
  reply.headers({ 'x-total-count': total, 'x-page': page, 'x-per-page': per_page });
  const format = negotiateFormat(reply.request.headers);
  if (format === 'html') {
    return sendFragment(reply, ctx, endpoint, caller, input, { rows, total, page, per_page });
  }
  reply.header('vary', 'Accept, HX-Request');
  if (format === 'json') return reply.send({ data: rows });
  const name = reply.request.routeOptions.url?.split('/').at(-1);
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8; header=present')

    .send(csvStream(endpoint.table?.columns ?? [], rows));
}

async function sendFragment(
  reply: FastifyReply,
  ctx: Context,
  { table }: Endpoint<never>,
  caller: unknown,
  input: Input<unknown, unknown, unknown>,
  page: OffsetPage<object>,
) {
  if (!table) throw new Error('An endpoint of the format "table" has no list formats.');
  return sendHtml(reply, String(await table.fragment(ctx, caller as never, page, input)));
}
