import { languageFor } from '../../../core/text/languages.ts';
import { addDays, type Day, type LocalNow, localNow } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findProfile } from '../../accounts/index.ts';
import { eligibleBadges } from '../levels/badges.ts';
import { levelOf, unlockedBetween } from '../levels/levels.ts';
import { badgeResponse } from '../levels/serializers.ts';
import type { Pause } from '../streaks/freezes.ts';
import { currentStreak, extendStreak } from '../streaks/streak.ts';
import { addToDailyStats } from '../totals/daily-stats-store.ts';
import { withPeriods } from '../totals/periods.ts';
import { addCounts, streakColumns, streakOf } from '../totals/totals.ts';
import {
  type EarnedBadge,
  insertBadges,
  listPausesAfter,
  lockTotals,
  type Totals,
  updateTotals,
} from '../totals/totals-store.ts';
import type { Activity, Award, LedgerEntryInput, Reason } from './activity.ts';
import { countLedgerRows, insertLedgerRows } from './ledger-store.ts';

const DAILY_FIRST = 5;

/**
 * The only way to change XP, counters, streak, badges and totals, in the caller's transaction. An activity whose entries are
 * all in the ledger was already recorded and changes nothing. An activity without entries always counts as new.
 */
export async function recordActivity(unit: UnitOfWork, activity: Activity): Promise<Award> {
  const { ctx, tx } = unit;
  const local = localNow(ctx.now(), activity.zone ?? 'UTC');
  const before = await lockTotals(tx, activity.profileId);
  const pauses = await pausesSince(tx, activity.profileId, before.streak_last_date, local.today);
  const written = await insertEntries(unit, activity, activity.entries, local);
  if (activity.entries.length > 0 && written.length === 0) {
    const streak = streakResult(before, pauses, local, false);
    return { xp_awarded: 0, xp_breakdown: [], level_up: null, badges_awarded: [], streak };
  }

  const { counted, streak } =
    activity.zone === null
      ? { counted: false, streak: streakOf(before) }
      : extendStreak(streakOf(before), local, pauses);
  const dailyEntries = counted
    ? [{ reason: 'daily_first', amount: DAILY_FIRST, source: `day ${local.today}` } as const]
    : [];
  const rows = [...written, ...(await insertEntries(unit, activity, dailyEntries, local))];
  const xp = rows.reduce((sum, { amount }) => sum + amount, 0);
  const updated = {
    ...addCounts(before, activity.counts),
    ...streakColumns(streak),
    xp_total: before.xp_total + xp,
    zone: activity.zone ?? before.zone,
  };
  const after = rows.length > 0 ? withPeriods(updated, local.now, xp) : updated;
  const awarded = await awardBadges(unit, activity.profileId, after, local.now);
  await updateTotals(tx, activity.profileId, { ...after, badges_count: before.badges_count + awarded.length });
  await addToDailyStats(tx, activity.profileId, local.today, { xp, ...dayCounts(activity), active: counted });
  return {
    xp_awarded: xp,
    xp_breakdown: rows,
    ...(await levelUpAndBadges(unit, activity.profileId, { before, after }, awarded)),
    streak: streakResult(after, pauses, local, counted),
  };
}

/**
 * How many ledger rows of a reason a profile has on a local day. Takes the same lock as `recordActivity`, so that two
 * concurrent calls cannot both use the last paid practice of the day.
 */
export async function countPaidToday(tx: Tx, profileId: string, reason: Reason, day: Day): Promise<number> {
  await lockTotals(tx, profileId);
  return countLedgerRows(tx, profileId, reason, day);
}

/** Queries the database only when a day has been missed. */
async function pausesSince(tx: Tx, profileId: string, lastDay: Day | null, day: Day): Promise<Pause[]> {
  return lastDay !== null && lastDay < addDays(day, -1) ? listPausesAfter(tx, profileId, lastDay) : [];
}

/** Adds entries to the ledger and returns those that did not exist yet. */
async function insertEntries(
  { ctx, tx }: UnitOfWork,
  { profileId, zone, source: defaultSource }: Activity,
  entries: readonly LedgerEntryInput[],
  { now: at, today: day }: LocalNow,
): Promise<LedgerEntryInput[]> {
  const rows = entries.map(({ reason, amount, source = defaultSource }) => {
    return { id: ctx.random.timeId(), profile_id: profileId, source, reason, amount, day, zone, at };
  });
  const written = await insertLedgerRows(tx, rows);
  return written.map(({ reason, amount }) => ({ reason, amount }));
}

function dayCounts({ counts }: Activity) {
  return { tasks: counts?.tasks_completed ?? 0, seconds: counts?.seconds ?? 0 };
}

async function awardBadges(
  { ctx, tx }: UnitOfWork,
  profileId: string,
  totals: Totals,
  earned_at: Instant,
): Promise<EarnedBadge[]> {
  const { badges, levels } = ctx.content.current;
  const { level } = levelOf(totals.xp_total, levels.length);
  const eligible = eligibleBadges(badges.values(), totals, level).map(({ id }) => id);
  const ids = await insertBadges(tx, profileId, eligible, earned_at);
  return ids.map((badge_id) => ({ badge_id, earned_at }));
}

/** The level-up and the new badges, in the child's language. */
async function levelUpAndBadges(
  { ctx, tx }: UnitOfWork,
  profileId: string,
  { before, after }: { readonly before: Totals; readonly after: Totals },
  badges: readonly EarnedBadge[],
): Promise<Pick<Award, 'level_up' | 'badges_awarded'>> {
  const { levels, items } = ctx.content.current;
  const from = levelOf(before.xp_total, levels.length).level;
  const to = levelOf(after.xp_total, levels.length).level;
  if (to <= from && badges.length === 0) return { level_up: null, badges_awarded: [] };
  const { language = 'en' } = (await findProfile(tx, profileId)) ?? {};
  const unlocked_items = unlockedBetween(items.values(), from, to).map(({ id }) => id);
  const level_name = levels[to - 1]?.name[languageFor(language)] ?? '';
  return {
    level_up: to > from ? { from, to, level_name, unlocked_items } : null,
    badges_awarded: badges.map(({ badge_id, earned_at }) => badgeResponse(ctx, badge_id, earned_at, language)),
  };
}

function streakResult(totals: Totals, pauses: readonly Pause[], local: LocalNow, extended: boolean): Award['streak'] {
  return { current: currentStreak(streakOf(totals), local, pauses), longest: totals.longest_streak_days, extended };
}
