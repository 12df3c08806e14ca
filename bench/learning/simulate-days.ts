import type { Content, Task } from '../../src/content/index.ts';
import { addDays, type Day } from '../../src/core/time/days.ts';
import { addSeconds, MINUTE } from '../../src/core/time/instant.ts';
import type { PlannedItem } from '../../src/features/learning/attempts/attempts-store.ts';
import type { Learner } from '../../src/features/learning/learner/learner.ts';
import type { TaskState } from '../../src/features/learning/learner/learner-store.ts';
import { isReader } from '../../src/features/learning/learner/reading.ts';
import {
  findRepairedQuiz,
  findRepairStep,
  isRepaired,
  toRepairId,
} from '../../src/features/learning/learner/repair.ts';
import { computeMaxXp, computeStars } from '../../src/features/learning/learner/rewards.ts';
import { Abilities } from '../../src/features/learning/memory/ability.ts';
import type { Memory } from '../../src/features/learning/memory/memory.ts';
import {
  type FirstAnswer,
  listMemorySubjects,
  toItemSubject,
  updateMemories,
} from '../../src/features/learning/memory/update-memories.ts';
import { chooseFirstStep, isFitting, type NextPractice } from '../../src/features/learning/next/choose-next.ts';
import { chooseItems, type PracticeChoice } from '../../src/features/learning/practice/choose-items.ts';
import { MIN_DUE_FOR_ANOTHER_ROUND } from '../../src/features/learning/practice/load-practice.ts';
import {
  chooseEasierItems,
  chooseMissedItems,
  isAllRight,
  isReadyForQuiz,
} from '../../src/features/learning/repair/choose-repair.ts';
import { computeLevel } from '../../src/features/progress/index.ts';
import { CHILD_KINDS, computeMean, ForgettingChild } from './forgetting-child.ts';

/** What a simulated child does on one day. */
export interface SimulatedDay {
  readonly minutes: number;
  /** The tasks that the child played for the first time. */
  readonly newTasks: readonly Task[];
  /** The quizzes among them that were neither too hard nor too easy. */
  readonly fittingQuizzes: readonly Task[];
  readonly answers: readonly FirstAnswer[];
  /** The number of practiced items that were new or due, or that trained a skill that was due. */
  readonly newOrDueItemCount: number;
  /** The written items that the daily practice asked twice. Each draw of a generated item has other values. */
  readonly repeatedItems: readonly string[];
  /** The largest number of times that the child has failed a task in a row so far. */
  readonly mostFailures: number;
  /** Whether the service suggested something until the end of the day. */
  readonly hadNextStep: boolean;
}

/** The children whose days are simulated: their ages, and by how many difficulties they differ from typical children of their age. */
export const DAY_KINDS = {
  '5, cannot read': { age: 5, difference: 0 },
  '6, middle': { age: 6, difference: 0 },
  '8, struggling': { age: 8, difference: -1 },
  '8, middle': { age: 8, difference: 0 },
  '8, quick': { age: 8, difference: 1 },
  '10, middle': { age: 10, difference: 0 },
  '12, struggling': { age: 12, difference: -1 },
  '12, middle': { age: 12, difference: 0 },
  '12, quick': { age: 12, difference: 1 },
} as const satisfies Record<string, Pick<DaysOptions, 'age' | 'difference'>>;

interface DaysOptions {
  readonly age: number;
  readonly difference: number;
  readonly dayCount: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
}

const FIRST_DAY = '2026-03-01';
const MINUTES_A_DAY = 20;
/** The service's limit on rounds of the daily practice a day. */
const MAX_ROUNDS = 5;
/** The level of typical children of five, and how much it grows in a year. */
const LEVEL_AT_FIVE = 1.2;
const LEVELS_PER_YEAR = 0.47;
/** Later than every day of the simulation. */
const NEVER: Day = '9999-12-31';
const PRACTICE = { id: 'practice' } as Task; // the rules read nothing else

/**
 * Simulates a child who does what the service recommends for twenty minutes a day. Nobody reviews submissions, and the child's ability
 * stays the same. If a day is longer than twenty minutes, the next day is shorter.
 */
export function simulateDays(content: Content, { age, difference, dayCount, random }: DaysOptions): SimulatedDay[] {
  const level = LEVEL_AT_FIVE + LEVELS_PER_YEAR * (age - 5) + difference;
  const child = new ForgettingChild({ ...CHILD_KINDS.middle, ability: 1.6 * (level - 3) }, random);
  const player = new Player(content, age, child);
  let excessMinutes = 0;
  return Array.from({ length: dayCount }, (_, dayIndex) => {
    const played = player.playDay(addDays(FIRST_DAY, dayIndex), Math.max(1, MINUTES_A_DAY - excessMinutes));
    excessMinutes = Math.max(0, excessMinutes + played.minutes - MINUTES_A_DAY);
    return played;
  });
}

/** What the child has done on the current day so far. */
class DayLog {
  minutes = 0;
  roundCount = 0;
  newOrDueItemCount = 0;
  readonly day: Day;
  readonly newTasks: Task[] = [];
  readonly fittingQuizzes: Task[] = [];
  readonly answers: FirstAnswer[] = [];
  readonly practicedItems: string[] = [];
  constructor(day: Day) {
    this.day = day;
  }
}

interface AskedItem {
  readonly task: Task;
  readonly itemId: string;
  readonly level?: number | undefined;
}

/** Plays as a simulated child, and stores what the service would store about the child. */
class Player {
  private readonly content: Content;
  private readonly age: number;
  private readonly child: ForgettingChild;
  private readonly taskStates = new Map<string, TaskState>();
  private readonly memories = new Map<string, Memory>();
  /** The items of quizzes that were right when they were last answered. */
  private readonly rightItems = new Set<string>();
  /** How often the child has failed each task in a row. */
  private readonly failures = new Map<string, number>();
  private mostFailures = 0;
  /** The child's pace, which the service initially assumes to be 0.7. With a higher pace, the child forgets more slowly. */
  private pace = 0.7;
  private xp = 0;

  constructor(content: Content, age: number, child: ForgettingChild) {
    this.content = content;
    this.age = age;
    this.child = child;
  }

  playDay(day: Day, maxMinutes: number): SimulatedDay {
    const log = new DayLog(day);
    let hadNextStep = true;
    while (hadNextStep && log.minutes < maxMinutes) hadNextStep = this.playNextStep(log);
    const { minutes, newTasks, fittingQuizzes, answers, newOrDueItemCount, practicedItems } = log;
    const repeatedItems = practicedItems.filter((item, i) => practicedItems.indexOf(item) !== i);
    const { mostFailures } = this;
    const counts = { minutes, newOrDueItemCount, mostFailures, hadNextStep };
    return { ...counts, newTasks, fittingQuizzes, answers, repeatedItems };
  }

  /** Does what the service recommends. Returns false if it recommends nothing. */
  private playNextStep(log: DayLog): boolean {
    const { day } = log;
    const learner = this.getLearner(log);
    let choice: PracticeChoice | undefined;
    const practice: NextPractice = {
      isOpen: false,
      isDone: log.roundCount > 0,
      build: () => {
        choice ??= this.chooseRound(learner, log);
        const isOffered = log.roundCount === 0 || choice.dueCount >= MIN_DUE_FOR_ANOTHER_ROUND;
        return { task: PRACTICE, isStartable: isOffered && choice.plan.length > 0, dueCount: choice.dueCount };
      },
    };
    const context = { today: day, dayStart: `${day}T00:00:00.000Z`, locale: 'en', age: this.age };
    const step = chooseFirstStep(learner, [...this.memories.values()], practice, context);
    if (!step) return false;
    const repairedQuiz = findRepairedQuiz(this.content, step.task.id);
    if (step.task === PRACTICE) this.playRound(choice?.plan ?? [], log);
    else if (repairedQuiz) this.playRepair(learner, repairedQuiz, log);
    else this.playTask(step.task, learner, log);
    return true;
  }

  private chooseRound(learner: Learner, { day, roundCount }: DayLog): PracticeChoice {
    if (roundCount >= MAX_ROUNDS) return { plan: [], dueCount: 0 };
    const options = { today: day, pace: this.pace, age: this.age, locale: 'en', seed: `${day} ${roundCount + 1}` };
    return chooseItems(learner, [...this.memories.values()], options);
  }

  private playRound(plan: readonly PlannedItem[], log: DayLog): void {
    const items = this.toAskedItems(plan);
    log.roundCount += 1;
    log.newOrDueItemCount += items.filter((item) => this.isNewOrDue(item, log.day)).length;
    const written = items.filter(({ task, itemId }) => !this.content.generators.get(task.id)?.has(itemId));
    log.practicedItems.push(...written.map(({ task, itemId }) => toItemSubject(task.id, itemId)));
    this.answerRound(items, log);
  }

  private playRepair(learner: Learner, quiz: Task, log: DayLog): void {
    const id = toRepairId(quiz.id);
    const state = this.taskStates.get(id);
    const memories = [...this.memories.values()];
    const seed = `${id} ${state?.attempts_count ?? 0}`;
    const step = findRepairStep(learner, quiz);
    const rightItems = new Set(
      quiz.items.map((item) => item.id).filter((itemId) => this.rightItems.has(toItemSubject(quiz.id, itemId))),
    );
    const plan =
      step === 'missed'
        ? chooseMissedItems(quiz, rightItems)
        : chooseEasierItems(learner, quiz, { memories, age: this.age, seed });
    const score = computeMean(this.answerRound(this.toAskedItems(plan), log));
    const isReady =
      isRepaired(state) || step === 'missed' || isReadyForQuiz(learner, { plan, score }, { memories, age: this.age });
    this.saveState({ id }, { status: isReady ? 'completed' : 'in_progress', stars: 0, isEnded: true }, log);
    if (step === 'missed' && isAllRight({ score })) this.saveState(quiz, { status: 'completed', stars: 1 }, log);
  }

  private playTask(task: Task, learner: Learner, log: DayLog): void {
    const { kind, pass_score, requires_review } = task;
    if (!this.taskStates.has(task.id)) {
      const abilities = new Abilities([...this.memories.values()], { age: this.age, skills: learner.content.skills });
      if (kind === 'quiz' && isFitting(abilities, task)) log.fittingQuizzes.push(task);
      log.newTasks.push(task);
    }
    log.minutes += task.estimated_minutes;
    const items = task.items.filter((item) => item.kind !== 'info').map(({ id }) => ({ task, itemId: id }));
    const score = kind === 'quiz' ? computeMean(this.answer(items, log)) : 1;
    const isPassed = score >= pass_score;
    const needsApproval = kind === 'creative' || requires_review;
    const wasCompleted = this.taskStates.get(task.id)?.status === 'completed';
    const status =
      wasCompleted || (isPassed && !needsApproval) ? 'completed' : isPassed ? 'pending_review' : 'in_progress';
    const failures = isPassed ? 0 : (this.failures.get(task.id) ?? 0) + 1;
    this.failures.set(task.id, failures);
    this.mostFailures = Math.max(this.mostFailures, failures);
    // Less XP than a real child earns, so that levels unlock nothing too early.
    if (isPassed && !wasCompleted) this.xp += computeMaxXp(task) / 2;
    this.saveState(task, { status, stars: isPassed ? computeStars(score, pass_score) : 0 }, log);
  }

  private toAskedItems(plan: readonly PlannedItem[]): AskedItem[] {
    return plan.flatMap(({ task_id, item_id, level }) => {
      const task = this.content.tasks.get(task_id);
      const isInfo = task?.items.some(({ id, kind }) => id === item_id && kind === 'info');
      return task && !isInfo ? [{ task, itemId: item_id, level }] : [];
    });
  }

  private isNewOrDue({ task, itemId }: AskedItem, day: Day): boolean {
    const subjects = [...task.skills, toItemSubject(task.id, itemId)];
    return (
      !this.taskStates.has(task.id) || subjects.some((subject) => (this.memories.get(subject)?.due_on ?? NEVER) <= day)
    );
  }

  /** Answers the items of a round, each of which takes half a minute. */
  private answerRound(items: readonly AskedItem[], log: DayLog): number[] {
    log.minutes += Math.max(1, Math.ceil(items.length / 2));
    return this.answer(items, log);
  }

  /** Answers items, updates the memories and returns the scores. */
  private answer(items: readonly AskedItem[], log: DayLog): number[] {
    const { day } = log;
    const { pace, age, content, memories } = this;
    const answers = items.map(({ task, itemId, level }) => this.child.answer(task, itemId, day, level));
    const sources = new Map(
      items.map(({ task, itemId }) => [`${task.id} ${itemId}`, { task, item_id: itemId, difficulty: 0 }] as const),
    );
    const known = listMemorySubjects(content, sources).flatMap((subject) => memories.get(subject) ?? []);
    const changed = updateMemories(known, answers, { today: day, pace, age, skills: content.skills });
    this.pace = changed.pace;
    for (const memory of changed.memories) memories.set(memory.subject, memory);
    for (const { itemSubject, score } of answers)
      score === 1 ? this.rightItems.add(itemSubject) : this.rightItems.delete(itemSubject);
    log.answers.push(...answers);
    return answers.map(({ score }) => score);
  }

  /** `isEnded` sets the end of a round of a repair, whatever its status is. */
  private saveState(
    { id }: Pick<Task, 'id'>,
    { status, stars, isEnded = false }: { status: TaskState['status']; stars: number; isEnded?: boolean },
    log: DayLog,
  ): void {
    const at = getNow(log);
    const previous = this.taskStates.get(id);
    this.taskStates.set(id, {
      task_id: id,
      status,
      attempts_count: (previous?.attempts_count ?? 0) + 1,
      open_attempt_id: null,
      stars_best: Math.max(previous?.stars_best ?? 0, stars),
      xp_earned: 0,
      started_at: previous?.started_at ?? at,
      completed_at: isEnded ? at : (previous?.completed_at ?? (status === 'completed' ? at : null)),
    });
  }

  /**
   * Builds the learner without completed locations and worlds. They are not needed, because a location opens as soon as all
   * tasks of the previous location are completed or submitted.
   */
  private getLearner(log: DayLog): Learner {
    const { content, pace, taskStates, age } = this;
    const now = getNow(log);
    return {
      profileId: 'child',
      level: computeLevel(this.xp, content.levels.length).level,
      reads: isReader({ birth_year: Number(now.slice(0, 4)) - age, reads: null }, now),
      pace,
      now,
      content,
      taskStates,
      completedLocations: new Map(),
      completedWorlds: new Map(),
      openedLocations: new Map(),
    };
  }
}

function getNow({ day, minutes }: DayLog): string {
  return addSeconds(`${day}T08:00:00.000Z`, minutes * MINUTE);
}
