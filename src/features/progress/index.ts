export { getStats, listMyBadges } from './routes.ts';
export { levelOf } from './rules.ts';
export { getTotals } from './store.ts';
export { type Fact, paidToday, record } from './temporary-store.ts';
