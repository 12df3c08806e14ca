import type { SavedAnswer } from '../attempts/attempts-store.ts';
import type { AttemptTask } from '../attempts/drawn-items.ts';
import type { GradedItem } from '../learner/learner-store.ts';
import { computeStars } from '../learner/rewards.ts';
import type { AnswerGrade } from './grade-item.ts';
import { gradeItem } from './grade-item.ts';

export interface TaskGrade {
  readonly passed: boolean;
  /** 0 to 1. */
  readonly score: number;
  readonly points: number;
  readonly max_points: number;
  readonly stars: number;
  /** One entry for every item that has an answer key, answered or not. */
  readonly items: readonly GradedItem[];
}

/**
 * Grades the answers to all items of a task. Items that have already been graded keep their grades. If no item has an answer
 * key, the task is always passed with three stars.
 */
export function gradeTask(
  { task, itemKeys }: AttemptTask,
  {
    answers,
    grades,
  }: { readonly answers: readonly SavedAnswer[]; readonly grades: Readonly<Record<string, AnswerGrade>> },
): TaskGrade {
  const responses = new Map(answers.map(({ item_id, response }) => [item_id, response]));
  const gradedItems = task.items.flatMap((item) => {
    const key = itemKeys.get(item.id);
    if (!key) return [];
    const response = responses.get(item.id);
    const earlierGrade = grades[item.id];
    const grade = earlierGrade ? toGrade(earlierGrade) : gradeItem(item, key, response);
    return [{ item_id: item.id, response, weight: item.points, ...grade }];
  });
  const max_points = gradedItems.reduce((sum, { weight }) => sum + weight, 0);
  const points = gradedItems.reduce((sum, { weight, score }) => sum + weight * score, 0);
  const score = max_points === 0 ? 1 : Math.min(1, points / max_points);
  const stars = computeStars(score, task.pass_score);
  return { passed: stars > 0, score, points, max_points, stars, items: gradedItems };
}

function toGrade({ score, correct, first }: AnswerGrade): Pick<GradedItem, 'score' | 'correct' | 'first'> {
  return { score, correct, first };
}
