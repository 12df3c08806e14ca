export {
  type BoardPeriod,
  type BoardPlace,
  countAbove,
  countBoard,
  countTiesBefore,
  findPlace,
  listBoard,
} from './boards-store.ts';
export { listDays, type ProgressDay } from './days-store.ts';
export type { Award, Entry, Fact, Reason } from './facts.ts';
export { firstTaskAt } from './ledger-store.ts';
export { levelOf } from './levels.ts';
export { type Overview, overviews, type WeekSums } from './overviews.ts';
export { getZone, type LedgerEntry, listBadgesPage, listLedger, listLedgerAt } from './panel-store.ts';
export { findRunningPause, pauseStreak, resumeStreak } from './pauses.ts';
export { monthAt, weekAt } from './periods.ts';
export { type Difference, rebuildTotals } from './rebuild.ts';
export { paidToday, record } from './record.ts';
export { getStats, listLevels, listMyBadges } from './routes.ts';
export { listStandings, type Standing } from './standings-store.ts';
export { getTotals, listBadgeIds, lockLearner, setListed } from './store.ts';
export type { Pause } from './streak.ts';
export { AwardShape, BadgeShape, badgeOnWire } from './wire.ts';
