import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/**
 * A boundary has 1 to 70 of these characters, and no space at its end (RFC 2046). Searching for a longer boundary would take more
 * time. The parser would unescape or decode other characters, so it would search for a different boundary than the one that is
 * counted here.
 */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** Returns the boundary in a Content-Type header, or undefined if there is no boundary that RFC 2046 allows. */
export function findBoundary(contentType: string): string | undefined {
  const match = BOUNDARY.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/**
 * Returns the body of a multipart request as a stream that fails as soon as the body has more than `maxBoundaries` boundaries.
 * Boundaries are counted before the body is parsed, because the parser reads a whole packet before it applies its own limit. A
 * packet of 64 KB can contain thousands of empty parts, and the parser creates a stream for each part. The parser reads the
 * `headers` of the result.
 */
export function limitParts({ raw }: FastifyRequest, boundary: string, maxBoundaries: number) {
  const separator = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let boundaryCount = 0;
  let previousEnd: Buffer = Buffer.alloc(0); // the end of the previous packet, in which a boundary may have begun
  const body = new Transform({
    transform(packet: Buffer, _encoding, done) {
      const bytes = Buffer.concat([previousEnd, packet]);
      let end = 0;
      for (let index = bytes.indexOf(separator); index !== -1; index = bytes.indexOf(separator, end)) {
        boundaryCount += 1;
        if (boundaryCount > maxBoundaries) return done(new Error('The body has too many parts.'));
        end = index + separator.length;
      }
      previousEnd = bytes.subarray(Math.max(end, bytes.length - separator.length + 1));
      done(null, packet);
    },
  });
  raw.once('close', () => {
    if (!raw.readableEnded) body.destroy();
  });
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return Object.assign(raw.pipe(body), { headers });
}
