export { type CalendarDay, listCalendarDays } from './calendar/calendar-days.ts';
export type { Activity, Award, LedgerEntryInput } from './ledger/activity.ts';
export { countLedgerRows, findFirstTaskTime } from './ledger/ledger-store.ts';
export {
  lockAndCountLedgerRows,
  lockAndCountLedgerRowsOfUtcDay,
  type RecordedResult,
  recordActivity,
  recordActivityUnderLock,
} from './ledger/record-activity.ts';
export type { XpReason } from './ledger/xp-reasons.ts';
export { computeLevel } from './levels/levels.ts';
export { rebuildTotals, type TotalsDifference } from './repair/rebuild-totals.ts';
export {
  type ChildWeek,
  listOverviewsByChild,
  listWeeksByChild,
  type ProgressOverview,
  type WeekSummary,
} from './reports/overviews.ts';
export {
  type LedgerEntry,
  listBadgesPage,
  listLedgerEntries,
  listLedgerEntriesAt,
  listLedgerEntriesByDay,
} from './reports/progress-reports-store.ts';
export { AwardSchema, BadgeSchema, serializeBadge } from './serializers.ts';
export { findCurrentOrNextPause, pauseStreak, resumeStreak } from './streaks/pause-streak.ts';
export type { Pause } from './streaks/streak.ts';
export {
  countChildrenWithMoreXp,
  countLeaderboardRows,
  countTiesBefore,
  findLeaderboardKey,
  type LeaderboardKey,
  type LeaderboardPeriod,
  listLeaderboard,
  listXpTotals,
  type XpTotals,
} from './totals/leaderboard-store.ts';
export { getCalendarPeriod, getUtcWeek } from './totals/totals.ts';
export {
  type DailyStats,
  getChildTimeZone,
  getLatestTimeZone,
  getTimeZoneOfWrite,
  getTotals,
  type LockedTotals,
  listBadgeIds,
  listDailyStats,
  lockTotals,
  lockTotalsAndRead,
  setFirstTimeZone,
  setListedOnLeaderboards,
  type Totals,
} from './totals/totals-store.ts';
