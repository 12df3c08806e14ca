import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { StoredBytes } from '../../files/local-files.ts';
import type { FileResponse } from './responses.ts';

interface RangeResponse extends FileResponse {
  readonly body: string | Buffer | Readable;
  readonly isPartial?: true;
}

/**
 * Returns the part of a file that a Range header requests (RFC 9110, 14). Returns the whole file if the file does not support
 * ranges, if the header names several ranges or no valid range, or with If-Range, because no stored file has a validator.
 */
export function applyRange(file: FileResponse, { range, 'if-range': ifRange }: IncomingHttpHeaders): RangeResponse {
  const { body } = file;
  if (!isStoredBytes(body)) return { ...file, body };
  const requestedRange = range === undefined || ifRange !== undefined ? undefined : parseRange(range, body.size);
  const [first, last] = requestedRange ?? [0, body.size - 1];
  const headers = { ...file.headers, 'accept-ranges': 'bytes', 'content-length': String(last + 1 - first) };
  const response = { ...file, body: body.read(first, last) };
  if (!requestedRange) return { ...response, headers };
  return {
    ...response,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${body.size}` },
    isPartial: true,
  };
}

function isStoredBytes(body: FileResponse['body']): body is StoredBytes {
  return typeof body === 'object' && 'size' in body;
}

/**
 * Returns the positions of the first and the last byte of "bytes=0-99", "bytes=100-" or "bytes=-100". Numbers of more than 15
 * digits would not be exact.
 */
function parseRange(range: string, size: number): [number, number] | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? [first, last] : undefined;
}
