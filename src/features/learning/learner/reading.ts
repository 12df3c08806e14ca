import type { Task } from '../../../content/index.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { ProfileRow } from '../../../schema/tables.ts';
import { computeAge } from '../memory/ability.ts';

type ReadingProfile = Pick<ProfileRow, 'birth_year' | 'reads'>;

/** From the year in which a child has this age, it counts as one who reads, unless it or a guardian says otherwise. */
const READING_AGE = 7;
/** From this age on, a child who once answered "not yet" counts as one who reads. Only a guardian can say otherwise. */
const LATE_READING_AGE = 8;
/** Younger children are not asked whether they read. */
const MIN_ASKED_AGE = 5;

/** Whether a child reads (gap 209). A profile without a year of birth is one that does. */
export function isReader({ birth_year, reads }: ReadingProfile, now: Day | Instant): boolean {
  const age = computeAge(birth_year, now) ?? LATE_READING_AGE;
  if (reads === null) return age >= READING_AGE;
  return reads === 'yes' || (reads === 'not_yet' && age >= LATE_READING_AGE);
}

/** Whether the app should ask a child whether it reads: once, at an age at which both answers are usual. */
export function isReadingAsked({ birth_year, reads }: ReadingProfile, now: Day | Instant): boolean {
  const age = computeAge(birth_year, now) ?? LATE_READING_AGE;
  return reads === null && age >= MIN_ASKED_AGE && age < LATE_READING_AGE;
}

/**
 * Whether a task may be offered to a child. Whatever chooses tasks or items for a child asks this: the next step, the daily practice,
 * placements. A child who does not read is offered only tasks for pre-readers. It may still start any task that is open.
 */
export function isOffered({ reads }: { readonly reads: boolean }, { pre_reader }: Pick<Task, 'pre_reader'>): boolean {
  return reads || pre_reader;
}
