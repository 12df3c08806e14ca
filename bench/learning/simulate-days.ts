import { type Content, getWorldStructure, type Task, type World } from '../../src/content/index.ts';
import { addDays, type Day } from '../../src/core/time/days.ts';
import type { Learner } from '../../src/features/learning/learner/learner.ts';
import type { TaskState } from '../../src/features/learning/learner/learner-store.ts';
import { isOffered, isReader } from '../../src/features/learning/learner/reading.ts';
import { computeMaxXp } from '../../src/features/learning/learner/rewards.ts';
import { computeTaskProgress } from '../../src/features/learning/learner/task-status.ts';
import type { Memory } from '../../src/features/learning/memory/memory.ts';
import { toItemSubject, updateMemories } from '../../src/features/learning/memory/update-memories.ts';
import { chooseItems } from '../../src/features/learning/practice/choose-items.ts';
import { buildRoundTask } from '../../src/features/learning/practice/practice-task.ts';
import { computeLevel } from '../../src/features/progress/index.ts';
import { type ChildKind, ForgettingChild } from './forgetting-child.ts';

/** What a simulated child does on one day. */
export interface SimulatedDay {
  readonly minutes: number;
  /** The tasks that the child played for the first time. */
  readonly newTasks: readonly Task[];
  readonly practiceRoundCount: number;
  readonly practicedItemCount: number;
  /** The number of practiced items that were new or due, or that trained a skill that was due. */
  readonly newOrDueItemCount: number;
  /** The items that were asked twice. Generated items do not count, because each draw has other values. */
  readonly repeatedItems: readonly string[];
  /** Whether at the end of the day some task is locked and no task is open. */
  readonly isBlocked: boolean;
}

export interface DaysOptions {
  readonly age: number;
  readonly kind: ChildKind;
  readonly dayCount: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
}

const FIRST_DAY = '2026-03-01';
const MINUTES_A_DAY = 20;
/** The service's limit on rounds of the daily practice a day, and the number of due subjects for which it offers another round. */
const MAX_ROUNDS = 5;
const MIN_DUE_FOR_ANOTHER_ROUND = 5;
/** Later than every day of the simulation. */
const NEVER: Day = '9999-12-31';

/**
 * Simulates a child who plays twenty minutes a day by the rules of the service. Some days begin with one or two rounds of the
 * daily practice, others with a task and then a round. Then the child plays tasks, or further rounds when no task is open. A failed
 * quiz is repeated on another day. Nobody reviews submissions. If a day is longer than twenty minutes, the next day is shorter.
 */
export function simulateDays(content: Content, { dayCount, random, ...options }: DaysOptions): SimulatedDay[] {
  const player = new Player(content, options.age, new ForgettingChild(options.kind, random));
  let excessMinutes = 0;
  return Array.from({ length: dayCount }, (_, dayIndex) => {
    const maxMinutes = Math.max(1, MINUTES_A_DAY - excessMinutes);
    const played = player.playDay(addDays(FIRST_DAY, dayIndex), maxMinutes, Math.floor(3 * random()));
    excessMinutes = Math.max(0, excessMinutes + played.minutes - MINUTES_A_DAY);
    return played;
  });
}

/** What the child has done on the current day so far. */
class DayLog {
  minutes = 0;
  roundCount = 0;
  practicedItemCount = 0;
  newOrDueItemCount = 0;
  readonly day: Day;
  readonly newTasks: Task[] = [];
  readonly playedTasks = new Set<string>();
  readonly askedItems: string[] = [];
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
  /** All tasks, with the tasks of worlds for the child's age first. */
  private readonly tasks: readonly Task[];
  private readonly taskStates = new Map<string, TaskState>();
  private readonly memories = new Map<string, Memory>();
  /** The child's pace, which the service initially assumes to be 0.7. With a higher pace, the child forgets more slowly. */
  private pace = 0.7;
  private xp = 0;

  constructor(content: Content, age: number, child: ForgettingChild) {
    this.content = content;
    this.age = age;
    this.child = child;
    const worlds = [...content.worlds.values()];
    const isForAge = ({ age_min, age_max }: World) => age_min <= age && age <= age_max;
    const sortedWorlds = [...worlds.filter(isForAge), ...worlds.filter((world) => !isForAge(world))];
    this.tasks = sortedWorlds.flatMap((world) => getWorldStructure(content, world).tasks);
  }

  /** Plays for about `maxMinutes`, and begins with up to `firstRoundCount` rounds of the daily practice. */
  playDay(day: Day, maxMinutes: number, firstRoundCount: number): SimulatedDay {
    const log = new DayLog(day);
    for (let round = 0; round < firstRoundCount; round += 1) this.playRound(log);
    if (log.roundCount === 0) {
      this.playNextTask(log);
      this.playRound(log);
    }
    let hasPlayed = true;
    while (hasPlayed && log.minutes < maxMinutes) hasPlayed = this.playNextTask(log) || this.playRound(log);
    const { minutes, newTasks, practicedItemCount, newOrDueItemCount, askedItems } = log;
    const repeatedItems = askedItems.filter((item, i) => askedItems.indexOf(item) !== i);
    const isBlocked = this.isBlocked(log.day);
    return {
      minutes,
      newTasks,
      practiceRoundCount: log.roundCount,
      practicedItemCount,
      newOrDueItemCount,
      repeatedItems,
      isBlocked,
    };
  }

  /** Plays the first open task for this child that was not played today. Returns false if there is no such task. */
  private playNextTask(log: DayLog): boolean {
    const learner = this.getLearner(log.day);
    const task = this.tasks.find(
      (candidate) => !log.playedTasks.has(candidate.id) && isOffered(learner, candidate) && isOpen(learner, candidate),
    );
    if (!task) return false;
    if (!this.taskStates.has(task.id)) log.newTasks.push(task);
    log.playedTasks.add(task.id);
    log.minutes += task.estimated_minutes;
    const items = task.items.filter(({ kind }) => kind !== 'info').map(({ id }) => ({ task, itemId: id }));
    const scores = task.kind === 'quiz' ? this.answer(items, log) : [];
    const isPassed = scores.reduce((sum, score) => sum + score, 0) >= task.pass_score * scores.length;
    this.saveState(task, isPassed, log.day);
    return true;
  }

  /** Plays a round of the daily practice. Returns false if the service would not offer another round. */
  private playRound(log: DayLog): boolean {
    const { day, roundCount } = log;
    const { pace, content } = this;
    const options = { today: day, pace, age: this.age, locale: 'en', seed: `${day} ${roundCount + 1}` };
    const { plan, dueCount } = chooseItems(this.getLearner(day), [...this.memories.values()], options);
    const isOffered =
      plan.length > 0 && roundCount < MAX_ROUNDS && (roundCount === 0 || dueCount >= MIN_DUE_FOR_ANOTHER_ROUND);
    if (!isOffered) return false;
    const items = plan.flatMap(({ task_id, item_id, level }) => {
      const task = content.tasks.get(task_id);
      const isInfo = task?.items.some(({ id, kind }) => id === item_id && kind === 'info');
      return task && !isInfo ? [{ task, itemId: item_id, level }] : [];
    });
    log.roundCount += 1;
    log.minutes += buildRoundTask(content, { id: 'practice', plan, locale: 'en' }).task.estimated_minutes;
    log.practicedItemCount += items.length;
    log.newOrDueItemCount += items.filter((item) => this.isNewOrDue(item, day)).length;
    this.answer(items, log);
    return true;
  }

  private isNewOrDue({ task, itemId }: AskedItem, day: Day): boolean {
    const subjects = [...task.skills, toItemSubject(task.id, itemId)];
    return (
      !this.taskStates.has(task.id) || subjects.some((subject) => (this.memories.get(subject)?.due_on ?? NEVER) <= day)
    );
  }

  /** Answers items, updates the memories and returns the scores. */
  private answer(items: readonly AskedItem[], log: DayLog): number[] {
    const { day } = log;
    const answers = items.map(({ task, itemId, level }) => this.child.answer(task, itemId, day, level));
    const changed = updateMemories([...this.memories.values()], answers, {
      today: day,
      pace: this.pace,
      age: this.age,
      skills: this.content.skills,
    });
    this.pace = changed.pace;
    for (const memory of changed.memories) this.memories.set(memory.subject, memory);
    const authoredItems = items.filter(({ task, itemId }) => !this.content.generators.get(task.id)?.has(itemId));
    log.askedItems.push(...authoredItems.map(({ task, itemId }) => toItemSubject(task.id, itemId)));
    return answers.map(({ score }) => score);
  }

  private saveState(task: Task, isPassed: boolean, day: Day): void {
    const needsApproval = task.kind === 'creative' || task.requires_review;
    const status = isPassed ? (needsApproval ? 'pending_review' : 'completed') : 'in_progress';
    const at = `${day}T08:00:00.000Z`;
    const previousState = this.taskStates.get(task.id);
    if (isPassed) this.xp += computeMaxXp(task) / 2; // less XP than a real child earns, so that levels unlock nothing too early
    this.taskStates.set(task.id, {
      task_id: task.id,
      status,
      attempts_count: (previousState?.attempts_count ?? 0) + 1,
      open_attempt_id: null,
      stars_best: isPassed ? 1 : 0,
      xp_earned: 0,
      started_at: previousState?.started_at ?? at,
      completed_at: isPassed ? at : null,
    });
  }

  private isBlocked(day: Day): boolean {
    const learner = this.getLearner(day);
    const isLocked = (task: Task) => computeTaskProgress(learner, task).status === 'locked';
    return this.tasks.some(isLocked) && !this.tasks.some((task) => isOpen(learner, task));
  }

  /**
   * Builds the learner without completed locations and worlds. They are not needed, because a location opens as soon as all
   * tasks of the previous location are completed or submitted.
   */
  private getLearner(day: Day): Learner {
    const { content, pace, taskStates } = this;
    const { level } = computeLevel(this.xp, content.levels.length);
    const now = `${day}T08:00:00.000Z`;
    return {
      profileId: 'child',
      level,
      reads: isReader({ birth_year: Number(day.slice(0, 4)) - this.age, reads: null }, day),
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

function isOpen(learner: Learner, task: Task): boolean {
  const { status } = computeTaskProgress(learner, task);
  return status === 'available' || status === 'in_progress';
}
