import { addSeconds, type Instant, MINUTE } from '../../core/time/instant.ts';
import { forEachBatchYielding } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../platform/context.ts';
import { type PushResult, sendPush } from '../../platform/push/push.ts';
import { findProfile, loadFamily, type Profile } from '../accounts/index.ts';
import {
  claimSubscription,
  type DueSubscription,
  deleteSubscription,
  findPushTarget,
  findQuietEnd,
  finishSubscription,
  getNotificationSettings,
  getSecondsUntilRetry,
  listDueSubscriptions,
  MAX_AGE_SECONDS,
  MIN_GAP_SECONDS,
  type NotificationSettings,
  type Occasion,
  postponeSubscription,
} from '../notifications/index.ts';
import { getLatestTimeZone } from '../progress/index.ts';
import { getChildDay, isDoneFor, listWaitingChildren } from './children-state.ts';
import { composeNewsMessage, composeTestMessage, type News } from './compose-message.ts';
import { sendDailyEmails } from './daily-email.ts';

const DUE_PER_RUN = 100;
/** How many messages are sent at a time. */
const CONCURRENCY = 10;
/** How long a subscription is claimed: no other process claims it during this time. */
const LEASE_SECONDS = MINUTE;

/**
 * Tells parents in their browsers, and by the email of the day, what is due. Every process does, and a message is sent once. A
 * message that fails does not stop the others.
 */
export async function deliverNotifications(ctx: Context): Promise<void> {
  await forEachBatchYielding(await listDueSubscriptions(ctx, DUE_PER_RUN), CONCURRENCY, (batch) =>
    Promise.all(
      batch.map((due) =>
        deliver(ctx, due).catch((error) => ctx.log.error({ err: error }, 'a push message failed; it will be retried')),
      ),
    ),
  );
  await sendDailyEmails(ctx);
}

/** What to do with a subscription that is due: wait, forget what was noted, or send. */
type Plan =
  | { readonly waitUntil: Instant }
  | { readonly message?: object; readonly occasions: readonly (Occasion | 'test')[]; readonly toldDone?: string };

async function deliver(ctx: Context, due: DueSubscription): Promise<void> {
  const claimed = await ctx.write((ctx) => claimSubscription(ctx, due, addSeconds(ctx.now(), LEASE_SECONDS)));
  if (!claimed) return;
  const plan = await makePlan(ctx, claimed);
  if ('waitUntil' in plan) {
    const { waitUntil: dueAt } = plan;
    return ctx.write((ctx) => postponeSubscription(ctx, claimed, { dueAt, tries: due.tries }));
  }
  const { message, occasions, toldDone } = plan;
  if (!message) return ctx.write((ctx) => finishSubscription(ctx, claimed, occasions));
  const target = findPushTarget(ctx, claimed);
  const result: PushResult = target ? await sendPush(ctx, target, message) : { outcome: 'gone' };
  report(ctx, result, claimed, target && new URL(target.endpoint).hostname);
  await ctx.write(async (ctx) => {
    if (result.outcome === 'gone') return deleteSubscription(ctx, claimed.profile_id, claimed.id);
    if (result.outcome !== 'retry') {
      const told = occasions.includes('test') ? {} : { told_at: ctx.now(), told_done: toldDone };
      return finishSubscription(ctx, claimed, occasions, result.outcome === 'sent' ? told : {});
    }
    const backoff = addSeconds(ctx.now(), getSecondsUntilRetry(claimed.tries));
    const dueAt = result.retryAt !== undefined && result.retryAt > backoff ? result.retryAt : backoff;
    return postponeSubscription(ctx, claimed, { dueAt, tries: claimed.tries });
  });
}

/** The log names the push service, but not the browser: whoever knows its endpoint could send to it. */
function report({ log, metrics }: Context, result: PushResult, { tries }: DueSubscription, service?: string): void {
  const outcomes = { sent: 'sent', gone: 'gone', refused: 'dropped', retry: 'deferred' } as const;
  const outcome = outcomes[result.outcome];
  metrics.countPush(outcome);
  const level = outcome === 'sent' ? 'info' : 'warn';
  log[level]({ service, status: result.status, outcome, tries }, `a push message was ${outcome}`);
}

async function makePlan(ctx: Context, claimed: DueSubscription): Promise<Plan> {
  const { profile_id, waiting_noted_at, done_noted_at, test_noted_at, told_at } = claimed;
  const now = ctx.now();
  const parent = await findProfile(ctx, profile_id);
  const { childrenWithoutDeletion: children, deletions } = await loadFamily(ctx, profile_id);
  const firstNotedAt = [waiting_noted_at, done_noted_at, test_noted_at].filter((at) => at !== null).sort()[0];
  const isTooOld = firstNotedAt === undefined || addSeconds(firstNotedAt, MAX_AGE_SECONDS) <= now;
  if (!parent || deletions.has(profile_id) || isTooOld) return { occasions: ['waiting', 'done', 'test'] };
  if (test_noted_at !== null) return { message: composeTestMessage(ctx, parent.language), occasions: ['test'] };
  const settings = await getNotificationSettings(ctx, profile_id);
  const timeZone = await getLatestTimeZone(
    ctx,
    children.map(({ id }) => id),
  );
  const quietEnd = findQuietEnd(now, timeZone, settings);
  if (quietEnd !== undefined) return { waitUntil: quietEnd };
  const earliest = told_at === null ? now : addSeconds(told_at, MIN_GAP_SECONDS);
  if (earliest > now) return { waitUntil: earliest };
  const { news, isNew, toldDone } = await collectNews(ctx, claimed, children, settings);
  const occasions = ['waiting', 'done'] as const;
  return isNew ? { message: composeNewsMessage(ctx, parent.language, news), occasions, toldDone } : { occasions };
}

/** How many of the days on which it was told that children are done a subscription remembers. */
const MAX_TOLD_DAYS = 200;

/** Everything that waits now, and the children who are done, also those of whom it has been told today. */
async function collectNews(
  ctx: Context,
  { waiting_noted_at, done_noted_at, told_done }: DueSubscription,
  children: readonly Profile[],
  { tellsWaiting, tellsDone }: NotificationSettings,
) {
  const waiting = tellsWaiting ? (await listWaitingChildren(ctx, children)).map(({ child }) => child) : [];
  const toldBefore: string[] = JSON.parse(told_done);
  const news = { waiting, doneToday: [] as Profile[], doneEarlier: [] as Profile[] } satisfies News;
  const newlyTold: string[] = [];
  for (const child of tellsDone ? children : []) {
    const today = await getChildDay(ctx, child, ctx.now());
    const day = done_noted_at === null ? today : await getChildDay(ctx, child, done_noted_at);
    // A keyed hash, because the id of an erased profile must not remain anywhere (gap 96).
    const key = ctx.secrets.hashWithPepper('told done', `${child.id} ${day}`);
    const wasTold = toldBefore.includes(key);
    if (wasTold ? day !== today : done_noted_at === null) continue;
    if (!(await isDoneFor(ctx, child, day))) continue;
    (day === today ? news.doneToday : news.doneEarlier).push(child);
    if (!wasTold) newlyTold.push(key);
  }
  return {
    news,
    isNew: (waiting_noted_at !== null && waiting.length > 0) || newlyTold.length > 0,
    toldDone: JSON.stringify([...toldBefore, ...newlyTold].slice(-MAX_TOLD_DAYS)),
  };
}
