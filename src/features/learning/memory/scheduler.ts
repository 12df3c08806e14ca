import { default_w, FSRSAlgorithm, Rating } from 'ts-fsrs';
import { addDays, countDaysBetween, type Day } from '../../../core/time/days.ts';
import type { MemoryRow } from '../../../schema/tables.ts';

/** What a child remembers of a skill or of an item that was missed. */
export type Memory = Omit<MemoryRow, 'profile_id'>;

/** The day of a review, and the child's pace. */
export interface ReviewContext {
  /** The child's local day. */
  readonly today: Day;
  /**
   * How slowly the child forgets: a child with 0.5 forgets in half the time that the scheduler's model expects. The higher
   * the pace, the slower the child forgets.
   */
  readonly pace: number;
}

/** The longest time between two reviews, in days. */
const MAX_INTERVAL = 180;

// The options stand for whole days, one review a day and no randomness. The last weight is the decay of the forgetting
// curve; its default comes from adults who learn with flash cards.
const algorithm = new FSRSAlgorithm({
  request_retention: 0.9,
  maximum_interval: MAX_INTERVAL,
  enable_fuzz: false,
  enable_short_term: false,
  w: [...default_w.slice(0, 20), 0.5],
});

/** The probability that the child still knows the subject of the memory, 0 to 1. */
export function computeRetrievability(
  { stability, reviewed_on }: Pick<Memory, 'stability' | 'reviewed_on'>,
  { today, pace }: ReviewContext,
): number {
  return algorithm.forgetting_curve(countDaysSince(reviewed_on, today) / pace, stability);
}

/** The number of days since `day`; 0 when the child has moved to a time zone where it is still the day before. */
export function countDaysSince(day: Day, today: Day): number {
  return Math.max(0, countDaysBetween(day, today));
}

type Schedule = Pick<Memory, 'stability' | 'difficulty' | 'reviewed_on' | 'due_on' | 'proven_days' | 'in_row'>;

/** Schedules the next review after the first one of a day, whose answers scored `score` on average. */
export function scheduleReview(previous: Memory | undefined, score: number, { today, pace }: ReviewContext): Schedule {
  const rating = toRating(score);
  const daysSinceReview = previous ? countDaysSince(previous.reviewed_on, today) : 0;
  const { stability, difficulty } = algorithm.next_state(previous ?? null, daysSinceReview / pace, rating);
  // A missed subject is due on the next day, even if the model still considers it stable.
  const interval = rating === Rating.Again ? 1 : Math.round(algorithm.next_interval(stability, daysSinceReview) * pace);
  const due_on = addDays(today, Math.min(Math.max(interval, 1), MAX_INTERVAL));
  return { stability, difficulty, reviewed_on: today, due_on, ...updateProvenDays(previous, daysSinceReview, rating) };
}

/**
 * Converts a score to a rating. It never returns "Easy", which is for cards that a learner finds trivial, because a
 * score does not show that.
 */
function toRating(score: number): Rating.Again | Rating.Hard | Rating.Good {
  if (score < 0.5) return Rating.Again;
  return score < 0.8 ? Rating.Hard : Rating.Good;
}

/** Updates the number of days without practice after which the child still knew the subject. A miss halves it. */
function updateProvenDays(
  previous: Memory | undefined,
  daysSinceReview: number,
  rating: Rating,
): Pick<Memory, 'proven_days' | 'in_row'> {
  if (!previous) return { proven_days: 0, in_row: 0 };
  const { proven_days, in_row } = previous;
  if (rating === Rating.Again) return { proven_days: Math.floor(proven_days / 2), in_row: 0 };
  if (rating === Rating.Hard) return { proven_days, in_row };
  return { proven_days: Math.max(proven_days, daysSinceReview), in_row: in_row + 1 };
}
