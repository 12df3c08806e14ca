import type { CreativeWork } from '../../../typescript/src/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a parent has decided within a day before `now`, in milliseconds since 1970. */
export function isRecentDecision(decidedAt: string | null, now: number): boolean {
  return decidedAt !== null && now - Date.parse(decidedAt) < DAY_MS;
}

/** The works that the child is told about: those that came back and can be sent again, then those that were approved recently. */
export function listWorkNews<T extends Pick<CreativeWork, 'status' | 'reviewed_at' | 'title'>>(
  works: readonly T[],
  now: number,
): T[] {
  return [
    ...works.filter(({ status, title }) => status === 'changes_requested' && title !== null),
    ...works.filter(({ status, reviewed_at }) => status === 'approved' && isRecentDecision(reviewed_at, now)),
  ];
}
