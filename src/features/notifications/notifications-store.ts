import { sql } from 'kysely';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { lockRows } from '../../platform/database/index.ts';
import type { NotificationSettingsRow, PushSubscriptionRow } from '../../schema/tables.ts';
import { DEFAULT_SETTINGS, MERGE_SECONDS, type NotificationSettings, type Occasion } from './rules.ts';

export type Subscription = Pick<PushSubscriptionRow, (typeof LISTED_COLUMNS)[number]>;
const LISTED_COLUMNS = ['id', 'session_id', 'program', 'created_at'] as const;

/** The browsers in which a parent is told at once, the first one first. */
export async function listSubscriptions({ db }: Context, profileId: string): Promise<Subscription[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(LISTED_COLUMNS)
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Stores a subscription. One with the same endpoint is replaced: it is the same browser, perhaps of another parent before. */
export async function saveSubscription(
  { db, now }: TxContext,
  subscription: Pick<PushSubscriptionRow, 'id' | 'profile_id' | 'session_id' | 'device_key' | 'sealed' | 'program'>,
): Promise<void> {
  const state = {
    created_at: now(),
    waiting_noted_at: null,
    done_noted_at: null,
    test_noted_at: null,
    due_at: null,
    tries: 0,
    told_at: null,
    told_done: '[]',
  };
  await db
    .insertInto('push_subscriptions')
    .values({ ...subscription, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...subscription, ...state }))
    .execute();
}

/** Deletes the subscriptions of these sessions of a parent. */
export async function deleteSubscriptionsOfSessions(
  { db }: TxContext,
  profileId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .deleteFrom('push_subscriptions')
    .where('profile_id', '=', profileId)
    .where('session_id', 'in', sessionIds)
    .execute();
}

/** Deletes the subscriptions of a parent's sessions, also of those that have ended by time, except for `keptSessionId`. */
export async function deleteOtherSubscriptions(
  { db }: TxContext,
  profileId: string,
  keptSessionId: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('profile_id', '=', profileId)
    .where('session_id', '!=', keptSessionId)
    .execute();
}

export async function deleteSubscription({ db }: TxContext, profileId: string, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('profile_id', '=', profileId).where('id', '=', id).execute();
}

/** Deletes the subscriptions of a browser that belong to other parents, and lets those of this parent go on in a new session. */
export async function moveSubscriptions(
  { db }: TxContext,
  deviceKey: string,
  { profileId, sessionId }: { readonly profileId: string; readonly sessionId: string },
): Promise<void> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('profile_id')
    .where('device_key', '=', deviceKey)
    .execute();
  if (rows.length === 0) return;
  await db
    .deleteFrom('push_subscriptions')
    .where('device_key', '=', deviceKey)
    .where('profile_id', '!=', profileId)
    .execute();
  await db
    .updateTable('push_subscriptions')
    .set({ session_id: sessionId })
    .where('device_key', '=', deviceKey)
    .where('profile_id', '=', profileId)
    .execute();
}

/**
 * Notes for all guardians of a child that there may be something to tell. What that is, is found out when it is told: so several
 * occasions are one message, and there is none if nothing waits by then.
 */
export async function noteForGuardians(ctx: TxContext, childId: string, occasions: readonly Occasion[]): Promise<void> {
  const { db, now } = ctx;
  const guardianIds = db.selectFrom('guardians').select('parent_id').where('child_id', '=', childId);
  const dueAt = addSeconds(now(), MERGE_SECONDS);
  // The rows are locked in the order of their ids. Otherwise siblings, whose guardians PostgreSQL finds in different orders, would
  // wait for each other in a circle.
  await db
    .with('subscription', (cte) =>
      lockRows(
        ctx,
        cte.selectFrom('push_subscriptions').select('id').where('profile_id', 'in', guardianIds).orderBy('id'),
      ),
    )
    .updateTable('push_subscriptions')
    .set(({ fn, val }) => ({
      ...(occasions.includes('waiting') && { waiting_noted_at: now() }),
      ...(occasions.includes('done') && { done_noted_at: now() }),
      due_at: fn.coalesce('due_at', val(dueAt)),
    }))
    .where('profile_id', 'in', guardianIds)
    .where('id', 'in', ({ selectFrom }) => selectFrom('subscription').select('id'))
    .execute();
  if (!occasions.includes('waiting')) return;
  await db
    .with('setting', (cte) =>
      lockRows(
        ctx,
        cte
          .selectFrom('notification_settings')
          .select('profile_id')
          .where('profile_id', 'in', guardianIds)
          .where('daily_email', '=', 1)
          .where('email_due_at', 'is', null)
          .orderBy('profile_id'),
      ),
    )
    .updateTable('notification_settings')
    .set({ email_due_at: now() })
    .where('profile_id', 'in', ({ selectFrom }) => selectFrom('setting').select('profile_id'))
    .execute();
}

/** Lets all browsers of a parent show a test message at once. */
export async function noteTest({ db, now }: TxContext, profileId: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ test_noted_at: now(), due_at: now() })
    .where('profile_id', '=', profileId)
    .execute();
}

/** What a parent wants to be told; the defaults before the parent has saved anything. */
export async function getNotificationSettings({ db }: Context, profileId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['waiting', 'done', 'quiet_from', 'quiet_until', 'daily_email'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  if (!row) return DEFAULT_SETTINGS;
  return {
    tellsWaiting: row.waiting === 1,
    tellsDone: row.done === 1,
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    hasDailyEmail: row.daily_email === 1,
  };
}

/** Whether a parent has saved what to be told, or has answered the offer. */
export async function hasNotificationSettings({ db }: Context, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_settings')
    .select('profile_id')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves the settings that apply to a parent, so that the offer has been answered. */
export async function keepNotificationSettings(ctx: TxContext, profileId: string): Promise<void> {
  if (!(await hasNotificationSettings(ctx, profileId)))
    await saveNotificationSettings(ctx, profileId, DEFAULT_SETTINGS);
}

/** Saves what a parent wants to be told. An email that is switched on is checked at once, because something may wait already. */
export async function saveNotificationSettings(
  { db, now }: TxContext,
  profileId: string,
  settings: NotificationSettings,
): Promise<void> {
  const row = {
    waiting: Number(settings.tellsWaiting),
    done: Number(settings.tellsDone),
    quiet_from: settings.quietFrom,
    quiet_until: settings.quietUntil,
    daily_email: Number(settings.hasDailyEmail),
    email_due_at: settings.hasDailyEmail ? now() : null,
  };
  await db
    .insertInto('notification_settings')
    .values({ profile_id: profileId, ...row, emailed_at: null })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute();
}

/** A subscription with something to tell. */
export type DueSubscription = Pick<PushSubscriptionRow, (typeof DUE_COLUMNS)[number]>;
const DUE_COLUMNS = [
  'id',
  'profile_id',
  'sealed',
  'waiting_noted_at',
  'done_noted_at',
  'test_noted_at',
  'due_at',
  'tries',
  'told_at',
  'told_done',
] as const;

/** At most `limit` subscriptions that are due, the longest due first. */
export async function listDueSubscriptions({ db, now }: Context, limit: number): Promise<DueSubscription[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(DUE_COLUMNS)
    .where('due_at', '<=', now())
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Claims a subscription until `until`. Returns undefined if another process has claimed it, or if it has been deleted. */
export async function claimSubscription(
  { db }: TxContext,
  { id, profile_id, due_at, tries }: DueSubscription,
  until: Instant,
): Promise<DueSubscription | undefined> {
  return db
    .updateTable('push_subscriptions')
    .set({ due_at: until, tries: tries + 1 })
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .where('due_at', '=', due_at)
    .where('tries', '=', tries)
    .returning(DUE_COLUMNS)
    .executeTakeFirst();
}

/** Sets when to try a claimed subscription again. `tries` are those that failed. */
export async function postponeSubscription(
  { db }: TxContext,
  { id, profile_id }: DueSubscription,
  { dueAt, tries }: { readonly dueAt: Instant; readonly tries: number },
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ due_at: dueAt, tries })
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .execute();
}

/** Stores that what was noted when the subscription was claimed has been told, or is not worth telling. What was noted since stays due. */
export async function finishSubscription(
  { db, now }: TxContext,
  claimed: DueSubscription,
  occasions: readonly (Occasion | 'test')[],
  told: Partial<Pick<PushSubscriptionRow, 'told_at' | 'told_done'>> = {},
): Promise<void> {
  const subscription = db
    .updateTable('push_subscriptions')
    .where('id', '=', claimed.id)
    .where('profile_id', '=', claimed.profile_id);
  await subscription.set({ due_at: addSeconds(now(), MERGE_SECONDS), tries: 0, ...told }).execute();
  for (const occasion of occasions) {
    const column = `${occasion}_noted_at` as const;
    await subscription
      .set({ [column]: null })
      .where(column, '=', claimed[column])
      .execute();
  }
  await subscription
    .set({ due_at: null })
    .where(sql<Instant | null>`coalesce(waiting_noted_at, done_noted_at, test_noted_at)`, 'is', null)
    .execute();
}

export type DueEmail = Pick<NotificationSettingsRow, 'profile_id' | 'email_due_at' | 'emailed_at'>;

/** At most `limit` parents for whom the email of the day has to be checked, the longest due first. */
export async function listDueEmails({ db, now }: Context, limit: number): Promise<DueEmail[]> {
  return db
    .selectFrom('notification_settings')
    .select(['profile_id', 'email_due_at', 'emailed_at'])
    .where('email_due_at', '<=', now())
    .orderBy('email_due_at')
    .orderBy('profile_id')
    .limit(limit)
    .execute();
}

/** Sets when the email of the day has to be checked next, and when it was last sent. Returns false if another process has. */
export async function updateDailyEmail(
  { db }: TxContext,
  { profile_id, email_due_at }: DueEmail,
  change: Partial<Pick<NotificationSettingsRow, 'email_due_at' | 'emailed_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_settings')
    .set(change)
    .where('profile_id', '=', profile_id)
    .where('email_due_at', '=', email_due_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
