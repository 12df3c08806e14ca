import { fieldError } from '../../../core/requests/api-error.ts';
import { addDays, type Day, isDay, toClampedLocalDay } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { lockTotals } from '../totals/totals-store.ts';
import type { Pause } from './freezes.ts';
import { deletePause, findPause, getTimeZone, savePause } from './pauses-store.ts';

const MAX_PAUSE_DAYS = 365;

/** Pauses a child's streak from the child's current date through `until`, or indefinitely (gap 93). */
export async function pauseStreak({ ctx, tx }: UnitOfWork, childId: string, until: Day | null): Promise<void> {
  await lockTotals(tx, childId); // concurrent calls of two parents make one pause
  const today = await currentDay(ctx, tx, childId);
  if (until !== null && !isAllowedUntil(until, today)) throw fieldError('until', localized.progress.invalidUntil);
  const running = await findPause(tx, childId, today);
  await savePause(tx, childId, { from: running?.from ?? today, until });
}

/** Ends the pause. Today counts as usual again; the days before it stay excused. */
export async function resumeStreak({ ctx, tx }: UnitOfWork, childId: string): Promise<void> {
  await lockTotals(tx, childId);
  const today = await currentDay(ctx, tx, childId);
  const running = await findPause(tx, childId, today);
  if (!running) return;
  if (running.from >= today) await deletePause(tx, childId, running.from);
  else await savePause(tx, childId, { from: running.from, until: addDays(today, -1) });
}

/** The current pause of a child's streak. */
export async function findRunningPause(ctx: Context, childId: string): Promise<Pause | undefined> {
  return findPause(ctx.db, childId, await currentDay(ctx, ctx.db, childId));
}

/** The current date in the child's last known time zone. */
async function currentDay(ctx: Context, db: Reader, childId: string): Promise<Day> {
  return toClampedLocalDay(ctx.now(), await getTimeZone(db, childId));
}

function isAllowedUntil(until: Day, today: Day): boolean {
  return isDay(until) && until >= today && until <= addDays(today, MAX_PAUSE_DAYS);
}
