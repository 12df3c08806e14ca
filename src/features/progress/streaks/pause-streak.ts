import { createFieldError } from '../../../core/requests/api-error.ts';
import { addDays, type Day, isDay, toClampedLocalDay } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { getChildTimeZone, lockTotals } from '../totals/totals-store.ts';
import { deletePause, findPause, savePause } from './pauses-store.ts';
import type { Pause } from './streak.ts';

const MAX_PAUSE_DAYS = 365;

/**
 * Pauses a child's streak from the child's current date through `until`; null for a pause without an end (gap 93). If there
 * is a pause already, only its end changes. Refuses an end that is in the past or more than a year away (400).
 */
export async function pauseStreak(ctx: TxContext, childId: string, until: Day | null): Promise<void> {
  await lockTotals(ctx, childId); // so that concurrent calls of two parents create only one pause
  const today = await getToday(ctx, childId);
  if (until !== null && !isAllowedLastDay(until, today))
    throw createFieldError('until', localized.progress.invalidUntil);
  const pause = await findPause(ctx, childId, today);
  await savePause(ctx, childId, { from: pause?.from ?? today, until });
}

/** Ends a child's pause if there is one. Today counts as usual again; the days before today remain excused. */
export async function resumeStreak(ctx: TxContext, childId: string): Promise<void> {
  await lockTotals(ctx, childId);
  const today = await getToday(ctx, childId);
  const pause = await findPause(ctx, childId, today);
  if (!pause) return;
  if (pause.from >= today) await deletePause(ctx, childId, pause.from);
  else await savePause(ctx, childId, { from: pause.from, until: addDays(today, -1) });
}

/**
 * The current pause of a child's streak, or the next one, because a change of the time zone can move its first day into
 * the future. Undefined if there is none.
 */
export async function findCurrentOrNextPause(ctx: Context, childId: string): Promise<Pause | undefined> {
  return findPause(ctx, childId, await getToday(ctx, childId));
}

/** The current date in the child's last known time zone. */
async function getToday(ctx: Context, childId: string): Promise<Day> {
  return toClampedLocalDay(ctx.now(), await getChildTimeZone(ctx, childId));
}

function isAllowedLastDay(until: Day, today: Day): boolean {
  return isDay(until) && until >= today && until <= addDays(today, MAX_PAUSE_DAYS);
}
