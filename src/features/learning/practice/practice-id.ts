import type { Content } from '../../../content/index.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import { addDays, type Day, getDaysOnEarth, isDay } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';

/** The task ids of daily practices begin with this prefix. Packs must not use it. */
const PREFIX = 'practice-';

/** The task id of the daily practice of a child's local day, such as "practice-2026-11-21". */
export function toDailyPracticeId(day: Day): string {
  return `${PREFIX}${day}`;
}

/** Returns the day of a daily practice; undefined for the id of another task. */
export function parseDailyPracticeDay(taskId: string): Day | undefined {
  const day = taskId.startsWith(PREFIX) ? taskId.slice(PREFIX.length) : '';
  return isDay(day) ? day : undefined;
}

/** Whether a task is a daily practice, judging by its id. */
export function isDailyPractice({ id }: { readonly id: string }): boolean {
  return parseDailyPracticeDay(id) !== undefined;
}

/**
 * A round can be started while the day of the daily practice is today in at least one time zone. An open round can also be
 * finished on the following day (gap 150).
 */
export function getDailyPracticePhase(day: Day, now: Instant): 'future' | 'today' | 'finishing' | 'over' {
  const { first, last } = getDaysOnEarth(now);
  if (day > last) return 'future';
  if (day >= first) return 'today';
  return day >= addDays(first, -1) ? 'finishing' : 'over';
}

/** The task ids of placements begin with this prefix. */
export const PLACEMENT_PREFIX = `${PREFIX}placement-`;

/** The task id of the placement in a school subject, such as "practice-placement-mathematics". */
export function toPlacementId(subject: string): string {
  return `${PLACEMENT_PREFIX}${subject}`;
}

/** The subject of a placement; undefined for the id of another task, and if no skill has this subject. */
export function findPlacementSubject({ skills }: Pick<Content, 'skills'>, taskId: string): string | undefined {
  if (!taskId.startsWith(PLACEMENT_PREFIX)) return undefined;
  const subject = taskId.slice(PLACEMENT_PREFIX.length);
  return [...skills.values()].some((skill) => skill.subject === subject) ? subject : undefined;
}

/** The task id of challenge rounds. */
export const CHALLENGE_ID = `${PREFIX}challenge`;

/** The title of a daily practice, a placement or a challenge round; undefined for the id of another task. */
export function findPracticeTitle(taskId: string): LocalizedText | undefined {
  const { practice, placement, challenge } = localized.learning;
  if (taskId === CHALLENGE_ID) return challenge.title;
  if (taskId.startsWith(PLACEMENT_PREFIX)) return placement.title;
  return isDailyPractice({ id: taskId }) ? practice.title : undefined;
}
