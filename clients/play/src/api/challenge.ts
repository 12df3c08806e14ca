import type { ResponseData } from '../../../typescript/src/index.ts';
import { fetchData } from './requests.ts';

export type Challenge = ResponseData<'get', '/app/practice/challenge'>;

/** The challenge round and the child's personal best; undefined if they cannot be loaded. Screens work without them. */
export function fetchChallenge(): Promise<Challenge | undefined> {
  return fetchData('/app/practice/challenge').catch(() => undefined);
}
