import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../core/requests/caller.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../../../core/requests/offset-page.ts';
import { createQueue } from '../../concurrency/queue.ts';
import type { Context } from '../../context.ts';
import { createCsvFile } from '../../csv.ts';
import { readClient } from '../client.ts';
import type { Endpoint, EndpointInput } from '../endpoint.ts';
import { negotiateFormat } from './negotiation.ts';
import { sendHtml } from './send-html.ts';

/**
 * Creating a CSV file takes several turns of the event loop and keeps a whole page of rows in memory, so only a few files are
 * created at a time, and only a few requests may wait. Each client IP address is one client of the queue.
 */
const enqueueCsv = createQueue({
  name: 'lists',
  concurrency: 2,
  guaranteedSlots: 4,
  maxWaitMs: 5000,
  slotsPerClient: 4,
});

/** A request for a list, after its caller and its input have been checked. */
interface ListRequest {
  readonly ctx: Context;
  readonly endpoint: Endpoint<never>;
  readonly caller: Caller | undefined;
  readonly input: EndpointInput;
}

/** Sends a page of a list in the negotiated format, with the total number of rows in a header. */
export async function sendList(reply: FastifyReply, listRequest: ListRequest, { rows, total }: PagedRows<object>) {
  const { page, per_page } = listRequest.input.query as OffsetParams; // every offset list has these query parameters
  reply.headers({ 'x-total-count': total, 'x-page': page, 'x-per-page': per_page });
  const format = negotiateFormat(reply.request.headers);
  if (format === 'html') return sendFragment(reply, listRequest, { rows, total, page, per_page });
  reply.header('vary', 'Accept, HX-Request');
  if (format === 'json') return reply.send({ data: rows });
  const columns = listRequest.endpoint.listFormats?.columns ?? [];
  const body = await enqueueCsv(() => createCsvFile(columns, rows), { client: readClient(reply.request).address });
  const fileName = reply.request.routeOptions.url?.split('/').at(-1); // the last part of the path
  return reply
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(body);
}

async function sendFragment(reply: FastifyReply, listRequest: ListRequest, page: OffsetPage<object>) {
  const { ctx, endpoint, caller, input } = listRequest;
  const { listFormats } = endpoint;
  if (!listFormats) throw new Error('An endpoint of the kind "offset-list" has no list formats.');
  // `authorize` has admitted only callers of the type that this endpoint expects.
  return sendHtml(reply, String(await listFormats.renderFragment(ctx, caller as never, page, input)));
}
