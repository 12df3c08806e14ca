import { setImmediate } from 'node:timers/promises';
import { toLanguage } from '../../core/text/languages.ts';
import { addDays, type Day, getStartOfWeek, toLocalDay } from '../../core/time/days.ts';
import { addSeconds, DAY, HOUR, toWholeMinutes } from '../../core/time/instant.ts';
import { forEachBatchYielding, forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../platform/context.ts';
import { notifyParent } from '../access/index.ts';
import { formatNameForEmail, loadFamily, type Profile } from '../accounts/index.ts';
import { formatQuestions, loadAdvice } from '../learning/index.ts';
import { getChildTimeZone, listDailyStats } from '../progress/index.ts';
import { type ChildWeek, composeWeeklySummaryEmail } from './weekly-summary-email.ts';
import { createUnsubscribeToken } from './weekly-summary-settings.ts';
import { claimWeeklySummary, listParentsAfter } from './weekly-summary-store.ts';

const PARENTS_PER_BATCH = 50;
/** How many summaries are composed and stored at a time. Their transactions share a commit on SQLite, and overlap on PostgreSQL. */
const CONCURRENCY = 8;
/** Summaries are sent from Monday noon UTC, when the week has ended in every time zone (gap 97). */
const WEEK_END_DELAY_SECONDS = 12 * HOUR;
const QUESTIONS_PER_CHILD = 2;

/**
 * Sends the summary of last week to each parent with a child who was active in that week. Even if several processes run this
 * job, each parent receives the summary only once.
 */
export async function sendWeeklySummaries(ctx: Context): Promise<void> {
  const monday = addDays(getStartOfWeek(addSeconds(ctx.now(), -WEEK_END_DELAY_SECONDS).slice(0, 10)), -7);
  let lastId = '';
  for (;;) {
    const parents = await listParentsAfter(ctx, monday, lastId, PARENTS_PER_BATCH);
    await setImmediate();
    const dueParents = parents.filter(({ isDue }) => isDue);
    await forEachBatchYielding(dueParents, CONCURRENCY, (batch) =>
      Promise.all(batch.map((parent) => sendWeeklySummary(ctx, parent, monday))),
    );
    const lastParent = parents.at(-1);
    if (!lastParent || parents.length < PARENTS_PER_BATCH) return;
    lastId = lastParent.id;
  }
}

/** Sends one parent's summary. If that fails, the other summaries are still sent, and this one is retried an hour later. */
async function sendWeeklySummary(ctx: Context, parent: Pick<Profile, 'id' | 'email' | 'language'>, monday: Day) {
  try {
    const { childrenWithoutDeletion } = await loadFamily(ctx, parent.id);
    const childWeeks: ChildWeek[] = [];
    await forEachYieldingToEventLoop(childrenWithoutDeletion, async (child) => {
      childWeeks.push(await loadChildWeek(ctx, child, monday, parent.language));
    });
    await ctx.write(async (ctx) => {
      if (!(await claimWeeklySummary(ctx, parent.id, monday))) return;
      // The active child may have been unlinked in the meantime, or its deletion planned.
      if (childWeeks.every(({ activeDayCount }) => activeDayCount === 0)) return;
      const notice = { topic: 'weekly summary', kind: 'other', lifetimeSeconds: 3 * DAY } as const;
      await notifyParent(ctx, parent, notice, (recipient) =>
        composeWeeklySummaryEmail(ctx, recipient, {
          monday,
          childWeeks,
          unsubscribeToken: createUnsubscribeToken(ctx, parent.id),
        }),
      );
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'sending a weekly summary failed; it will be retried in an hour');
  }
}

async function loadChildWeek(ctx: Context, child: Profile, monday: Day, parentLocale: string): Promise<ChildWeek> {
  const days = await listDailyStats(ctx, child.id, monday, addDays(monday, 6));
  const previousDays = await listDailyStats(ctx, child.id, addDays(monday, -7), addDays(monday, -1));
  const sum = (rows: typeof days, key: 'xp' | 'tasks' | 'seconds') => rows.reduce((total, day) => total + day[key], 0);
  const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
  const { questions } = await loadAdvice(ctx, { id: child.id, today }); // the same advice as in the panel
  return {
    name: formatNameForEmail(child),
    activeDayCount: days.filter(({ active }) => active).length,
    xp: sum(days, 'xp'),
    previousWeekXp: sum(previousDays, 'xp'),
    taskCount: sum(days, 'tasks'),
    minutes: toWholeMinutes(sum(days, 'seconds')),
    questions: formatQuestions(ctx.content.current, questions, QUESTIONS_PER_CHILD, toLanguage(parentLocale)),
  };
}
