import type { Readable } from 'node:stream';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { StoredBytes } from '../../files/local-files.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Data together with headers (cookies, caching) that go with it, and a status where it is not the endpoint's usual one. */
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

/** 303 to another of our own pages. */
export class Redirect {
  readonly to: string;
  readonly headers: Record<string, string | string[]>;

  constructor(to: string, headers: Record<string, string | string[]> = {}) {
    this.to = to;
    this.headers = headers;
  }
}

/**
 * Bytes or text of a named media type; a stream where they may be many. Of stored bytes a part may be asked for, as
 * players of sound do.
 */
export interface FileResponse {
  readonly type: string;
  readonly body: string | Buffer | Readable | StoredBytes;
  /** The same bytes as Brotli, for whoever takes it. */
  readonly brotli?: Buffer | undefined;
  readonly headers?: Record<string, string>;
}

/** A part of a list, and how long the whole of it is. */
export interface PagedRows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Which part it is: `page` from 1, of `per_page` rows. */
export interface OffsetParams {
  readonly page: number;
  readonly per_page: number;
}

/** The rows of a list that are on a page, as a fragment shows them. */
export interface OffsetPage<T> extends PagedRows<T>, OffsetParams {}
