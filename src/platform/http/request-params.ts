import { type CursorKey, decodeCursor } from '../../core/cursor.ts';
import { parseTimeZone } from '../../core/days.ts';
import { localized } from '../../locales/index.ts';
import type { Client } from './client.ts';

import { fieldRefusal } from './validation.ts';

/** The place behind a list's `cursor` of `width` values; undefined for the first page. */
export function parseCursor(cursor: string | undefined, width: number): CursorKey | undefined {
  if (cursor === undefined) return undefined;
  const place = decodeCursor(cursor, width);
  if (!place) throw fieldRefusal('cursor', localized.http.invalidCursor);
  return place;
}

/** The zone that X-Timezone names (gap 21). */
export function requestTimeZone({ timeZone }: Client): string {
  const zone = parseTimeZone(timeZone);
  if (zone === undefined) throw fieldRefusal('X-Timezone', localized.http.invalidTimeZone);
  return zone;
}

/** A sentence for the description of endpoints that read the header. */
export const TIME_ZONE_HEADER = { 'X-Timezone': 'IANA time zone in which today is meant; default UTC' };
