import { fromCursor, type Place } from '../../core/cursor.ts';
import { zoneOf } from '../../core/days.ts';
import type { Client } from './client.ts';
import { fieldRefusal } from './validation.ts';
import { NO_CURSOR, NO_TIME_ZONE } from './words.ts';

/** The place behind a list's `cursor` of `width` values; undefined for the first page. */
export function placeAsked(cursor: string | undefined, width: number): Place | undefined {
  if (cursor === undefined) return undefined;
  const place = fromCursor(cursor, width);
  if (!place) throw fieldRefusal('cursor', NO_CURSOR);
  return place;
}

/** The zone that X-Timezone names (gap 21). */
export function zoneAsked({ timeZone }: Client): string {
  const zone = zoneOf(timeZone);
  if (zone === undefined) throw fieldRefusal('X-Timezone', NO_TIME_ZONE);
  return zone;
}

/** A sentence for the description of endpoints that read the header. */
export const ZONE_HEADER = { 'X-Timezone': 'IANA time zone in which today is meant; default UTC' };
