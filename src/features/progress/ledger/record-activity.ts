import { addDays, clampedLocalDay, type Day } from '../../../core/days.ts';
import type { Instant } from '../../../core/instant.ts';
import { languageFor } from '../../../core/languages.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findProfile } from '../../accounts/index.ts';
import { deservedBadges } from '../levels/badges.ts';
import { levelOf, unlockedBetween } from '../levels/levels.ts';
import { badgeResponse } from '../levels/serializers.ts';
import { currentStreak, extendStreak, type Pause } from '../streaks/streak.ts';
import { addToDailyStats } from '../totals/daily-stats-store.ts';
import { withPeriods } from '../totals/periods.ts';
import { addCounts, streakColumns, streakOf } from '../totals/totals.ts';
import { insertBadges, listPausesAfter, lockTotals, type Totals, updateTotals } from '../totals/totals-store.ts';
import type { Activity, Award, LedgerEntryInput, Reason } from './activity.ts';
import { countPaid, insertRows } from './ledger-store.ts';

const DAILY_FIRST = 5;

/**
 * The one way in which XP, counters, streak, badges and totals change, in the caller's transaction. A fact all of whose
 * entries are in the ledger already has been told before, and changes nothing; one without entries is always new.
 */
export async function recordActivity(ctx: Context, tx: Tx, fact: Activity): Promise<Award> {
  const moment = momentOf(ctx, fact);
  const before = await lockTotals(tx, fact.profileId);
  const pauses = await pausesSince(tx, fact.profileId, before.streak_last_date, moment.day);
  const written = await write(ctx, tx, fact, fact.entries, moment);
  if (fact.entries.length > 0 && written.length === 0) {
    const streak = streakOnWire(before, pauses, moment, false);
    return { xp_awarded: 0, xp_breakdown: [], level_up: null, badges_awarded: [], streak };
  }

  const { counted, streak } =
    fact.zone === null
      ? { counted: false, streak: streakOf(before) }
      : extendStreak(streakOf(before), moment.at, moment.zone, pauses);
  const daily = counted ? [{ reason: 'daily_first', amount: DAILY_FIRST, source: `day ${moment.day}` } as const] : [];
  const rows = [...written, ...(await write(ctx, tx, fact, daily, moment))];
  const xp = rows.reduce((sum, { amount }) => sum + amount, 0);
  const moved = { ...addCounts(before, fact.counts), ...streakColumns(streak), xp_total: before.xp_total + xp };
  const after = rows.length > 0 ? withPeriods(moved, moment.at, xp) : moved;
  const badgeIds = await giveBadges(ctx, tx, fact.profileId, after, moment.at);
  await updateTotals(tx, fact.profileId, { ...after, badges_count: before.badges_count + badgeIds.length });
  await addToDailyStats(tx, fact.profileId, moment.day, { xp, ...dayCounts(fact), active: counted });
  return {
    xp_awarded: xp,
    xp_breakdown: rows,
    ...(await prizes(ctx, tx, fact.profileId, before, after, badgeIds, moment.at)),
    streak: streakOnWire(after, pauses, moment, counted),
  };
}

/**
 * How many rows of a reason a profile has on a local day. It takes the lock that `recordActivity` takes, so that two at once
 * do not both find the last paid place of the day free.
 */
export async function countPaidToday(tx: Tx, profileId: string, reason: Reason, day: Day): Promise<number> {
  await lockTotals(tx, profileId);
  return countPaid(tx, profileId, reason, day);
}

interface Moment {
  readonly at: Instant;
  readonly zone: string;
  readonly day: Day;
}

function momentOf(ctx: Context, { zone }: Activity): Moment {
  const at = ctx.now();
  return { at, zone: zone ?? 'UTC', day: clampedLocalDay(at, zone ?? 'UTC') };
}

/** Nothing is asked of the database while no day has been missed. */
async function pausesSince(tx: Tx, profileId: string, lastDay: Day | null, day: Day): Promise<Pause[]> {
  return lastDay !== null && lastDay < addDays(day, -1) ? listPausesAfter(tx, profileId, lastDay) : [];
}

/** Writes entries into the ledger; returns those that were not there yet. */
async function write(
  ctx: Context,
  tx: Tx,
  { profileId, zone, source: common }: Activity,
  entries: readonly LedgerEntryInput[],
  { at, day }: Moment,
): Promise<LedgerEntryInput[]> {
  const rows = entries.map(({ reason, amount, source = common }) => {
    return { id: ctx.random.timeId(), profile_id: profileId, source, reason, amount, day, zone, at };
  });
  const written = await insertRows(tx, rows);
  return written.map(({ reason, amount }) => ({ reason, amount }));
}

function dayCounts({ counts }: Activity) {
  return { tasks: counts?.tasks_completed ?? 0, seconds: counts?.seconds ?? 0 };
}

function giveBadges(ctx: Context, tx: Tx, profileId: string, totals: Totals, now: Instant): Promise<string[]> {
  const { badges, levels } = ctx.content.current;
  const { level } = levelOf(totals.xp_total, levels.length);
  const deserved = deservedBadges(badges.values(), totals, level).map(({ id }) => id);
  return insertBadges(tx, profileId, deserved, now);
}

/** Level and badges, said in the child's language. */
async function prizes(
  ctx: Context,
  tx: Tx,
  profileId: string,
  before: Totals,
  after: Totals,
  badgeIds: readonly string[],
  now: Instant,
): Promise<Pick<Award, 'level_up' | 'badges_awarded'>> {
  const { levels, items } = ctx.content.current;
  const from = levelOf(before.xp_total, levels.length).level;
  const to = levelOf(after.xp_total, levels.length).level;
  if (to <= from && badgeIds.length === 0) return { level_up: null, badges_awarded: [] };
  const { language = 'en' } = (await findProfile(tx, profileId)) ?? {};
  const unlocked_items = unlockedBetween(items.values(), from, to).map(({ id }) => id);
  const level_name = levels[to - 1]?.name[languageFor(language)] ?? '';
  return {
    level_up: to > from ? { from, to, level_name, unlocked_items } : null,
    badges_awarded: badgeIds.map((id) => badgeResponse(ctx, id, now, language)),
  };
}

function streakOnWire(
  totals: Totals,
  pauses: readonly Pause[],
  { at, zone }: Moment,
  extended: boolean,
): Award['streak'] {
  return { current: currentStreak(streakOf(totals), at, zone, pauses), longest: totals.longest_streak_days, extended };
}
