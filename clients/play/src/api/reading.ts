import { fetchData } from './requests.ts';

/** Whether the child reads, and whether to ask it; undefined if that cannot be loaded. Screens work without it. */
export function fetchReading() {
  return fetchData('/app/reading').catch(() => undefined);
}
