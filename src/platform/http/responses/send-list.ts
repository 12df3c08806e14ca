import type { FastifyReply } from 'fastify';
import type { OffsetParams } from '../../../core/requests/offset-page.ts';
import { createQueue } from '../../concurrency/queue.ts';
import { createCsvFile } from '../../csv.ts';
import { readClient } from '../client.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ListPage } from '../offset-list.ts';
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

/** Sends a page of a list in the negotiated format, with the total number of rows in a header. */
export async function sendList(reply: FastifyReply, { columns = [] }: Endpoint<never>, list: ListPage) {
  const { page, per_page } = reply.request.query as OffsetParams; // every offset list has these query parameters
  reply.headers({ 'x-total-count': list.total, 'x-page': page, 'x-per-page': per_page });
  const format = negotiateFormat(reply.request.headers);
  if (format === 'html') return sendHtml(reply, String(await list.renderFragment()));
  reply.header('vary', 'Accept, HX-Request');
  const rows = list.serialize();
  if (format === 'json') return reply.send({ data: rows });
  const body = await enqueueCsv(() => createCsvFile(columns, rows), { client: readClient(reply.request).address });
  const fileName = reply.request.routeOptions.url?.split('/').at(-1); // the last part of the path
  return reply
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(body);
}
