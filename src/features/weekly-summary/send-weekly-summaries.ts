import { setImmediate } from 'node:timers/promises';
import { toLanguage } from '../../core/text/languages.ts';
import { addDays, countDaysBetween, type Day, getStartOfWeek } from '../../core/time/days.ts';
import { addSeconds, DAY, HOUR } from '../../core/time/instant.ts';
import { forEachBatchYielding } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../platform/context.ts';
import { notifyParent } from '../access/index.ts';
import { loadFamily, type Profile } from '../accounts/index.ts';
import { type ChildSummary, loadChildSummaries } from './load-child-summaries.ts';
import { composeWeeklySummaryEmail } from './weekly-summary-email.ts';
import { claimWeeklySummary, listParentsAfter } from './weekly-summary-store.ts';

const PARENTS_PER_BATCH = 50;
/** How many summaries are composed and stored at a time. Their transactions share a commit on SQLite, and overlap on PostgreSQL. */
const CONCURRENCY = 4;
/** Summaries are sent from Monday noon UTC, when the week has ended in every time zone (gap 97). */
const WEEK_END_DELAY_SECONDS = 12 * HOUR;
/** Later, the advice of the day would stand beside figures of a week that is long over. */
const SENDING_DAYS = 3;
/** How many children of a parent are loaded at a time. Few parents have more. */
const CHILDREN_PER_BATCH = 8;

/**
 * Sends the summary of last week to each parent with a child who was active in that week. Even if several processes run this
 * job, each parent receives the summary only once.
 */
export async function sendWeeklySummaries(ctx: Context, monday = findDueWeek(ctx)): Promise<void> {
  if (monday === undefined) return;
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

/** The Monday of the last week, until a summary of it would be stale. */
function findDueWeek(ctx: Context): Day | undefined {
  const day = addSeconds(ctx.now(), -WEEK_END_DELAY_SECONDS).slice(0, 10);
  const thisMonday = getStartOfWeek(day);
  return countDaysBetween(thisMonday, day) < SENDING_DAYS ? addDays(thisMonday, -7) : undefined;
}

/** Sends one parent's summary. If that fails, the other summaries are still sent, and this one is retried an hour later. */
async function sendWeeklySummary(ctx: Context, parent: Pick<Profile, 'id' | 'email' | 'language'>, monday: Day) {
  try {
    const { childrenWithoutDeletion } = await loadFamily(ctx, parent.id);
    const children: ChildSummary[] = [];
    await forEachBatchYielding(childrenWithoutDeletion, CHILDREN_PER_BATCH, async (batch) => {
      children.push(...(await loadChildSummaries(ctx, batch, monday, toLanguage(parent.language))));
    });
    await ctx.write(async (ctx) => {
      if (!(await claimWeeklySummary(ctx, parent.id, monday))) return;
      // The active child may have been unlinked in the meantime, or its deletion planned.
      if (children.every(({ week }) => week.activeDays === 0)) return;
      const notice = { topic: 'weekly summary', kind: 'other', lifetimeSeconds: 3 * DAY } as const;
      await notifyParent(ctx, parent, notice, (recipient) =>
        composeWeeklySummaryEmail(ctx, recipient, { monday, children, parentId: parent.id }),
      );
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'sending a weekly summary failed; it will be retried in an hour');
  }
}
