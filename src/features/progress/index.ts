export { listDays, type ProgressDay } from './days-store.ts';
export type { Award, Entry, Fact, Reason } from './facts.ts';
export { firstTaskAt } from './ledger-store.ts';
export { levelOf } from './levels.ts';
export { type Difference, rebuildTotals } from './rebuild.ts';
export { paidToday, record } from './record.ts';
export { getStats, listLevels, listMyBadges } from './routes.ts';
export { getTotals, listBadgeIds, lockLearner, setListed } from './store.ts';
export { AwardShape } from './wire.ts';
