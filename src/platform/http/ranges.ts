import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { File } from './answers.ts';

/**
 * The part of a file that a Range header asks for (RFC 9110, 14), or the whole of it: where it may not be asked for in
 * parts, where several or none at all are named, and with If-Range, for nothing here has a validator.
 */
export function inRange(file: File, { range, 'if-range': condition }: IncomingHttpHeaders): File & { part?: true } {
  if (!file.inRanges || file.body instanceof Readable) return file;
  const bytes = Buffer.from(file.body);
  const headers = { ...file.headers, 'accept-ranges': 'bytes' };
  const asked = range === undefined || condition !== undefined ? undefined : boundsIn(range, bytes.length);
  if (!asked) return { ...file, headers };
  const [first, last] = asked;
  const part = { 'content-range': `bytes ${first}-${last}/${bytes.length}` };
  return { ...file, body: bytes.subarray(first, last + 1), headers: { ...headers, ...part }, part: true };
}

/** First and last place of "bytes=0-99", "bytes=100-" or "bytes=-100". */
function boundsIn(range: string, length: number): [number, number] | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last ? [first, last] : undefined;
}
