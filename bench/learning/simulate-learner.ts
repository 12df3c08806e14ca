import { type Content, getWorldStructure, type Task } from '../../src/content/index.ts';
import { addDays, countDaysBetween, type Day } from '../../src/core/time/days.ts';
import type { PlannedItem } from '../../src/features/learning/attempts/attempts-store.ts';
import type { Learner } from '../../src/features/learning/learner/learner.ts';
import type { TaskState } from '../../src/features/learning/learner/learner-store.ts';
import { Abilities, computeExpectedScore } from '../../src/features/learning/memory/ability.ts';
import {
  computeMastery,
  computeRetrievability,
  type MasteryLevel,
  type Memory,
} from '../../src/features/learning/memory/memory.ts';
import {
  computeGuessChance,
  type FirstAnswer,
  updateMemories,
} from '../../src/features/learning/memory/update-memories.ts';
import { chooseItems } from '../../src/features/learning/practice/choose-items.ts';
import { type ChildKind, computeMean, ForgettingChild } from './forgetting-child.ts';

/** A review of a skill on one day, with the expected and the real probability that the child knows the skill. */
interface Review {
  readonly expectedProbability: number;
  readonly realProbability: number;
  readonly daysLate: number;
}

export interface SimulatedLearning {
  readonly reviews: readonly Review[];
  /** The answers in the daily practice. */
  readonly practiced: readonly FirstAnswer[];
  /** The number of practiced items on each day that was not skipped. */
  readonly itemCounts: readonly number[];
  /** The skills on the last day: the level of each, and the probability that the child knows it a week later. */
  readonly skills: readonly { readonly level: MasteryLevel; readonly knownProbability: number }[];
  /** The number of skills that are due on the last day. */
  readonly dueCount: number;
  /** What the service stores on the last day. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** The child's pace on the last day. */
  readonly pace: number;
}

const FIRST_DAY = '2026-03-01';
const DAYS_PER_NEW_QUIZ = 2;
/** The child is at school, and does not learn in worlds for younger children. */
const MIN_AGE_MAX = 8;
const TARGET_SCORE_OF_QUIZ = 0.83;
const SKIPPED_DAY_CHANCE = 1 / 8;
const SECOND_ROUND_CHANCE = 0.7;
const MIN_DUE_FOR_SECOND_ROUND = 5;

export interface SimulationOptions {
  readonly kind: ChildKind;
  readonly dayCount: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
  /** If true (the default), the pace begins at 0.7 and changes with the answers. If false, it stays at 1, the scheduler's default. */
  readonly adaptsPace?: boolean;
  /** Changes an answer before it is graded. */
  readonly changeAnswer?: (answer: FirstAnswer, today: Day) => FirstAnswer;
  /** Is called at the end of each day that was not skipped, with the child's memories. */
  readonly onDay?: (today: Day, memories: ReadonlyMap<string, Memory>) => void;
}

/**
 * Simulates a child who does nothing on one day in eight. On all other days, the child practices by the rules of the service, and on
 * every second day also completes a new quiz.
 */
export function simulateLearner(
  content: Content,
  { kind, dayCount, random, adaptsPace = true, changeAnswer = (answer) => answer, onDay }: SimulationOptions,
): SimulatedLearning {
  const quizzes = [...content.worlds.values()]
    .filter(({ age_max }) => age_max >= MIN_AGE_MAX)
    .flatMap((world) => getWorldStructure(content, world).tasks.filter(isQuiz));
  const child = new ForgettingChild(kind, random);
  const reviews: Review[] = [];
  const practiced: FirstAnswer[] = [];
  const itemCounts: number[] = [];
  let memories = new Map<string, Memory>();
  let pace = adaptsPace ? 0.7 : 1;
  const taskStates = new Map<string, TaskState>();

  const answer = (task: Task, itemId: string, today: Day, level?: number) =>
    changeAnswer(child.answer(task, itemId, today, level), today);
  const saveAnswers = (answers: readonly FirstAnswer[], today: string) => {
    const changed = updateMemories([...memories.values()], answers, {
      today,
      pace,
      age: undefined,
      skills: content.skills,
      misconceptions: content.misconceptions,
    });
    if (adaptsPace) pace = changed.pace;
    memories = new Map([...memories, ...changed.memories.map((memory) => [memory.subject, memory] as const)]);
  };
  const recordDueReviews = (tasks: readonly Task[], today: string) => {
    for (const skill of new Set(tasks.flatMap(({ skills }) => skills))) {
      const memory = memories.get(skill);
      if (!memory || memory.due_on > today) continue;
      reviews.push({
        expectedProbability: computeRetrievability(memory, { today, pace }),
        realProbability: child.getRecallProbability(skill, today),
        daysLate: countDaysBetween(memory.due_on, today),
      });
    }
  };
  const getTasks = (plan: readonly PlannedItem[]) => plan.flatMap(({ task_id }) => content.tasks.get(task_id) ?? []);
  const chooseItemsOfRound = (today: string, round: number) =>
    chooseItems(createLearner(content, taskStates, pace), [...memories.values()], {
      today,
      pace,
      age: undefined,
      locale: 'en',
      seed: `${today} ${round}`,
    });

  /** The new quiz that home would suggest: the one whose expected score is nearest to the target. */
  const findFittingQuiz = () => {
    const abilities = new Abilities([...memories.values()], { skills: content.skills, age: undefined });
    const computeDistance = ({ skills, items, difficulty }: Task) => {
      const ability = abilities.compute(skills);
      const guessChance = computeMean(items.map(computeGuessChance));
      const score = computeExpectedScore({ difficulty, guessChance }, { ability, retrievability: 1 });
      return Math.abs(score - TARGET_SCORE_OF_QUIZ);
    };
    const open = quizzes
      .filter(({ id }) => !taskStates.has(id))
      .map((quiz) => ({ quiz, distance: computeDistance(quiz) }));
    return open.sort((a, b) => Math.round(20 * a.distance) - Math.round(20 * b.distance))[0]?.quiz;
  };

  const playQuiz = (quiz: Task, today: Day) => {
    recordDueReviews([quiz], today);
    taskStates.set(quiz.id, {
      task_id: quiz.id,
      status: 'completed',
      attempts_count: 1,
      open_attempt_id: null,
      stars_best: 3,
      xp_earned: 0,
      started_at: `${today}T08:00:00.000Z`,
      completed_at: `${today}T08:00:00.000Z`,
    });
    saveAnswers(
      quiz.items.map(({ id }) => answer(quiz, id, today)),
      today,
    );
  };

  for (let dayIndex = 0; dayIndex < dayCount; dayIndex += 1) {
    const today = addDays(FIRST_DAY, dayIndex);
    let itemCount = 0;
    if (random() < SKIPPED_DAY_CHANCE) continue;
    for (let round = 1; round <= 2; round += 1) {
      const { plan, dueCount } = chooseItemsOfRound(today, round);
      if (plan.length === 0 || (round === 2 && (dueCount < MIN_DUE_FOR_SECOND_ROUND || random() > SECOND_ROUND_CHANCE)))
        break;
      recordDueReviews(getTasks(plan), today);
      const answers = plan.flatMap(({ task_id, item_id, level }) => {
        const task = content.tasks.get(task_id);
        return task && content.taskKeys.get(task_id)?.itemKeys.has(item_id)
          ? [answer(task, item_id, today, level)]
          : [];
      });
      saveAnswers(answers, today);
      practiced.push(...answers);
      itemCount += answers.length;
    }
    itemCounts.push(itemCount);
    const quiz = dayIndex % DAYS_PER_NEW_QUIZ === 0 ? findFittingQuiz() : undefined;
    if (quiz) playQuiz(quiz, today);
    onDay?.(today, memories);
  }

  const lastDay = addDays(FIRST_DAY, dayCount - 1);
  const skills = [...memories.values()].filter(({ subject }) => content.skills.has(subject));
  return {
    reviews,
    practiced,
    itemCounts,
    pace,
    memories,
    dueCount: skills.filter(({ due_on }) => due_on <= lastDay).length,
    skills: skills.map((memory) => ({
      level: computeMastery(memory),
      knownProbability: child.getRecallProbability(memory.subject, addDays(lastDay, 7)),
    })),
  };
}

function isQuiz({ kind, items }: Task): boolean {
  return kind === 'quiz' && items.every((item) => item.kind !== 'info');
}

/** Creates a learner for whom every world and location is unlocked. */
export function createLearner(content: Content, taskStates: Learner['taskStates'], pace: number): Learner {
  const toCompletedEntry = (kind: 'location' | 'world') => (id: string) =>
    [id, { place_id: id, kind, xp_earned: 0, completed_at: '' }] as const;
  return {
    profileId: 'child',
    level: 50, // the highest
    reads: true,
    pace,
    now: '2100-01-01T00:00:00.000Z', // after every `opens_at`
    content,
    taskStates,
    completedLocations: new Map([...content.locations.keys()].map(toCompletedEntry('location'))),
    completedWorlds: new Map([...content.worlds.keys()].map(toCompletedEntry('world'))),
    openedLocations: new Map(),
  };
}
