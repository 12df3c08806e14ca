import type { ResponseData } from '../../../typescript/src/index.ts';
import { fetchData } from './requests.ts';

export type Goal = ResponseData<'get', '/app/goal'>;

/** The goal of the child for this week; undefined if it cannot be loaded. Screens work without it. */
export function fetchGoal(): Promise<Goal | undefined> {
  return fetchData('/app/goal').catch(() => undefined);
}
