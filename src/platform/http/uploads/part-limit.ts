import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/**
 * A boundary has 1 to 70 of these characters, and no space at its end (RFC 2046). The time to search a body grows with the
 * length of its boundary. The parser unescapes and decodes other characters, and would search for other bytes than those
 * that are counted here.
 */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** The boundary in a Content-Type header. Undefined if there is none, or none that RFC 2046 allows. */
export function findBoundary(contentType: string): string | undefined {
  const match = BOUNDARY.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/**
 * The body of a multipart request, which fails as soon as it has more boundaries than `maxBoundaries`. They are counted before
 * the body is parsed: the parser reads a whole packet before it applies its own limit, and a packet of 64 KB may contain
 * thousands of empty parts, and it creates a stream for each. Packets take turns as requests do, because hundreds of uploads may
 * send one at the same time. `headers` are those that the parser reads.
 */
export function limitParts(request: FastifyRequest, boundary: string, maxBoundaries: number) {
  const { raw } = request;
  const body = new PartLimit(request, boundary, maxBoundaries);
  raw.once('close', () => {
    if (!raw.readableEnded) body.destroy();
  });
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return Object.assign(raw.pipe(body), { headers });
}

class PartLimit extends Transform {
  readonly #request: FastifyRequest;
  readonly #boundary: Buffer;
  readonly #maxBoundaries: number;
  #count = 0;
  /** The end of the last packet, in which a boundary may have begun. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(request: FastifyRequest, boundary: string, maxBoundaries: number) {
    super();
    this.#request = request;
    this.#boundary = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#maxBoundaries = maxBoundaries;
  }

  override _transform(packet: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#countBoundaries(Buffer.concat([this.#rest, packet]));
    if (this.#count > this.#maxBoundaries) done(new Error('The body has too many parts.'));
    else
      this.#request.takeTurn(() => {
        if (!this.destroyed) done(null, packet);
      });
  }

  #countBoundaries(bytes: Buffer): void {
    const { length } = this.#boundary;
    let end = 0;
    for (let at = bytes.indexOf(this.#boundary); at !== -1; at = bytes.indexOf(this.#boundary, end)) {
      end = at + length;
      this.#count += 1;
      if (this.#count > this.#maxBoundaries) return;
    }
    this.#rest = bytes.subarray(Math.max(end, bytes.length - length + 1));
  }
}
