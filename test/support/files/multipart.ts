/** One part of a multipart body, as its head says it and with any bytes. */
export interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly body: string | Uint8Array;
  /** The whole head, for one that says something else. */
  readonly head?: string;
}

export const BOUNDARY = 'a-boundary-that-no-part-has';

/** A multipart body, written by hand so that it can be wrong; `end` is what stands behind the last part. */
export function encodeMultipart(parts: readonly Part[], boundary = BOUNDARY, end = `--${boundary}--\r\n`) {
  const pieces = parts.flatMap(({ name, filename, type, body, head }) => [
    `--${boundary}\r\n`,
    head ?? partHeaders(name, filename, type),
    '\r\n\r\n',
    body,
    '\r\n',
  ]);
  return new Uint8Array(Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece))));
}

/** The same as a request to world.call. */
export function multipart(parts: readonly Part[], boundary = BOUNDARY) {
  return {
    raw: encodeMultipart(parts, boundary),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

function partHeaders(name: string | undefined, filename: string | undefined, type: string | undefined): string {
  const named = name === undefined ? '' : `; name="${name}"`;
  const filed = filename === undefined ? '' : `; filename="${filename}"`;
  const typed = type === undefined ? '' : `\r\nContent-Type: ${type}`;
  return `Content-Disposition: form-data${named}${filed}${typed}`;
}
