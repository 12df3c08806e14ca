import type { Content, Task } from '../../src/content/index.ts';
import { addDays, countDaysBetween, type Day } from '../../src/core/time/days.ts';
import { addSeconds, MINUTE } from '../../src/core/time/instant.ts';
import type { PlannedItem } from '../../src/features/learning/attempts/attempts-store.ts';
import { isReader, type Learner, toOpenedPlace } from '../../src/features/learning/learner/learner.ts';
import type { PlaceState, TaskState } from '../../src/features/learning/learner/learner-store.ts';
import {
  findRepairedQuiz,
  findRepairStep,
  isRepaired,
  toRepairId,
} from '../../src/features/learning/learner/repair.ts';
import { computeMaxXp, computeStars } from '../../src/features/learning/learner/rewards.ts';
import { Abilities, LOGITS_PER_DIFFICULTY } from '../../src/features/learning/memory/ability.ts';
import {
  computeMastery,
  computeRetrievability,
  type MasteryLevel,
  type Memory,
} from '../../src/features/learning/memory/memory.ts';
import {
  type FirstAnswer,
  toItemSubject,
  updateMemories,
  updateMemoriesByPlacement,
} from '../../src/features/learning/memory/update-memories.ts';
import { chooseFirstStep, isFitting, type NextPractice } from '../../src/features/learning/next/choose-next.ts';
import { choosePlacementItem, listPlacementItems } from '../../src/features/learning/placement/choose-placement.ts';
import { hasEnoughItems, isOldEnough } from '../../src/features/learning/placement/load-placement.ts';
import { listProvenLocations } from '../../src/features/learning/placement/prove-locations.ts';
import { chooseItems, type PracticeChoice } from '../../src/features/learning/practice/choose-items.ts';
import { MIN_DUE_FOR_ANOTHER_ROUND } from '../../src/features/learning/practice/load-practice.ts';
import {
  chooseEasierItems,
  chooseMissedItems,
  isAllRight,
  isReadyForQuiz,
} from '../../src/features/learning/repair/choose-repair.ts';
import { computeLevel } from '../../src/features/progress/index.ts';
import { type ChildKind, computeMean, findSkill, SimulatedChild } from './simulated-child.ts';

/** What a simulated child does on one day. */
export interface SimulatedDay {
  readonly minutes: number;
  /** The tasks that the child played for the first time. */
  readonly newTasks: readonly Task[];
  /** The quizzes among them that were neither too hard nor too easy. */
  readonly fittingQuizzes: readonly Task[];
  /** The answers in quizzes, in the daily practice and in repairs. */
  readonly answers: readonly FirstAnswer[];
  /** The answers in the daily practice. */
  readonly practiced: readonly FirstAnswer[];
  /** The skills that were due when they were asked. */
  readonly reviews: readonly Review[];
  /** The number of practiced items that were new or due, or that trained a skill that was due. */
  readonly newOrDueItemCount: number;
  /** The written items that the daily practice asked twice. Each draw of a generated item has other values. */
  readonly repeatedItems: readonly string[];
  /** The largest number of times that the child has failed a task in a row so far. */
  readonly mostFailures: number;
  /** Whether the service suggested something until the end of the day. */
  readonly hadNextStep: boolean;
}

/** A review of a skill on one day, with the expected and the real probability that the child knows the skill. */
interface Review {
  readonly expectedProbability: number;
  readonly realProbability: number;
  readonly daysLate: number;
}

export interface DaysOptions extends ChildKind {
  readonly dayCount: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
  /** If true (the default), the pace begins at 0.7 and changes with the answers. If false, it stays at 1, the scheduler's default. */
  readonly adaptsPace?: boolean;
  /** Changes an answer before it is graded. */
  readonly changeAnswer?: (answer: FirstAnswer, today: Day) => FirstAnswer;
  /** Is called at the end of each day with the child's memories. */
  readonly onDay?: (today: Day, memories: ReadonlyMap<string, Memory>) => void;
}

/** The days of a child, and what the service knows about the child after them. */
export interface SimulatedDays extends LastDay {
  readonly days: readonly SimulatedDay[];
  readonly pace: number;
  /** The skills: the level of each, and the probability that the child knows it a week later. */
  readonly skills: readonly { readonly level: MasteryLevel; readonly knownProbability: number }[];
  /** The number of skills that are due. */
  readonly dueCount: number;
}

interface LastDay {
  readonly child: SimulatedChild;
  readonly memories: ReadonlyMap<string, Memory>;
  readonly lastDay: Day;
}

const FIRST_DAY = '2026-03-01';
const MINUTES_A_DAY = 20;
/** The service's limit on rounds of the daily practice a day. */
const MAX_ROUNDS = 5;
/** Later than every day of the simulation. */
const NEVER: Day = '9999-12-31';
const PRACTICE = { id: 'practice' } as Task; // the rules read nothing else

/**
 * Simulates a child who does what the service recommends for twenty minutes a day. From six on, the child does a placement before its first
 * task of a subject. Nobody reviews submissions. If a day is longer than twenty minutes, the next day is shorter.
 */
export function simulateDays(content: Content, options: DaysOptions): SimulatedDays {
  const { dayCount, random, onDay } = options;
  const child = new SimulatedChild(content.skills, options, FIRST_DAY, random);
  const player = new Player(content, child, options);
  let excessMinutes = 0;
  const days = Array.from({ length: dayCount }, (_, dayIndex) => {
    const day = addDays(FIRST_DAY, dayIndex);
    const played = player.playDay(day, Math.max(1, MINUTES_A_DAY - excessMinutes));
    excessMinutes = Math.max(0, excessMinutes + played.minutes - MINUTES_A_DAY);
    onDay?.(day, player.memories);
    return played;
  });
  const { memories, pace } = player;
  const lastDay = addDays(FIRST_DAY, dayCount - 1);
  const skills = [...memories.values()].filter(({ subject }) => content.skills.has(subject));
  return {
    child,
    days,
    memories,
    pace,
    lastDay,
    dueCount: skills.filter(({ due_on }) => due_on <= lastDay).length,
    skills: skills.map((memory) => ({
      level: computeMastery(memory),
      knownProbability: child.getRecallProbability(memory.subject, addDays(lastDay, 7)),
    })),
  };
}

/** By how many difficulties the ratings of the subjects differ from the real levels. There are no items for lower and higher levels. */
export function listLevelErrors({ child, memories, lastDay }: LastDay): number[] {
  const clamp = (level: number) => Math.min(Math.max(level, 0.5), 5.5);
  return [...memories.values()]
    .filter(({ subject }) => subject.startsWith('@'))
    .map(({ subject, ability }) =>
      Math.abs(clamp(3 + ability / LOGITS_PER_DIFFICULTY) - clamp(child.getLevel(subject.slice(1), lastDay))),
    );
}

/** Simulates only the placement of a child in a subject, and returns the scores. */
export function simulatePlacement(content: Content, subject: string, options: Omit<DaysOptions, 'dayCount'>) {
  const child = new SimulatedChild(content.skills, options, FIRST_DAY, options.random);
  const player = new Player(content, child, options);
  const scores = player.playPlacement(subject, new DayLog(FIRST_DAY)).map(({ score }) => score);
  return { child, memories: player.memories, lastDay: FIRST_DAY, scores };
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
  readonly practiced: FirstAnswer[] = [];
  readonly reviews: Review[] = [];
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

type PlayerOptions = Omit<DaysOptions, 'dayCount' | 'onDay'>;

/** Plays as a simulated child, and stores what the service would store about the child. */
class Player {
  readonly memories = new Map<string, Memory>();
  /** The child's pace, which the service initially assumes to be 0.7. With a higher pace, the child forgets more slowly. */
  pace = 0.7;
  private readonly content: Content;
  private readonly child: SimulatedChild;
  private readonly options: PlayerOptions;
  private readonly taskStates = new Map<string, TaskState>();
  private readonly openedLocations = new Map<string, PlaceState>();
  private readonly placedSubjects = new Set<string>();
  /** The items of quizzes that were right when they were last answered. */
  private readonly rightItems = new Set<string>();
  /** How often the child has failed each task in a row. */
  private readonly failures = new Map<string, number>();
  private mostFailures = 0;
  private xp = 0;

  constructor(content: Content, child: SimulatedChild, options: PlayerOptions) {
    this.content = content;
    this.child = child;
    this.options = options;
    if (options.adaptsPace === false) this.pace = 1;
  }

  playDay(day: Day, maxMinutes: number): SimulatedDay {
    const log = new DayLog(day);
    let hadNextStep = true;
    while (hadNextStep && log.minutes < maxMinutes) hadNextStep = this.playNextStep(log);
    const { practicedItems } = log;
    const repeatedItems = practicedItems.filter((item, i) => practicedItems.indexOf(item) !== i);
    return { ...log, repeatedItems, mostFailures: this.mostFailures, hadNextStep };
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
    const context = {
      today: day,
      dayStart: `${day}T00:00:00.000Z`,
      locale: 'en',
      age: this.options.age,
      canOpen: log.minutes > 0,
    };
    const step = chooseFirstStep(learner, [...this.memories.values()], practice, context);
    if (!step) return false;
    if (step.opens) this.openedLocations.set(step.opens.id, toOpenedPlace(learner, step.opens));
    const repairedQuiz = findRepairedQuiz(this.content, step.task.id);
    if (step.task === PRACTICE) this.playRound(choice?.plan ?? [], log);
    else if (repairedQuiz) this.playRepair(learner, repairedQuiz, log);
    else {
      const unplaced = step.task.skills
        .flatMap((skill) => this.content.skills.get(skill)?.subject ?? [])
        .find((subject) => !this.placedSubjects.has(subject));
      if (unplaced && isOldEnough(learner, this.getBirthYear(log))) this.playPlacement(unplaced, log);
      else this.playTask(step.task, learner, log);
    }
    return true;
  }

  private chooseRound(learner: Learner, { day, roundCount }: DayLog): PracticeChoice {
    if (roundCount >= MAX_ROUNDS) return { plan: [], dueCount: 0 };
    const options = {
      today: day,
      pace: this.pace,
      age: this.options.age,
      locale: 'en',
      seed: `${day} ${roundCount + 1}`,
    };
    return chooseItems(learner, [...this.memories.values()], options);
  }

  private playRound(plan: readonly PlannedItem[], log: DayLog): void {
    const items = this.toAskedItems(plan);
    log.roundCount += 1;
    log.newOrDueItemCount += items.filter((item) => this.isNewOrDue(item, log.day)).length;
    const written = items.filter(({ task, itemId }) => !this.content.generators.get(task.id)?.has(itemId));
    log.practicedItems.push(...written.map(({ task, itemId }) => toItemSubject(task.id, itemId)));
    log.practiced.push(...this.answerRound(items, log));
  }

  /** The service chooses each question after the last answer. */
  playPlacement(subject: string, log: DayLog): FirstAnswer[] {
    this.placedSubjects.add(subject);
    const { content, memories, pace } = this;
    const { age } = this.options;
    const learner = this.getLearner(log);
    const items = listPlacementItems(learner, subject, 'en');
    if (!hasEnoughItems(items)) return [];
    const known = [...memories.values()];
    const context = { today: log.day, pace, age, skills: content.skills };
    const answers: FirstAnswer[] = [];
    for (;;) {
      const { memories: changed } = updateMemoriesByPlacement(known, answers, context);
      const abilities = new Abilities([...known, ...changed], context);
      const next = choosePlacementItem(items, answers, { abilities, seed: `${subject} ${log.day}`, age });
      if (!next) {
        for (const memory of changed) memories.set(memory.subject, memory);
        for (const location of listProvenLocations(learner, abilities))
          this.openedLocations.set(location.id, toOpenedPlace(learner, location));
        break;
      }
      answers.push(this.child.apply(next.task, next.item.id, log.day, { level: next.difficulty }));
    }
    log.minutes += Math.ceil(answers.length / 2);
    return answers;
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
        : chooseEasierItems(learner, quiz, { memories, age: this.options.age, seed });
    const score = computeMean(this.answerRound(this.toAskedItems(plan), log).map((answer) => answer.score));
    const isReady =
      isRepaired(state) ||
      step === 'missed' ||
      isReadyForQuiz(learner, { plan, score }, { memories, age: this.options.age });
    this.saveState({ id }, { status: isReady ? 'completed' : 'in_progress', stars: 0, isEnded: true }, log);
    if (step === 'missed' && isAllRight({ score })) this.saveState(quiz, { status: 'completed', stars: 1 }, log);
  }

  private playTask(task: Task, learner: Learner, log: DayLog): void {
    const { kind, pass_score, requires_review } = task;
    if (!this.taskStates.has(task.id)) {
      const { age } = this.options;
      const abilities = new Abilities([...this.memories.values()], { age, skills: learner.content.skills });
      if (kind === 'quiz' && isFitting(abilities, task)) log.fittingQuizzes.push(task);
      log.newTasks.push(task);
    }
    log.minutes += task.estimated_minutes;
    const items = task.items.filter((item) => item.kind !== 'info').map(({ id }) => ({ task, itemId: id }));
    const score = kind === 'quiz' ? computeMean(this.answer(items, log).map((answer) => answer.score)) : 1;
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
    const subjects = [findSkill(task, itemId), toItemSubject(task.id, itemId)];
    return (
      !this.taskStates.has(task.id) || subjects.some((subject) => (this.memories.get(subject)?.due_on ?? NEVER) <= day)
    );
  }

  /** Answers the items of a round, each of which takes half a minute. */
  private answerRound(items: readonly AskedItem[], log: DayLog): FirstAnswer[] {
    log.minutes += Math.max(1, Math.ceil(items.length / 2));
    return this.answer(items, log);
  }

  /** Answers items, and updates the memories. */
  private answer(items: readonly AskedItem[], log: DayLog): FirstAnswer[] {
    const { day } = log;
    const { pace, content, memories } = this;
    const { age, adaptsPace = true, changeAnswer = (answer) => answer } = this.options;
    this.recordReviews(items, log);
    const answers = items.map(({ task, itemId, level }) =>
      changeAnswer(this.child.answer(task, itemId, day, level), day),
    );
    const { skills, misconceptions } = content;
    const changed = updateMemories([...memories.values()], answers, { today: day, pace, age, skills, misconceptions });
    if (adaptsPace) this.pace = changed.pace;
    for (const memory of changed.memories) memories.set(memory.subject, memory);
    for (const { itemSubject, score } of answers)
      score === 1 ? this.rightItems.add(itemSubject) : this.rightItems.delete(itemSubject);
    log.answers.push(...answers);
    return answers;
  }

  private recordReviews(items: readonly AskedItem[], { day, reviews }: DayLog): void {
    for (const skill of new Set(items.map(({ task, itemId }) => findSkill(task, itemId)))) {
      const memory = this.memories.get(skill);
      if (!memory || memory.due_on > day) continue;
      reviews.push({
        expectedProbability: computeRetrievability(memory, { today: day, pace: this.pace }),
        realProbability: this.child.getRecallProbability(skill, day),
        daysLate: countDaysBetween(memory.due_on, day),
      });
    }
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
    const { content, pace, taskStates, openedLocations } = this;
    const now = getNow(log);
    return {
      profileId: 'child',
      level: computeLevel(this.xp, content.levels.length).level,
      reads: isReader({ birth_year: this.getBirthYear(log), reads: null }, now),
      pace,
      now,
      content,
      taskStates,
      completedLocations: new Map(),
      completedWorlds: new Map(),
      openedLocations,
    };
  }

  private getBirthYear({ day }: DayLog): number {
    return Number(day.slice(0, 'yyyy'.length)) - this.options.age;
  }
}

function getNow({ day, minutes }: DayLog): string {
  return addSeconds(`${day}T08:00:00.000Z`, minutes * MINUTE);
}
