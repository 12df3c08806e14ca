/** One part of a multipart body. */
export interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly body: string | Uint8Array;
  /** All headers of the part. By default, they are formatted from the name, file name and type. */
  readonly headers?: string;
}

export const BOUNDARY = 'a-boundary-that-no-part-contains';

/** Encodes a multipart body without a library, so that it can be invalid. `end` follows the last part. */
export function encodeMultipart(parts: readonly Part[], boundary = BOUNDARY, end = `--${boundary}--\r\n`) {
  const pieces = parts.flatMap(({ name, filename, type, body, headers }) => [
    `--${boundary}\r\n`,
    headers ?? formatPartHeaders(name, filename, type),
    '\r\n\r\n',
    body,
    '\r\n',
  ]);
  return new Uint8Array(Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece))));
}

/** Creates the body and headers of a multipart request for `app.call`. */
export function createMultipartRequest(parts: readonly Part[], boundary = BOUNDARY) {
  return {
    raw: encodeMultipart(parts, boundary),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

function formatPartHeaders(name: string | undefined, filename: string | undefined, type: string | undefined): string {
  const nameParameter = name === undefined ? '' : `; name="${name}"`;
  const filenameParameter = filename === undefined ? '' : `; filename="${filename}"`;
  const typeHeader = type === undefined ? '' : `\r\nContent-Type: ${type}`;
  return `Content-Disposition: form-data${nameParameter}${filenameParameter}${typeHeader}`;
}
