import { getSkill, type Task } from '../../../content/index.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import type { Learner } from '../learner/learner.ts';
import { createRelatedFilter, listEasierQuizzes } from '../learner/repair.ts';
import { Abilities, computeExpectedScore } from '../memory/ability.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import type { Memory } from '../memory/memory.ts';
import { computeGuessChance } from '../memory/update-memories.ts';
import { buildPlan, fitItem, listQuestions, orderItems } from '../practice/choose-items.ts';
import { findLevel } from '../practice/practice-task.ts';

const EASIER_ITEMS = 5;
/** As long as other quizzes have items. */
const MAX_ITEMS_OF_QUIZ = 2;
/** A child who has just failed needs questions that it can answer. */
const EASIER_SCORE = 0.9;
/** The child is ready for the quiz when it has answered so many of the easier items, and was expected to. */
const READY_SCORE = 0.8;
const READY_EXPECTED_SCORE = 0.82;
/** How much nearer to `EASIER_SCORE` an item has to be to be chosen before one that is generated, known or about the quiz's skills. */
const GENERATED_BONUS = 0.1;
const STARTED_BONUS = 0.1;
const RELATED_BONUS = 0.5;
const ROUNDING_ERROR = 1e-9;

interface RepairContext {
  readonly memories: readonly Memory[];
  readonly age: number | undefined;
  /** The same seed gives the same items. */
  readonly seed: string;
}

/** Chooses up to five items that prepare for a quiz, of which the child is expected to answer nine of ten. */
export function chooseEasierItems(learner: Learner, quiz: Task, { memories, age, seed }: RepairContext): PlannedItem[] {
  const { content, taskStates } = learner;
  const abilities = new Abilities(memories, { age, skills: content.skills });
  const isRelated = createRelatedFilter(learner, quiz);
  const candidates = listEasierQuizzes(learner, quiz).flatMap((task) => {
    const bonusOfTask = taskStates.has(task.id) ? STARTED_BONUS : 0;
    return listQuestions(task).map((item) => {
      const candidate = fitItem(
        content,
        { task, item },
        { abilities },
        { targetScore: EASIER_SCORE, maxLevel: quiz.difficulty },
      );
      const bonusOfSkill = isRelated({ skills: [getSkill(task, item) ?? ''] }) ? RELATED_BONUS : 0;
      const bonus = bonusOfTask + bonusOfSkill + (content.generators.get(task.id)?.has(item.id) ? GENERATED_BONUS : 0);
      return { ...candidate, distance: Math.abs(candidate.expectedScore - EASIER_SCORE) - bonus };
    });
  });
  const sorted = shuffleBySeed(candidates, seed).sort(
    (a, b) => Math.round(10 * a.distance) - Math.round(10 * b.distance),
  );
  const countBefore = (task: Task, i: number) => sorted.slice(0, i).filter((other) => other.task.id === task.id).length;
  const first = sorted.filter(({ task }, i) => countBefore(task, i) < MAX_ITEMS_OF_QUIZ);
  const others = sorted.filter((candidate) => !first.includes(candidate));
  return buildPlan(orderItems([...first, ...others].slice(0, EASIER_ITEMS), seed));
}

/**
 * Chooses the items of a quiz that the child has missed. `correctItems` are the ids of those that were right when they were last
 * answered. If that is true of all, because the daily practice has asked them since, all are asked again.
 */
export function chooseMissedItems(quiz: Task, correctItems: ReadonlySet<string>): PlannedItem[] {
  const questions = listQuestions(quiz);
  const missed = questions.filter(({ id }) => !correctItems.has(id));
  return buildPlan((missed.length > 0 ? missed : questions).map((item) => ({ task: quiz, item })));
}

/**
 * Whether a round of easier items shows that the child is ready for the quiz: four of five were right, and it was expected. If the items
 * were not easy, all have to be right.
 */
export function isReadyForQuiz(
  { content }: Pick<Learner, 'content'>,
  { plan, score }: { readonly plan: readonly PlannedItem[]; readonly score: number },
  { memories, age }: Omit<RepairContext, 'seed'>,
): boolean {
  const abilities = new Abilities(memories, { age, skills: content.skills });
  const expectedScores = plan.flatMap((planned) => {
    const task = content.tasks.get(planned.task_id);
    const item = task && listQuestions(task).find(({ id }) => id === planned.item_id);
    if (!task || !item) return [];
    const difficulty = getDifficulty(content, task, item.id, findLevel(content, planned));
    const ability = abilities.computeForItem(task, item);
    return [
      computeExpectedScore({ difficulty, guessChance: computeGuessChance(item) }, { ability, retrievability: 1 }),
    ];
  });
  const expectedScore =
    expectedScores.reduce((sum, expected) => sum + expected, 0) / Math.max(1, expectedScores.length);
  return isAllRight({ score }) || (score >= READY_SCORE - ROUNDING_ERROR && expectedScore >= READY_EXPECTED_SCORE);
}

/** Whether each item was right at the first try. */
export function isAllRight({ score }: { readonly score: number }): boolean {
  return score >= 1 - ROUNDING_ERROR;
}
