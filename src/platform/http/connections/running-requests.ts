import type { FastifyInstance } from 'fastify';
import { readClient } from '../client.ts';

/** How many requests of one address run at a time in this process. Further ones wait in the order of their arrival. */
const MAX_RUNNING_PER_ADDRESS = 16;

/**
 * Limits the running requests of each address, so that an address with hundreds of requests hardly delays those of others: on
 * SQLite, a request does most of its work in the turn of the event loop in which it begins. A request runs until its response has
 * been sent. Files are not limited, because a player may pause in the middle of one, and neither are uploads, which have a queue of
 * their own.
 */
export function limitRunningRequests(app: FastifyInstance): void {
  // A pipelined request waits until the earlier responses of its connection have been sent: its response then gets the socket.
  app.addHook('onRequest', (_request, reply, done) => {
    if (reply.raw.socket) done();
    else reply.raw.once('socket', () => done());
  });

  const requestsByAddress = new Map<string, { runningCount: number; readonly waiting: (() => void)[] }>();

  app.addHook('preHandler', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config.route ?? {};
    if (!endpoint || endpoint.kind === 'file' || endpoint.multipart) return done();
    const { address } = readClient(request);
    const requests = requestsByAddress.get(address) ?? { runningCount: 0, waiting: [] };
    requestsByAddress.set(address, requests);

    const end = () => {
      const beginNext = requests.waiting.shift();
      if (beginNext) return void setImmediate(beginNext);
      requests.runningCount -= 1;
      if (requests.runningCount === 0) requestsByAddress.delete(address);
    };
    const begin = () => {
      if (reply.raw.destroyed) {
        // The client has disconnected while the request was waiting.
        reply.hijack();
        return end();
      }
      reply.raw.once('close', end);
      done();
    };
    if (requests.runningCount >= MAX_RUNNING_PER_ADDRESS) return void requests.waiting.push(begin);
    requests.runningCount += 1;
    begin();
  });
}
