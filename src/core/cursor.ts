import type { CursorPage } from './json-schema.ts';
import { isStorable } from './text.ts';

/** The place in a keyset order after which the next page begins: the sort values of the last row shown. */
export type CursorKey = readonly string[];

/** An opaque cursor for `place`. */
export function encodeCursor(place: CursorKey): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place behind a cursor of `width` values, or undefined when the text is no such cursor. */
export function decodeCursor(cursor: string, width: number): CursorKey | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return isPlace(place) && place.length === width ? place : undefined;
  } catch {
    return undefined; // JSON's only way to say "not JSON" is to throw
  }
}

/** One page out of `limit + 1` rows that were asked for: the extra row only tells that there is more. */
export function cursorPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => CursorKey,
  itemOf: (row: Row) => Item,
): CursorPage<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const has_more = rows.length > limit;
  return { data: shown.map(itemOf), next_cursor: has_more && last ? encodeCursor(placeOf(last)) : null, has_more };
}

function isPlace(value: unknown): value is CursorKey {
  return Array.isArray(value) && value.every((part) => typeof part === 'string' && isStorable(part));
}
