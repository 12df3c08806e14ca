export { getRankings } from './routes.ts';
