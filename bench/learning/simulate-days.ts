import { type Content, getWorldStructure, type Task } from '../../src/content/index.ts';
import { addDays, type Day } from '../../src/core/time/days.ts';
import type { Learner } from '../../src/features/learning/learner/learner.ts';
import type { TaskState } from '../../src/features/learning/learner/learner-store.ts';
import { computeMaxXp } from '../../src/features/learning/learner/rewards.ts';
import { computeTaskProgress } from '../../src/features/learning/learner/task-status.ts';
import { toItemSubject } from '../../src/features/learning/memory/first-answers.ts';
import type { Memory } from '../../src/features/learning/memory/scheduler.ts';
import { updateMemories } from '../../src/features/learning/memory/update-memories.ts';
import { chooseItems } from '../../src/features/learning/practice/choose-items.ts';
import { buildPracticeTask } from '../../src/features/learning/practice/practice-task.ts';
import { computeLevel } from '../../src/features/progress/index.ts';
import { type Forgetting, ForgettingChild } from './forgetting-child.ts';

/** What a simulated child has done on one day. */
export interface SimulatedDay {
  readonly minutes: number;
  /** The tasks that the child played for the first time. */
  readonly newTasks: readonly Task[];
  readonly practiceRounds: number;
  /** The number of practised items. */
  readonly practisedItems: number;
  /** The number of practised items that were new, or that were due themselves or trained a skill that was due. */
  readonly newOrDueItems: number;
  /** The items that were asked twice. Generated items do not count, because their numbers differ. */
  readonly repeatedItems: readonly string[];
  /** Whether tasks were locked in the evening while none could be played. */
  readonly isBlocked: boolean;
}

export interface DaysOptions {
  readonly age: number;
  readonly forgetting: Forgetting;
  readonly days: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
}

const FIRST_DAY = '2026-03-01';
const MINUTES_A_DAY = 20;
const MAX_ROUNDS = 5;
const MIN_DUE_FOR_ANOTHER_ROUND = 5;

/**
 * Simulates a child who plays twenty minutes a day by the rules of the service. Some days begin with one or two rounds of the
 * daily practice, others with a task and then a round. Tasks follow, and further rounds when no task is open. A failed quiz is
 * repeated on another day. Nobody reviews submissions. Overtime is deducted from the next day.
 */
export function simulateDays(content: Content, { days, random, ...options }: DaysOptions): SimulatedDay[] {
  const player = new Player(content, options.age, new ForgettingChild(options.forgetting, random));
  let overtime = 0;
  return Array.from({ length: days }, (_, number) => {
    const limit = Math.max(1, MINUTES_A_DAY - overtime);
    const played = player.playDay(addDays(FIRST_DAY, number), limit, Math.floor(3 * random()));
    overtime = Math.max(0, overtime + played.minutes - MINUTES_A_DAY);
    return played;
  });
}

/** What the child has done on the current day so far. */
class Today {
  minutes = 0;
  rounds = 0;
  practisedItems = 0;
  newOrDueItems = 0;
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
}

class Player {
  private readonly content: Content;
  private readonly child: ForgettingChild;
  /** All tasks. Those of the worlds for the child's age come first. */
  private readonly tasks: readonly Task[];
  private readonly states = new Map<string, TaskState>();
  private readonly memories = new Map<string, Memory>();
  private pace = 0.7;
  private xp = 0;

  constructor(content: Content, age: number, child: ForgettingChild) {
    this.content = content;
    this.child = child;
    const worlds = [...content.worlds.values()];
    const [own = [], others = []] = [true, false].map((isOwn) =>
      worlds.filter(({ age_min, age_max }) => (age_min <= age && age <= age_max) === isOwn),
    );
    this.tasks = [...own, ...others].flatMap((world) => getWorldStructure(content, world).tasks);
  }

  playDay(day: Day, limit: number, firstRounds: number): SimulatedDay {
    const today = new Today(day);
    for (let round = 0; round < firstRounds && this.practise(today); round += 1);
    if (today.rounds === 0) {
      this.playNextTask(today);
      this.practise(today);
    }
    while (today.minutes < limit && (this.playNextTask(today) || this.practise(today)));
    const { minutes, newTasks, practisedItems, newOrDueItems, askedItems } = today;
    const repeatedItems = askedItems.filter((item, i) => askedItems.indexOf(item) !== i);
    const isBlocked = this.isBlocked();
    return { minutes, newTasks, practiceRounds: today.rounds, practisedItems, newOrDueItems, repeatedItems, isBlocked };
  }

  /** Plays the first open task that was not played today. Returns false if there is none. */
  private playNextTask(today: Today): boolean {
    const learner = this.getLearner(today.day);
    const task = this.tasks.find(({ id }, i) => !today.playedTasks.has(id) && isOpen(learner, this.tasks[i]));
    if (!task) return false;
    if (!this.states.has(task.id)) today.newTasks.push(task);
    today.playedTasks.add(task.id);
    today.minutes += task.estimated_minutes;
    const items = task.items.filter(({ kind }) => kind !== 'info').map(({ id }) => ({ task, itemId: id }));
    const scores = task.kind === 'quiz' ? this.answer(items, today) : [];
    const passed = scores.reduce((sum, score) => sum + score, 0) >= task.pass_score * scores.length;
    this.saveState(task, passed, today.day);
    return true;
  }

  /** Plays a round of the daily practice. Returns false if the service would not offer another round. */
  private practise(today: Today): boolean {
    const { day, rounds } = today;
    const { pace, content } = this;
    const options = { today: day, pace, locale: 'en', seed: `${day} ${rounds + 1}` };
    const { plan, dueCount } = chooseItems(this.getLearner(day), [...this.memories.values()], options);
    const isOffered = plan.length > 0 && rounds < MAX_ROUNDS && (rounds === 0 || dueCount >= MIN_DUE_FOR_ANOTHER_ROUND);
    if (!isOffered) return false;
    const items = plan.flatMap(({ task_id, item_id }) => {
      const task = content.tasks.get(task_id);
      return task && content.keys.get(task_id)?.items.has(item_id) ? [{ task, itemId: item_id }] : [];
    });
    today.rounds += 1;
    today.minutes += buildPracticeTask(content, { id: 'practice', plan, locale: 'en' }).task.estimated_minutes;
    today.practisedItems += items.length;
    today.newOrDueItems += items.filter((item) => this.isNewOrDue(item, day)).length;
    this.answer(items, today);
    return true;
  }

  private isNewOrDue({ task, itemId }: AskedItem, day: Day): boolean {
    const subjects = [...task.skills, toItemSubject(task.id, itemId)];
    return !this.states.has(task.id) || subjects.some((subject) => (this.memories.get(subject)?.due_on ?? '9') <= day);
  }

  /** Answers items, updates the memories and returns the scores. */
  private answer(items: readonly AskedItem[], today: Today): number[] {
    const { day } = today;
    const answers = items.map(({ task, itemId }) => this.child.answer(task, itemId, day));
    const changed = updateMemories([...this.memories.values()], answers, { today: day, pace: this.pace });
    this.pace = changed.pace;
    for (const memory of changed.memories) this.memories.set(memory.subject, memory);
    const fixed = items.filter(({ task, itemId }) => !this.content.generators.get(task.id)?.has(itemId));
    today.askedItems.push(...fixed.map(({ task, itemId }) => toItemSubject(task.id, itemId)));
    return answers.map(({ score }) => score);
  }

  private saveState(task: Task, passed: boolean, day: Day): void {
    const needsReview = task.kind === 'creative' || task.requires_review;
    const status = passed ? (needsReview ? 'pending_review' : 'completed') : 'in_progress';
    const at = `${day}T08:00:00.000Z`;
    const before = this.states.get(task.id);
    if (passed) this.xp += computeMaxXp(task) / 2; // less XP than a real child earns, so that levels do not unlock anything too early
    this.states.set(task.id, {
      task_id: task.id,
      status,
      attempts_count: (before?.attempts_count ?? 0) + 1,
      open_attempt_id: null,
      stars_best: passed ? 1 : 0,
      xp_earned: 0,
      started_at: before?.started_at ?? at,
      completed_at: passed ? at : null,
    });
  }

  private isBlocked(): boolean {
    const learner = this.getLearner(FIRST_DAY);
    const isLocked = (task: Task) => computeTaskProgress(learner, task).status === 'locked';
    return this.tasks.some(isLocked) && !this.tasks.some((task) => isOpen(learner, task));
  }

  /** Builds the learner. Completed places are left out: the next places also open when all tasks of a place are completed. */
  private getLearner(day: Day): Learner {
    const { content, pace, states: tasks } = this;
    const { level } = computeLevel(this.xp, content.levels.length);
    const now = `${day}T08:00:00.000Z`;
    return { profileId: 'child', level, pace, now, content, tasks, locations: new Map(), worlds: new Map() };
  }
}

function isOpen(learner: Learner, task: Task | undefined): boolean {
  const status = task && computeTaskProgress(learner, task).status;
  return status === 'available' || status === 'in_progress';
}
