import type { ResponseData } from '../../../typescript/src/index.ts';
import { fetchData } from './requests.ts';

export type Reading = ResponseData<'get', '/app/reading'>;

/** Whether the child reads, and whether to ask it; undefined if that cannot be loaded. Screens work without it. */
export function fetchReading(): Promise<Reading | undefined> {
  return fetchData('/app/reading').catch(() => undefined);
}
