import { toLanguage } from '../../../core/text/languages.ts';
import { addDays, type Day, type LocalNow, toLocalNow } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findProfile } from '../../accounts/index.ts';
import { eligibleBadges } from '../levels/badges.ts';
import { computeLevel, unlockedBetween } from '../levels/levels.ts';
import { badgeResponse } from '../levels/serializers.ts';
import type { Pause } from '../streaks/freezes.ts';
import { currentStreak, extendStreak } from '../streaks/streak.ts';
import { addToDailyStats } from '../totals/daily-stats-store.ts';
import { withPeriods } from '../totals/periods.ts';
import { addCounts, streakColumns, toStreak } from '../totals/totals.ts';
import {
  type EarnedBadge,
  insertBadges,
  type LockedTotals,
  listPausesAfter,
  lockTotals,
  saveTotals,
  type Totals,
} from '../totals/totals-store.ts';
import type { Activity, Award, LedgerEntryInput } from './activity.ts';
import { countLedgerRows, deleteLedgerRow, insertLedgerRows } from './ledger-store.ts';
import type { Reason } from './xp-reasons.ts';

const DAILY_FIRST = 5;

/**
 * The only way to change XP, counters, streak, badges and totals, in the caller's transaction. An activity whose entries are
 * all in the ledger was already recorded and changes nothing. An activity without entries always counts as new.
 */
export async function recordActivity(unit: UnitOfWork, activity: Activity): Promise<Award> {
  const locked = await lockTotals(unit.tx, activity.profileId);
  return (await recordLocked(unit, activity, locked)).award;
}

/** What `recordLocked` returns: the award, and the totals with it, whose lock the caller still holds. */
export interface RecordedResult {
  readonly award: Award;
  readonly locked: LockedTotals;
}

/** Does the same as `recordActivity` for a caller that has read the totals under their lock. */
export async function recordLocked(
  unit: UnitOfWork,
  activity: Activity,
  locked: LockedTotals,
): Promise<RecordedResult> {
  const { ctx, tx } = unit;
  const { profileId, timeZone } = activity;
  const { totals: before } = locked;
  const local = toLocalNow(ctx.now(), timeZone ?? 'UTC');
  const pauses = await pausesSince(tx, profileId, before.streak_last_date, local.today);
  const { counted, streak } =
    timeZone === null ? { counted: false, streak: toStreak(before) } : extendStreak(toStreak(before), local, pauses);
  const rows = await insertEntries(unit, activity, counted ? [dailyEntry(local.today)] : [], local);
  if (activity.entries.length > 0 && rows.every(isDaily)) {
    for (const row of rows) await deleteLedgerRow(tx, row); // an activity that changes nothing does not make a day count
    const streak = streakResult(before, pauses, local, false);
    return { award: { xp_awarded: 0, xp_breakdown: [], level_up: null, badges_awarded: [], streak }, locked };
  }

  const xp = rows.reduce((sum, { amount }) => sum + amount, 0);
  const updated = {
    ...addCounts(before, activity.counts),
    ...streakColumns(streak),
    xp_total: before.xp_total + xp,
    zone: timeZone ?? before.zone,
  };
  const after = rows.length > 0 ? withPeriods(updated, local.now, xp) : updated;
  const badges = await awardBadges(unit, profileId, { totals: after, badgeIds: locked.badgeIds }, local.now);
  const totals = { ...after, badges_count: before.badges_count + badges.length };
  await saveTotals(tx, profileId, totals);
  await addToDailyStats(tx, profileId, local.today, { xp, ...dayCounts(activity), active: counted });
  return {
    award: {
      xp_awarded: xp,
      xp_breakdown: rows.map(({ reason, amount }) => ({ reason, amount })),
      ...(await levelUpAndBadges(unit, profileId, { before, after }, badges)),
      streak: streakResult(after, pauses, local, counted),
    },
    locked: { totals, badgeIds: [...locked.badgeIds, ...badges.map(({ badge_id }) => badge_id)] },
  };
}

function dailyEntry(today: Day): LedgerEntryInput {
  return { reason: 'daily_first', amount: DAILY_FIRST, source: `day ${today}` };
}

function isDaily({ reason }: LedgerEntryInput): boolean {
  return reason === 'daily_first';
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

/** Adds the entries of an activity and `more` to the ledger. Returns the rows of those that did not exist yet. */
function insertEntries(
  { ctx, tx }: UnitOfWork,
  { profileId, timeZone, source: defaultSource, entries }: Activity,
  more: readonly LedgerEntryInput[],
  { now: at, today: day }: LocalNow,
) {
  const all = [...entries, ...more];
  const ids = all.map(() => ctx.random.timeId()).sort(); // ids of the same millisecond have no order
  const rows = all.map(({ reason, amount, source = defaultSource }, index) => {
    return { id: ids[index] ?? '', profile_id: profileId, source, reason, amount, day, zone: timeZone, at };
  });
  return insertLedgerRows(tx, rows);
}

function dayCounts({ counts }: Activity) {
  return { tasks: counts?.tasks_completed ?? 0, seconds: counts?.seconds ?? 0 };
}

/** Awards the badges that these totals earn and the child did not have when they were locked. */
function awardBadges(
  { ctx, tx }: UnitOfWork,
  profileId: string,
  { totals, badgeIds }: LockedTotals,
  earnedAt: Instant,
): Promise<EarnedBadge[]> {
  const { badges, levels } = ctx.content.current;
  const { level } = computeLevel(totals.xp_total, levels.length);
  const eligible = eligibleBadges(badges.values(), totals, level).map(({ id }) => id);
  const missing = eligible.filter((id) => !badgeIds.includes(id));
  return insertBadges(tx, profileId, missing, earnedAt);
}

/** The level-up and the new badges, in the child's language. */
async function levelUpAndBadges(
  { ctx, tx }: UnitOfWork,
  profileId: string,
  { before, after }: { readonly before: Totals; readonly after: Totals },
  badges: readonly EarnedBadge[],
): Promise<Pick<Award, 'level_up' | 'badges_awarded'>> {
  const { levels, items } = ctx.content.current;
  const from = computeLevel(before.xp_total, levels.length).level;
  const to = computeLevel(after.xp_total, levels.length).level;
  if (to <= from && badges.length === 0) return { level_up: null, badges_awarded: [] };
  const { language = 'en' } = (await findProfile(tx, profileId)) ?? {};
  const unlocked_items = unlockedBetween(items.values(), from, to).map(({ id }) => id);
  const level_name = levels[to - 1]?.name[toLanguage(language)] ?? '';
  return {
    level_up: to > from ? { from, to, level_name, unlocked_items } : null,
    badges_awarded: badges.map(({ badge_id, earned_at }) => badgeResponse(ctx, badge_id, earned_at, language)),
  };
}

function streakResult(totals: Totals, pauses: readonly Pause[], local: LocalNow, extended: boolean): Award['streak'] {
  return { current: currentStreak(toStreak(totals), local, pauses), longest: totals.longest_streak_days, extended };
}
