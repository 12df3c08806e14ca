export { getStats, listMyBadges } from './routes.ts';
export { levelOf } from './rules.ts';
export { getTotals } from './store.ts';
