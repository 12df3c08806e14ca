import { toLanguage } from '../../../core/text/languages.ts';
import { addDays, type Day, type LocalNow, toLocalDay, toLocalNow, toUtcDay } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { TxContext } from '../../../platform/context.ts';
import type { LedgerRow } from '../../../schema/tables.ts';
import { findProfile } from '../../accounts/index.ts';
import { computeLevel, listAvatarItemsUnlockedBetween, listEligibleBadges } from '../levels/levels.ts';
import { serializeBadge } from '../serializers.ts';
import { computeCurrentStreak, extendStreak, type Pause } from '../streaks/streak.ts';
import { addCounts, addXpToPeriods, toStreak, toStreakColumns } from '../totals/totals.ts';
import {
  addToDailyStats,
  type EarnedBadge,
  insertBadges,
  type LockedTotals,
  listPausesEndingAfter,
  lockTotals,
  lockTotalsAndRead,
  saveTotals,
  type Totals,
} from '../totals/totals-store.ts';
import type { Activity, Award, LedgerEntryInput } from './activity.ts';
import { countLedgerRows, countLedgerRowsOfUtcDay, deleteLedgerRow, insertLedgerRows } from './ledger-store.ts';
import type { XpReason } from './xp-reasons.ts';

/** XP for the first activity of a day that counts for the streak. */
const DAILY_FIRST_XP = 5;

/**
 * Records an activity in the caller's transaction and returns what it has earned. Nothing else changes XP, counters, streaks
 * or badges, except for the repair by `rebuildTotals`. An activity whose entries are all in the ledger was recorded before
 * and changes nothing. An activity without entries always counts as new.
 */
export async function recordActivity(ctx: TxContext, activity: Activity): Promise<Award> {
  const lockedTotals = await lockTotals(ctx, activity.profileId);
  return (await recordActivityUnderLock(ctx, activity, lockedTotals)).award;
}

/** The award of an activity, and the totals that include it, which are still locked. */
export interface RecordedResult {
  readonly award: Award;
  readonly lockedTotals: LockedTotals;
}

/** Like `recordActivity`, for a caller that has already locked the totals. */
export async function recordActivityUnderLock(
  ctx: TxContext,
  activity: Activity,
  lockedTotals: LockedTotals,
): Promise<RecordedResult> {
  const { profileId, timeZone, counts, countsForStreak = true } = activity;
  const { totals: totalsBefore } = lockedTotals;
  const localNow = toLocalNow(ctx.now(), timeZone ?? 'UTC');
  const day =
    activity.workedAt === undefined ? localNow.today : toLocalDay(activity.workedAt, totalsBefore.zone ?? 'UTC');
  const pauses = await listPausesSince(ctx, profileId, totalsBefore.streak_last_date, localNow.today);
  const { counted, streak } =
    timeZone === null || !countsForStreak
      ? { counted: false, streak: toStreak(totalsBefore) }
      : extendStreak(toStreak(totalsBefore), localNow, pauses);
  const rows = await insertEntries(ctx, activity, counted ? [buildDailyEntry(localNow.today)] : [], {
    at: localNow.now,
    day,
  });
  if (activity.entries.length > 0 && rows.every(isDailyEntry)) {
    for (const row of rows) await deleteLedgerRow(ctx, row); // an activity that was recorded before does not make a day count
    const currentStreak = buildStreakUpdate(totalsBefore, pauses, localNow, { extended: false });
    const award = { xp_awarded: 0, xp_breakdown: [], level_up: null, badges_awarded: [], streak: currentStreak };
    return { award, lockedTotals };
  }

  const xp = rows.reduce((sum, { amount }) => sum + amount, 0);
  const updatedTotals = {
    ...addCounts(totalsBefore, activity.counts),
    ...toStreakColumns(streak),
    xp_total: totalsBefore.xp_total + xp,
    zone: timeZone ?? totalsBefore.zone,
  };
  const totalsAfter = rows.length > 0 ? addXpToPeriods(updatedTotals, localNow.now, xp) : updatedTotals;
  const badges = await awardBadges(
    ctx,
    profileId,
    { totals: totalsAfter, badgeIds: lockedTotals.badgeIds },
    localNow.now,
  );
  const totals = { ...totalsAfter, badges_count: totalsBefore.badges_count + badges.length };
  await saveTotals(ctx, profileId, { ...lockedTotals, totals });
  const dayCounts = { tasks: counts?.tasks_completed ?? 0, seconds: counts?.seconds ?? 0 };
  await addToDailyStats(ctx, profileId, day, { xp, ...dayCounts, active: counted });
  return {
    award: {
      xp_awarded: xp,
      xp_breakdown: rows.map(({ reason, amount }) => ({ reason, amount })),
      ...(await serializeLevelUpAndBadges(ctx, activity, { totalsBefore, totalsAfter }, badges)),
      streak: buildStreakUpdate(totalsAfter, pauses, localNow, { extended: counted }),
    },
    lockedTotals: {
      savedTotals: totals,
      totals,
      badgeIds: [...lockedTotals.badgeIds, ...badges.map(({ badge_id }) => badge_id)],
    },
  };
}

function buildDailyEntry(today: Day): LedgerEntryInput {
  return { reason: 'daily_first', amount: DAILY_FIRST_XP, source: `day ${today}` };
}

function isDailyEntry({ reason }: LedgerEntryInput): boolean {
  return reason === 'daily_first';
}

/**
 * Counts the ledger rows that a profile has for a reason on a local day. Acquires the same lock as `recordActivity` first, so
 * that two concurrent calls cannot both use the last award of a daily limit.
 */
export async function lockAndCountLedgerRows(
  ctx: TxContext,
  profileId: string,
  reason: XpReason,
  day: Day,
): Promise<number> {
  return (await lockTotalsAndRead(ctx, profileId, () => countLedgerRows(ctx, profileId, reason, day))).result;
}

/** Like `lockAndCountLedgerRows`, for the rows that were written on the current day in UTC, whatever day their XP belongs to. */
export async function lockAndCountLedgerRowsOfUtcDay(
  ctx: TxContext,
  profileId: string,
  reason: XpReason,
): Promise<number> {
  const count = () => countLedgerRowsOfUtcDay(ctx, profileId, reason, toUtcDay(ctx.now()));
  return (await lockTotalsAndRead(ctx, profileId, count)).result;
}

/** The pauses that end after the last counted day. Queries the database only when a day has been missed. */
async function listPausesSince(ctx: TxContext, profileId: string, lastDay: Day | null, today: Day): Promise<Pause[]> {
  return lastDay !== null && lastDay < addDays(today, -1) ? listPausesEndingAfter(ctx, profileId, lastDay) : [];
}

/** Adds the entries of an activity and `extraEntries` to the ledger. Returns the rows that did not exist yet. */
function insertEntries(
  ctx: TxContext,
  { profileId, timeZone, source: defaultSource, entries }: Activity,
  extraEntries: readonly LedgerEntryInput[],
  { at, day }: Pick<LedgerRow, 'at' | 'day'>,
) {
  const allEntries = [...entries, ...extraEntries];
  const rows = allEntries.map(({ reason, amount, source = defaultSource }) => {
    const id = ctx.random.timeOrderedId();
    return { id, profile_id: profileId, source, reason, amount, day, zone: timeZone, at };
  });
  return insertLedgerRows(ctx, rows);
}

/** Awards the badges whose criteria these totals meet and that the child did not have when the totals were locked. */
function awardBadges(
  ctx: TxContext,
  profileId: string,
  { totals, badgeIds }: Pick<LockedTotals, 'totals' | 'badgeIds'>,
  earnedAt: Instant,
): Promise<EarnedBadge[]> {
  const { badges, levels } = ctx.content.current;
  const { level } = computeLevel(totals.xp_total, levels.length);
  const eligibleIds = listEligibleBadges(badges.values(), totals, level).map(({ id }) => id);
  const newBadgeIds = eligibleIds.filter((id) => !badgeIds.includes(id));
  return insertBadges(ctx, profileId, newBadgeIds, earnedAt);
}

/** Serializes the level-up and the new badges, in the child's language. */
async function serializeLevelUpAndBadges(
  ctx: TxContext,
  activity: Pick<Activity, 'profileId' | 'language'>,
  { totalsBefore, totalsAfter }: { readonly totalsBefore: Totals; readonly totalsAfter: Totals },
  badges: readonly EarnedBadge[],
): Promise<Pick<Award, 'level_up' | 'badges_awarded'>> {
  const { levels, avatarItems } = ctx.content.current;
  const from = computeLevel(totalsBefore.xp_total, levels.length).level;
  const to = computeLevel(totalsAfter.xp_total, levels.length).level;
  if (to <= from && badges.length === 0) return { level_up: null, badges_awarded: [] };
  const language = activity.language ?? (await findProfile(ctx, activity.profileId))?.language ?? 'en';
  const unlocked_items = listAvatarItemsUnlockedBetween(avatarItems.values(), from, to).map(({ id }) => id);
  const level_name = levels[to - 1]?.name[toLanguage(language)] ?? '';
  return {
    level_up: to > from ? { from, to, level_name, unlocked_items } : null,
    badges_awarded: badges.map(({ badge_id, earned_at }) => serializeBadge(ctx, badge_id, earned_at, language)),
  };
}

function buildStreakUpdate(
  totals: Totals,
  pauses: readonly Pause[],
  localNow: LocalNow,
  { extended }: Pick<Award['streak'], 'extended'>,
): Award['streak'] {
  return {
    current: computeCurrentStreak(toStreak(totals), localNow, pauses),
    longest: totals.longest_streak_days,
    extended,
  };
}
