import { createFieldError } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/caller.ts';
import { type CursorKey, decodeCursor } from '../../core/requests/paging.ts';
import { parseTimeZone } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';

/**
 * Decodes the `cursor` of a list, whose key (`CursorKey`) has `valueCount` sort values after the name of the list. Returns these values,
 * or undefined without a cursor, which means the first page. Throws VALIDATION_ERROR if the cursor is invalid or of another list.
 */
export function parseCursor(cursor: string | undefined, list: string, valueCount: number): CursorKey | undefined {
  if (cursor === undefined) return undefined;
  const [name, ...values] = decodeCursor(cursor, valueCount + 1) ?? [];
  if (name !== list) throw createFieldError('cursor', localized.http.invalidCursor);
  return values;
}

/** Returns the time zone in X-Timezone, by default UTC (gap 21). Throws VALIDATION_ERROR if the time zone is invalid. Only for reads. */
export function parseRequestTimeZone(client: Client): string {
  const timeZone = parseTimeZone(client.timeZoneHeader);
  if (timeZone === undefined) throw createFieldError('X-Timezone', localized.http.invalidTimeZone);
  return timeZone;
}

/** The API description of the header, for endpoints that read it. */
export const TIME_ZONE_HEADER = {
  'X-Timezone':
    'The IANA time zone that decides which day it is. By default, UTC. Reads refuse an unknown one; for writes, the last known one counts.',
};
