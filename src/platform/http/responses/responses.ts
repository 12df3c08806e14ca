import type { Readable } from 'node:stream';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { StoredBytes } from '../../files/local-files.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Data with response headers (cookies, caching), and a status if it differs from the usual status of the endpoint. */
export class ResponseWithHeaders<T> {
  readonly data: T;
  readonly headers: Record<string, string | string[]>;
  readonly status: number | undefined;

  constructor(data: T, headers: Record<string, string | string[]>, status?: number) {
    this.data = data;
    this.headers = headers;
    this.status = status;
  }
}

/** A redirect (303) to another page of the service; `path` is the path of that page. */
export class Redirect {
  readonly path: string;
  readonly headers: Record<string, string | string[]>;

  constructor(path: string, headers: Record<string, string | string[]> = {}) {
    this.path = path;
    this.headers = headers;
  }
}

/**
 * A file: its media type, and its bytes or text. A large file should be a stream. Only stored bytes support range requests,
 * which audio players send.
 */
export interface FileResponse {
  readonly type: string;
  readonly body: string | Buffer | Readable | StoredBytes;
  readonly headers?: Record<string, string>;
}
