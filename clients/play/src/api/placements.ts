import type { ResponseData } from '../../../typescript/src/index.ts';
import { fetchData } from './requests.ts';

export type Placement = ResponseData<'get', '/app/placements'>[number];

/** The subjects in which the child can show what it knows. Screens work without them. */
export function fetchPlacements(): Promise<readonly Placement[]> {
  return fetchData('/app/placements').catch(() => []);
}
