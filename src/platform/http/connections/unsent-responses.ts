import type { Socket } from 'node:net';
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { getIpSite } from '../../concurrency/ip-site.ts';
import { readClient } from '../client.ts';

/** How many bytes all responses together may use until their clients have read them. For a string, the characters are counted. */
const MAX_TOTAL_SIZE = 24 * 1024 ** 2;
/** The minimum size of a response that is counted. A smaller one adds little to the memory that its connection uses anyway. */
const MIN_COUNTED_SIZE = 16 * 1024;

interface SiteResponses {
  size: number;
  /** The size of each connection's response. The response that has waited longest comes first. */
  readonly responses: Map<Socket, number>;
}

/**
 * Limits the memory of responses that clients do not read. Beyond the limit, finds the network site (`getIpSite`) that uses the
 * most memory and closes its connection that has waited longest, so that one client does not affect the responses to others.
 */
export class UnsentResponses {
  readonly #responsesBySite = new Map<string, SiteResponses>();
  readonly #maxTotalSize: number;
  #totalSize = 0;

  constructor(maxTotalSize = MAX_TOTAL_SIZE) {
    this.#maxTotalSize = maxTotalSize;
  }

  /** Adds a response that is about to be sent. A connection has at most one response at a time (request-order.ts). */
  add(address: string, socket: Socket, size: number): void {
    const site = getIpSite(address);
    const siteResponses = this.#responsesBySite.get(site) ?? { size: 0, responses: new Map() };
    siteResponses.size += size;
    siteResponses.responses.set(socket, size);
    this.#responsesBySite.set(site, siteResponses);
    this.#totalSize += size;
    while (this.#totalSize > this.#maxTotalSize) this.#closeOneConnection();
  }

  /** Removes a response that has been sent, or whose connection is closed. */
  remove(address: string, socket: Socket): void {
    const site = getIpSite(address);
    const siteResponses = this.#responsesBySite.get(site);
    const size = siteResponses?.responses.get(socket);
    if (!siteResponses || size === undefined) return;
    siteResponses.responses.delete(socket);
    siteResponses.size -= size;
    this.#totalSize -= size;
    if (siteResponses.responses.size === 0) this.#responsesBySite.delete(site);
  }

  #closeOneConnection(): void {
    let [largestSize, largestSite] = [0, ''];
    for (const [site, { size }] of this.#responsesBySite)
      if (size > largestSize) [largestSize, largestSite] = [size, site];
    const [socket] = this.#responsesBySite.get(largestSite)?.responses.keys() ?? [];
    if (!socket) return;
    this.remove(largestSite, socket); // `getIpSite` returns a site unchanged
    socket.destroy();
  }
}

/** Creates an onSend hook that counts each response until it has been sent. It must run after all other onSend hooks. */
export function limitUnsentResponses(): onSendHookHandler {
  const unsent = new UnsentResponses();
  return (request, reply, payload, done) => {
    const size = estimateMemory(request, payload);
    const { socket } = request.raw;
    if (size >= MIN_COUNTED_SIZE && !socket.destroyed) {
      const { address } = readClient(request);
      unsent.add(address, socket, size);
      reply.raw.once('close', () => unsent.remove(address, socket));
    }
    done();
  };
}

/** The memory that a response uses until it is sent. A stream uses hardly any, and responses with the same file share its bytes. */
function estimateMemory({ routeOptions }: FastifyRequest, payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  const isFile = routeOptions.config.route?.endpoint.kind === 'file';
  return Buffer.isBuffer(payload) && !isFile ? payload.length : 0;
}
