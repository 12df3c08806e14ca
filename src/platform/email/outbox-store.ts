import { addSeconds, type Instant } from '../../core/time/instant.ts';
import type { EmailRecipientRow, OutboxRow } from '../../schema/tables.ts';
import type { Handle, Tx } from '../database/index.ts';
import { getForgetAt, LEASE_SECONDS, NEW_RECIPIENT, PRIORITIES, type RecipientState } from './rules.ts';

/** An email that has not been sent yet. */
export type QueuedEmail = Omit<OutboxRow, 'created_at'>;

export async function insertEmail({ db }: Handle<Tx>, row: OutboxRow): Promise<void> {
  await db.insertInto('outbox').values(row).execute();
}

/** Expires the emails on a topic that the service has already tried to send, because a newer email replaces them. */
export async function expireTriedEmails({ db }: Handle<Tx>, topic: string, now: Instant): Promise<void> {
  await db.updateTable('outbox').set({ expires_at: now }).where('topic', '=', topic).where('tries', '>', 0).execute();
}

/** Deletes the emails on a topic that wait for the time at which they are to be sent. */
export async function deleteHeldEmails({ db }: Handle<Tx>, topic: string, now: Instant): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('topic', '=', topic)
    .where('tries', '=', 0)
    .where('next_try_at', '>', now)
    .execute();
}

/** Makes the emails to a recipient due that wait for the time at which they are to be sent, which is when they count as created. */
export async function releaseHeldEmails({ db }: Handle<Tx>, recipient: string, now: Instant): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: now, created_at: now })
    .where('recipient', '=', recipient)
    .where('created_at', '>', now)
    .execute();
}

interface DueFilter {
  readonly now: Instant;
  readonly onlyCodes: boolean;
  readonly onlyFirstTries: boolean;
  readonly limit: number;
  /** The emails that are being sent, and the recipients, domains and requesters without a free slot. */
  readonly except: Readonly<Record<'id' | SharedColumn, readonly string[]>>;
}

/** Emails with the same value in one of these columns share slots. */
type SharedColumn = (typeof SHARED_COLUMNS)[number];
export const SHARED_COLUMNS = ['recipient', 'domain', 'requester'] as const;

/**
 * Lists the due emails, ordered by kind, then by number of tries (the fewest first), then by waiting time (the longest first). The index of
 * this order chooses them, so that the texts of all others stay unread.
 */
export function listDueEmails({ db }: Handle, filter: DueFilter): Promise<QueuedEmail[]> {
  const { now, onlyCodes, onlyFirstTries, limit, except } = filter;
  let ids = db
    .selectFrom('outbox')
    .select('id')
    .where('next_try_at', '<=', now)
    .where('priority', '<=', onlyCodes ? PRIORITIES.code : PRIORITIES.other)
    .$if(onlyFirstTries, (emails) => emails.where('tries', '=', 0))
    .$if(except.id.length > 0, (emails) => emails.where('id', 'not in', except.id));
  for (const column of SHARED_COLUMNS) {
    if (except[column].length === 0) continue;
    ids = ids.where((eb) => eb.or([eb(column, 'is', null), eb(column, 'not in', except[column])]));
  }
  return db
    .selectFrom('outbox')
    .select(['id', 'topic', ...SHARED_COLUMNS, 'priority', 'sealed', 'tries', 'next_try_at', 'expires_at'])
    .where('id', 'in', ids.orderBy('priority').orderBy('tries').orderBy('next_try_at').orderBy('id').limit(limit))
    .orderBy('priority')
    .orderBy('tries')
    .orderBy('next_try_at')
    .orderBy('id')
    .execute();
}

/** Returns the number of emails in the outbox, and when the oldest of them was added, or is to be sent if it is held back. */
export async function readOutboxStats({ db }: Handle) {
  return db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('emailCount'), fn.min('created_at').as('oldestCreatedAt')])
    .executeTakeFirstOrThrow();
}

/** The emails that have waited longest. `sealed` holds the address (`Secrets.decrypt`). */
export function listWaitingEmails({ db }: Handle, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['id', 'priority', 'tries', 'sealed', 'created_at', 'next_try_at', 'expires_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Makes an email due now. One that is due within a minute stays as it is, because a process may be sending it. */
export async function resendEmail({ db }: Handle<Tx>, id: string, now: Instant): Promise<void> {
  const soon = addSeconds(now, LEASE_SECONDS);
  await db
    .updateTable('outbox')
    .set({ next_try_at: now })
    .where('id', '=', id)
    .where('next_try_at', '>', soon)
    .execute();
}

/** How many recipients get no email for a while, because their mail servers refused several. */
export async function countPausedRecipients({ db }: Handle, now: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('email_recipients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('paused_until', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Claims an email until `until`. Returns false if another process has already claimed it. */
export async function claimEmail(
  { db }: Handle<Tx>,
  { id, tries, next_try_at }: QueuedEmail,
  until: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_try_at: until, tries: tries + 1 })
    .where('id', '=', id)
    .where('next_try_at', '=', next_try_at)
    .where('tries', '=', tries)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the time of the next try of an email that could not be sent. */
export async function scheduleRetry({ db }: Handle<Tx>, id: string, until: Instant): Promise<void> {
  await db.updateTable('outbox').set({ next_try_at: until }).where('id', '=', id).execute();
}

/** Postpones a claimed email without a try to send it: restores the number of tries that it had before the claim. */
export async function releaseClaim({ db }: Handle<Tx>, { id, tries }: QueuedEmail, until: Instant): Promise<void> {
  await db.updateTable('outbox').set({ next_try_at: until, tries }).where('id', '=', id).execute();
}

export async function deleteEmail({ db }: Handle<Tx>, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

export async function deleteEmailsTo({ db }: Handle<Tx>, recipient: string): Promise<void> {
  await db.deleteFrom('outbox').where('recipient', '=', recipient).execute();
}

/** Reads the state of a recipient and locks its row until the transaction ends. Creates the row if it does not exist. */
export async function lockRecipientState({ db }: Handle<Tx>, recipient: string, now: Instant): Promise<RecipientState> {
  const row = await db
    .insertInto('email_recipients')
    .values({ ...toColumns(NEW_RECIPIENT), recipient, forget_at: now })
    .onConflict((conflict) => conflict.column('recipient').doUpdateSet({ recipient }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecipientState(row, now);
}

/** Reads the state of a recipient without a lock. */
export async function readRecipientState({ db }: Handle, recipient: string, now: Instant): Promise<RecipientState> {
  const row = await db.selectFrom('email_recipients').selectAll().where('recipient', '=', recipient).executeTakeFirst();
  return row ? toRecipientState(row, now) : NEW_RECIPIENT;
}

function toRecipientState(row: EmailRecipientRow, now: Instant): RecipientState {
  if (row.forget_at <= now) return NEW_RECIPIENT;
  const { refusals, paused_until, recent_count, recent_ends_at, day_count, day_ends_at } = row;
  const security = {
    recent_count: row.security_recent_count,
    recent_ends_at: row.security_recent_ends_at,
    day_count: row.security_day_count,
    day_ends_at: row.security_day_ends_at,
  };
  return {
    refusals,
    paused_until,
    counts: { security, other: { recent_count, recent_ends_at, day_count, day_ends_at } },
  };
}

function toColumns({ refusals, paused_until, counts }: RecipientState) {
  return {
    refusals,
    paused_until,
    ...counts.other,
    security_recent_count: counts.security.recent_count,
    security_recent_ends_at: counts.security.recent_ends_at,
    security_day_count: counts.security.day_count,
    security_day_ends_at: counts.security.day_ends_at,
  };
}

export async function saveRecipientState(
  { db }: Handle<Tx>,
  recipient: string,
  state: RecipientState,
  now: Instant,
): Promise<void> {
  const row = { ...toColumns(state), forget_at: getForgetAt(state, now) };
  await db.updateTable('email_recipients').set(row).where('recipient', '=', recipient).execute();
}

/** Clears the refusals of a recipient, because a mail server has accepted an email to that recipient. */
export async function clearRefusals({ db }: Handle<Tx>, recipient: string): Promise<void> {
  await db
    .updateTable('email_recipients')
    .set({ refusals: 0, paused_until: null })
    .where('recipient', '=', recipient)
    .where('refusals', '>', 0)
    .execute();
}
