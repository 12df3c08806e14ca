import { Type } from 'typebox';
import { isStorable } from '../text/normalize-text.ts';

/** A cursor-paginated list (spec, "Conventions for all resources"). */
export interface CursorPage<T> {
  data: T[];
  next_cursor: string | null;
  has_more: boolean;
}

/** The query parameters of every cursor-paginated list. */
export const CursorQuery = {
  cursor: Type.Optional(
    Type.String({ description: 'The `next_cursor` of the previous page.', minLength: 1, maxLength: 500 }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'The maximum number of entries on the page.',
  }),
};

/** The name of the list, and the sort values of the last row of a page. The next page begins after them (keyset pagination). */
export type CursorKey = readonly string[];

/** Encodes a key as an opaque cursor. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Decodes a cursor whose key has `keyLength` values. Returns undefined if the text is not such a cursor. */
export function decodeCursor(cursor: string, keyLength: number): CursorKey | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return isCursorKey(key) && key.length === keyLength ? key : undefined;
  } catch {
    return undefined; // JSON.parse throws for a text that is not JSON
  }
}

/** Creates a page from up to `limit + 1` rows. An extra row only shows that there is a next page. */
export function createCursorPage<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  toKey: (row: Row) => CursorKey,
  toEntry: (row: Row) => Entry,
): CursorPage<Entry> {
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  const has_more = rows.length > limit;
  return { data: page.map(toEntry), next_cursor: has_more && lastRow ? encodeCursor(toKey(lastRow)) : null, has_more };
}

function isCursorKey(value: unknown): value is CursorKey {
  return Array.isArray(value) && value.every((sortValue) => typeof sortValue === 'string' && isStorable(sortValue));
}

/** The rows of one page of a list, and the total number of rows in the list. */
export interface PagedRows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Selects a page of a list. `page` counts from 1, and a page has up to `per_page` rows. */
export interface OffsetParams {
  readonly page: number;
  readonly per_page: number;
}

/** The index of the first row of a page, counted from 0. */
export function getFirstRowIndex({ page, per_page }: OffsetParams): number {
  return (page - 1) * per_page;
}

/** One page of a list, with its number and size. */
export interface OffsetPage<T> extends PagedRows<T>, OffsetParams {}
