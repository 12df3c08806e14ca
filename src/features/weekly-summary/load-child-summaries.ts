import { setImmediate } from 'node:timers/promises';
import type { Misconception, MultilingualText } from '../../content/index.ts';
import { addDays, countDaysBetween, type Day, toLocalDay, toUtcMidnight } from '../../core/time/days.ts';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Profile } from '../accounts/index.ts';
import {
  type Advice,
  countPendingSubmissionsByChild,
  describeQuestion,
  findHomeActivity,
  findShownMisconception,
  findSkillOfMisconception,
  listRepeatedMisconceptions,
  loadAdviceByChild,
  type QuestionInWords,
  type ShownMisconception,
} from '../learning/index.ts';
import { type ChildWeek, listWeeksByChild } from '../progress/index.ts';
import {
  findDueDay,
  listPlannedDays,
  listTodosFinishedBetween,
  listTodosOfDay,
  listTodosUntil,
  type Todo,
} from '../todos/index.ts';

/** What a weekly summary says about a child. */
export interface ChildSummary extends ChildWeek {
  readonly child: Profile;
  /** The advice of the panel. */
  readonly advice: Advice;
  /** What the wrong answers to the questions of the focus show. */
  readonly shown: ShownMisconception | undefined;
  /** What a family can do in two minutes for the skill of the focus. */
  readonly activity: Misconception['activity'] | undefined;
  /** A misconception that keeps coming back besides. */
  readonly repeated: Misconception | undefined;
  /** A misconception that the child has overcome, with the name of its skill. */
  readonly overcome: (Misconception & { readonly skill: MultilingualText }) | undefined;
  /** The question of the focus of the advice, in the parent's language. */
  readonly question: QuestionInWords | undefined;
  readonly waitingWorkCount: number;
  readonly waitingTodoCount: number;
  /** The rewards for which the child asks. */
  readonly waitingRewardCount: number;
  /** How many to-dos were finished in the week. */
  readonly finishedTodoCount: number;
  /** The titles of the to-dos of the next week, each with the days from today on which it is due, and since when it is overdue. */
  readonly nextTodos: readonly { readonly title: string; readonly days: readonly Day[]; readonly openSince?: Day }[];
  /** The number of days from today until the end of the next week. */
  readonly nextDayCount: number;
}

/**
 * Loads what a summary of the week that begins on `monday` says about these children. The number of statements does not depend on the
 * number of children.
 */
export async function loadChildSummaries(
  ctx: Context,
  children: readonly Profile[],
  monday: Day,
  locale: string,
): Promise<ChildSummary[]> {
  const ids = children.map(({ id }) => id);
  const weeks = await listWeeksByChild(ctx, ids, monday);
  const days = children.map(({ id, birth_year }) => ({ id, birth_year, today: weeks.get(id)?.today ?? monday }));
  const advice = await loadAdviceByChild(ctx, days);
  await setImmediate();
  const todos = await listTodosOfDay(ctx, days);
  const workCounts = await countPendingSubmissionsByChild(ctx, ids);
  const nextSunday = addDays(monday, 13);
  await setImmediate(); // long lists take SQLite milliseconds, so other requests run before and after this one
  const plannedTodos = await listTodosUntil(ctx, ids, nextSunday);
  // The period is long enough for every time zone.
  const finishedTodos = await listTodosFinishedBetween(ctx, ids, {
    from: addSeconds(toUtcMidnight(monday), -DAY),
    before: addSeconds(toUtcMidnight(monday), 8 * DAY),
  });
  await setImmediate();
  return children.flatMap((child) => {
    const [week, childAdvice, childTodos] = [weeks.get(child.id), advice.get(child.id), todos.get(child.id)];
    if (!week || !childAdvice || !childTodos) return []; // there is one of each for every child
    const { today, timeZone } = week;
    const finished = finishedTodos.filter(({ profile_id, completed_at }) => {
      const day = toLocalDay(completed_at, timeZone);
      return profile_id === child.id && day >= monday && day < addDays(monday, 7);
    });
    const next = plannedTodos.filter(({ profile_id, paused_at }) => profile_id === child.id && paused_at === null);
    const { question, skill } = childAdvice.focus ?? {};
    const content = ctx.content.current;
    const shown = skill && findShownMisconception(content, childAdvice, skill.id);
    const [overcome] = childAdvice.overcome;
    return [
      {
        ...week,
        child,
        advice: childAdvice,
        shown,
        activity: skill && findHomeActivity(content, skill.id, childAdvice),
        repeated: listRepeatedMisconceptions(content, childAdvice, shown)[0],
        overcome: overcome && { ...overcome, skill: findSkillOfMisconception(content, overcome, childAdvice) },
        question: question && describeQuestion(ctx, question, locale),
        waitingWorkCount: workCounts.get(child.id) ?? 0,
        waitingTodoCount: childTodos.waitingCount,
        waitingRewardCount: childTodos.requestCount,
        finishedTodoCount: finished.length,
        nextTodos: next.map((todo) => toNextTodo(todo, today, nextSunday)),
        nextDayCount: countDaysBetween(today, nextSunday) + 1,
      },
    ];
  });
}

function toNextTodo(todo: Todo, today: Day, lastDay: Day): ChildSummary['nextTodos'][number] {
  const { title } = todo;
  const [dueDay, days] = [findDueDay(todo, today), listPlannedDays(todo, today, lastDay)];
  if (dueDay === null || dueDay >= today) return { title, days };
  return { title, days: days.filter((day) => day > today), openSince: dueDay };
}
