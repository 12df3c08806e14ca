import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../core/caller.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../../../core/offset-page.ts';
import type { Context } from '../../context.ts';
import { csv } from '../../csv.ts';
import type { Endpoint, Input } from '../endpoint.ts';
import { sendHtml } from './compress.ts';

export type ResponseFormat = 'html' | 'csv' | 'json';

const FORMATS: ReadonlyMap<string, ResponseFormat> = new Map([
  ['text/html', 'html'],
  ['text/csv', 'csv'],
  ['application/json', 'json'],
]);

/** The format of a list that a request accepts: an HTML fragment for htmx, else the best match of Accept, else JSON. */
export function negotiateFormat({ headers }: Pick<FastifyRequest, 'headers'>): ResponseFormat {
  if (headers['hx-request'] === 'true') return 'html';
  const accepted = (headers.accept ?? '').slice(0, 1000).split(',').map(parseMediaRange);
  const [best] = accepted.filter(({ format, quality }) => format && quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.format ?? 'json';
}

/** A request for a list whose caller and input are checked. */
interface ListRequest {
  readonly ctx: Context;
  readonly endpoint: Endpoint<never>;
  readonly caller: Caller | undefined;
  readonly input: Input<unknown, unknown, unknown>;
}

/** Sends a list in the negotiated format, with its length in headers. */
export function sendList(reply: FastifyReply, request: ListRequest, { rows, total }: PagedRows<object>) {
  const { page, per_page } = request.input.query as OffsetParams; // the query of every table has them
  reply.headers({ 'x-total-count': total, 'x-page': page, 'x-per-page': per_page });
  const format = negotiateFormat(reply.request);
  if (format === 'html') return sendFragment(reply, request, { rows, total, page, per_page });
  reply.header('vary', 'Accept, HX-Request');
  if (format === 'json') return reply.send({ data: rows });
  const name = reply.request.routeOptions.url?.split('/').at(-1);
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(csv(request.endpoint.table?.columns ?? [], rows));
}

async function sendFragment(reply: FastifyReply, request: ListRequest, page: OffsetPage<object>) {
  const { ctx, endpoint, caller, input } = request;
  const { table } = endpoint;
  if (!table) throw new Error('An endpoint of the format "table" has no list formats.');
  // `authorize` has admitted only the callers that the type of this endpoint names.
  return sendHtml(reply, String(await table.fragment(ctx, caller as never, page, input)));
}

function parseMediaRange(part: string): { format: ResponseFormat | undefined; quality: number } {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { format: FORMATS.get(type), quality: quality ? Number(quality.slice(2)) : 1 };
}
