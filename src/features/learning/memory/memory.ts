import { default_w, FSRSAlgorithm, Rating } from 'ts-fsrs';
import type { Content, MultilingualText } from '../../../content/index.ts';
import { addDays, countDaysBetween, type Day } from '../../../core/time/days.ts';
import type { MemoryRow } from '../../../schema/tables.ts';

/** How well a child remembers a skill, or an item that the child has missed. */
export type Memory = Omit<MemoryRow, 'profile_id' | OptionalColumn> & Partial<Pick<MemoryRow, OptionalColumn>>;
type OptionalColumn = 'misconceptions' | 'variance';

/** The day of a review, and the child's pace. */
export interface ReviewContext {
  /** The child's local day. */
  readonly today: Day;
  /**
   * How slowly the child forgets: with a pace of 0.5, the child forgets in half the time that the scheduler's model expects.
   * The higher the pace, the slower the child forgets.
   */
  readonly pace: number;
}

/** The longest time between two reviews. */
const MAX_INTERVAL_DAYS = 180;
/** A mastered skill whose items are all easy for the child is only checked, so that practice has room for what it can still learn. */
const MIN_CHECK_DAYS = 60;
const MAX_CHECK_DAYS = 120;

// FSRS is a scheduler for flash cards (decision 0053). These options select whole days, one review a day and no randomness.
// The last weight is the decay of the forgetting curve, and the third the stability after a first right answer. Their defaults, 0.15 and 2.3,
// come from adults who learn with flash cards.
const FIRST_STABILITY = 1;
const algorithm = new FSRSAlgorithm({
  request_retention: 0.9,
  maximum_interval: MAX_INTERVAL_DAYS,
  enable_fuzz: false,
  enable_short_term: false,
  w: [...default_w.slice(0, 2), FIRST_STABILITY, ...default_w.slice(3, 20), 0.5],
});

/** The probability that the child still knows the subject of the memory, 0 to 1. */
export function computeRetrievability(
  { stability, reviewed_on }: Pick<Memory, 'stability' | 'reviewed_on'>,
  { today, pace }: ReviewContext,
): number {
  return algorithm.forgetting_curve(countDaysSince(reviewed_on, today) / pace, stability);
}

/** The number of days since `day`; 0 when the child has moved to a time zone where `day` has not begun yet. */
export function countDaysSince(day: Day, today: Day): number {
  return Math.max(0, countDaysBetween(day, today));
}

type Schedule = Pick<Memory, 'stability' | 'difficulty' | 'reviewed_on' | 'due_on' | 'proven_days' | 'in_row'>;

/**
 * Computes the schedule after the first review of a day. `score` is the average score of the answers, and `isEasy` tells whether the
 * child was sure to know them if it had not forgotten the subject.
 */
export function scheduleReview(
  previous: Memory | undefined,
  { score, isEasy }: { readonly score: number; readonly isEasy: boolean },
  { today, pace }: ReviewContext,
): Schedule {
  const rating = toRating(score);
  const daysSinceReview = previous ? countDaysSince(previous.reviewed_on, today) : 0;
  const { stability, difficulty } = algorithm.next_state(previous ?? null, daysSinceReview / pace, rating);
  // A missed subject is due on the next day, even if the model still considers it stable.
  const intervalDays =
    rating === Rating.Again ? 1 : Math.round(algorithm.next_interval(stability, daysSinceReview) * pace);
  const proven = updateProvenDays(previous, daysSinceReview, rating);
  const isRetired = isEasy && rating === Rating.Good && computeMastery(proven) === 'mastered';
  const [min, max] = isRetired ? [MIN_CHECK_DAYS, MAX_CHECK_DAYS] : [1, MAX_INTERVAL_DAYS];
  const due_on = addDays(today, Math.min(Math.max(intervalDays, min), max));
  return { stability, difficulty, reviewed_on: today, due_on, ...proven };
}

/**
 * Converts a score to a rating. It never returns "Easy": this rating means that the learner found the question trivial,
 * which a score does not show.
 */
function toRating(score: number): Rating.Again | Rating.Hard | Rating.Good {
  if (score < 0.5) return Rating.Again;
  return score < 0.8 ? Rating.Hard : Rating.Good;
}

/**
 * Updates the number of days without practice after which the child still knew the subject, and the number of good reviews in
 * a row. The rating "Again" halves the days and ends the row, and "Hard" changes neither. The first review shows nothing about
 * remembering, so it does not count.
 */
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

/** How well a child knows a skill. */
export const MASTERY_LEVELS = ['new', 'growing', 'steady', 'mastered'] as const;
export type MasteryLevel = (typeof MASTERY_LEVELS)[number];

const STEADY_DAYS = 4;
export const MASTERED_DAYS = 14;
const MASTERED_REVIEWS_IN_ROW = 2;

/**
 * Computes how well a child knows a skill. This depends on what the child has shown (after how many days without
 * practice the child still knew the skill), not on what the scheduler expects.
 */
export function computeMastery(memory: Pick<Memory, 'proven_days' | 'in_row'> | undefined): MasteryLevel {
  if (!memory) return 'new';
  const { proven_days, in_row } = memory;
  if (proven_days >= MASTERED_DAYS && in_row >= MASTERED_REVIEWS_IN_ROW) return 'mastered';
  return proven_days >= STEADY_DAYS ? 'steady' : 'growing';
}

/**
 * The mastery levels that a child reaches only by still knowing a skill after days without practice. The lower levels show only that
 * the child has practiced the skill.
 */
export const PROVEN_LEVELS = ['steady', 'mastered'] as const;

/** A skill that the child knows better than before. */
export interface MasteryGain {
  readonly id: string;
  readonly name: MultilingualText;
  readonly mastery: (typeof PROVEN_LEVELS)[number];
}

/** The skills that have become steady or mastered in an attempt, given the child's memories before and after the attempt. */
export function listMasteryGains(
  { skills }: Content,
  memoriesBefore: readonly Memory[],
  memoriesAfter: readonly Memory[],
): MasteryGain[] {
  const masteryBySubjectBefore = new Map(memoriesBefore.map((memory) => [memory.subject, computeMastery(memory)]));
  return memoriesAfter.flatMap((memory) => {
    const id = memory.subject;
    const name = skills.get(id)?.name; // the subject is an item if there is no such skill
    const mastery = computeMastery(memory);
    if (!name || mastery === 'new' || mastery === 'growing') return [];
    const masteryBefore = masteryBySubjectBefore.get(id) ?? 'new';
    return MASTERY_LEVELS.indexOf(mastery) > MASTERY_LEVELS.indexOf(masteryBefore) ? [{ id, name, mastery }] : [];
  });
}
