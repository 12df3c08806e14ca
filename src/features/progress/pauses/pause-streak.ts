import { addDays, clampedLocalDay, type Day } from '../../../core/days.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Reader, Tx } from '../../../platform/database/index.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import type { Pause } from '../streaks/streak.ts';
import { lockTotals } from '../totals/totals-store.ts';
import { deletePause, findLastTimeZone, findPause, savePause } from './pauses-store.ts';

const LONGEST = 365;

/** Has a child's streak rest from its today on: through `until`, or until further notice (gap 93). */
export async function pauseStreak(ctx: Context, tx: Tx, childId: string, until: Day | null): Promise<void> {
  await lockTotals(tx, childId); // two parents at once make one pause
  const today = await todayOf(ctx, tx, childId);
  if (until !== null && !isWithin(until, today)) throw fieldRefusal('until', localized.progress.invalidUntil);
  const running = await findPause(tx, childId, today);
  await savePause(tx, childId, { from: running?.from ?? today, until });
}

/** Ends the rest: today counts as usual again, the days before it stay excused. */
export async function resumeStreak(ctx: Context, tx: Tx, childId: string): Promise<void> {
  await lockTotals(tx, childId);
  const today = await todayOf(ctx, tx, childId);
  const running = await findPause(tx, childId, today);
  if (!running) return;
  if (running.from >= today) await deletePause(tx, childId, running.from);
  else await savePause(tx, childId, { from: running.from, until: addDays(today, -1) });
}

/** The rest that a child's streak has just now. */
export async function findRunningPause(ctx: Context, childId: string): Promise<Pause | undefined> {
  return findPause(ctx.db, childId, await todayOf(ctx, ctx.db, childId));
}

/** The date where the child last was. */
async function todayOf(ctx: Context, db: Reader, childId: string): Promise<Day> {
  return clampedLocalDay(ctx.now(), (await findLastTimeZone(db, childId)) ?? 'UTC');
}

function isWithin(until: Day, today: Day): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(until) && until >= today && until <= addDays(today, LONGEST) && isDay(until);
}

function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
