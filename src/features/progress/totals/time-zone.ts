import type { Client } from '../../../core/requests/caller.ts';
import { parseTimeZone } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { findLatestTimeZone, getTotals } from './totals-store.ts';

/** The time zone of a child's days: the time zone of the last qualifying action, or UTC before the first one (gap 111). */
export async function getChildTimeZone(ctx: Context, profileId: string): Promise<string> {
  const { zone } = await getTotals(ctx, profileId);
  return zone ?? 'UTC';
}

/** The time zone of the profile that was active last, or UTC if none has been active. */
export async function getLatestTimeZone(ctx: Context, profileIds: readonly string[]): Promise<string> {
  return (await findLatestTimeZone(ctx, profileIds)) ?? 'UTC';
}

/**
 * The time zone of a write: that of X-Timezone, by default UTC. If it is unknown, that of the child's last activity counts, because
 * what a child has done must not be lost for a header (gap 21).
 */
export async function getTimeZoneOfWrite(ctx: Context, profileId: string, client: Client): Promise<string> {
  return parseTimeZone(client.timeZoneHeader) ?? getChildTimeZone(ctx, profileId);
}
