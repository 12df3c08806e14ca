import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A body may have about this many tiny chunks in a row. */
const MAX_TINY_CHUNKS = 20;
/**
 * A request earns one credit for each byte of its body and spends this many credits for each chunk, so its chunks must have at
 * least this many bytes on average. Clients and proxies send chunks of several kilobytes.
 */
const CHUNK_COST = 256;
const MAX_CREDIT = MAX_TINY_CHUNKS * CHUNK_COST;

/** Node's HTTP parser. This interface is undocumented, but slow-bodies.test.ts would fail if it changed. */
interface Parser {
  readonly incoming: IncomingMessage | null;
  /** If this callback is undefined, Node skips bodies and creates no buffers for them. */
  [ON_BODY]: (OnBody & { [isLimited]?: true }) | undefined;
  /** After a callback has called this method, Node reports the packet as invalid when it has been parsed. */
  pause(): void;
}
type OnBody = (this: Parser, chunk: Buffer) => void;

/** The property `HTTPParser.kOnBody`: the callback for each chunk of a body, or for a part of a chunk. */
const ON_BODY = 3;
const isLimited = Symbol('isLimited');
const creditByRequest = new WeakMap<IncomingMessage, number>();

/**
 * Closes a connection that sends a body in many tiny chunks, and skips the rest of the packet. Node runs a callback for each
 * chunk before any request takes its turn. A packet of 64 KB can contain 10,000 chunks of one byte, so a few connections could
 * block the service.
 */
export function limitChunks(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser: Parser };
  const onBody = parser[ON_BODY];
  if (!onBody || onBody[isLimited]) return; // Node reuses the parser of a closed connection, which may be limited already
  const limitedOnBody = Object.assign(
    function (this: Parser, chunk: Buffer) {
      if (!this.incoming || spendCredit(this.incoming, chunk)) return onBody.call(this, chunk);
      this[ON_BODY] = undefined;
      setImmediate(() => {
        this[ON_BODY] = limitedOnBody; // restored before Node uses the parser for another connection
      });
      this.pause();
      this.incoming.socket.destroy();
    },
    { [isLimited]: true as const },
  );
  parser[ON_BODY] = limitedOnBody;
}

/** Updates the credit of the request of a chunk. Returns false if the credit does not cover the cost of the chunk. */
function spendCredit(request: IncomingMessage, chunk: Buffer): boolean {
  const isResponse = !request.method; // Node's HTTP client uses the same parsers
  if (isResponse || request.headers['transfer-encoding'] === undefined) return true;
  // Large chunks cannot save up credit for many tiny ones.
  const credit = Math.min(MAX_CREDIT, (creditByRequest.get(request) ?? MAX_CREDIT) + chunk.length - CHUNK_COST);
  creditByRequest.set(request, credit);
  return credit >= 0;
}
