import type { Logger } from 'pino';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import type { Database, Handle, Tx } from '../database/index.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Secrets } from '../secrets/secrets.ts';
import {
  claimEmail,
  clearRefusals,
  deleteEmail,
  lockRecipientState,
  type QueuedEmail,
  readRecipientState,
  releaseClaim,
  saveRecipientState,
  scheduleRetry,
} from './outbox-store.ts';
import type { Picture } from './parts.ts';
import {
  addEmailToCounts,
  addRefusal,
  classifyFailure,
  type FailureReason,
  getBlockedUntil,
  getEmailKind,
  getFailureReason,
  getSecondsUntilRetry,
  isCounted,
  LEASE_SECONDS,
  SEND_TIMEOUT_SECONDS,
} from './rules.ts';
import type { Email, Transport } from './transport.ts';

/** The dependencies of the code that sends emails. */
export interface SenderDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly transport: Transport;
  /** Draws a picture of an email, given its URL; undefined if there is no such picture any more. */
  readonly loadPicture: (picture: Picture) => Promise<Buffer | undefined>;
  readonly metrics: Pick<Metrics, 'countEmail'>;
  readonly log: Logger;
  readonly now: () => Instant;
}

/**
 * Tries once to send an email, unless another process has claimed it. Afterward the email has been sent, has been dropped or
 * is due later. `stopSignal` aborts this try.
 */
export async function deliver(deps: SenderDependencies, row: QueuedEmail, stopSignal: AbortSignal): Promise<void> {
  const { database, now } = deps;
  if (row.expires_at <= now()) {
    await database.write((tx) => deleteEmail(tx, row.id));
    return report(deps, row, { outcome: 'dropped', message: 'an email was dropped because it has expired' });
  }
  const claimResult = await database.write((tx) => claim(tx, row, now()));
  if (claimResult === 'already claimed') return;
  if (claimResult !== 'claimed')
    return report(deps, row, { outcome: claimResult, message: `an email was ${claimResult}: ${BLOCKED_REASON}` });
  const triedRow = { ...row, tries: row.tries + 1 };
  const sendResult = await send(deps, triedRow, stopSignal);
  if ('reason' in sendResult) return handleFailure(deps, triedRow, sendResult.reason);
  await database.write(async (tx) => {
    await deleteEmail(tx, row.id);
    if (row.recipient !== null) await clearRefusals(tx, row.recipient);
  });
  report(deps, triedRow, {
    outcome: 'sent',
    message: sendResult.savedAs ? 'email saved as a file' : 'email sent',
    ...sendResult,
  });
}

/** Why an email is deferred or dropped without a try, for the log. */
const BLOCKED_REASON = 'its address is paused or has reached its limit';

type ClaimResult = 'claimed' | 'already claimed' | 'deferred' | 'dropped';

async function claim(ctx: Handle<Tx>, row: QueuedEmail, now: Instant): Promise<ClaimResult> {
  if (!(await claimEmail(ctx, row, addSeconds(now, LEASE_SECONDS)))) return 'already claimed';
  const { id, recipient } = row;
  if (recipient === null) return 'claimed';
  const recipientState = isCounted(row)
    ? await lockRecipientState(ctx, recipient, now)
    : await readRecipientState(ctx, recipient, now);
  const blockedUntil = getBlockedUntil(recipientState, row, now);
  if (blockedUntil !== undefined) {
    if (blockedUntil < row.expires_at) await releaseClaim(ctx, row, blockedUntil);
    else await deleteEmail(ctx, id);
    return blockedUntil < row.expires_at ? 'deferred' : 'dropped';
  }
  if (isCounted(row)) await saveRecipientState(ctx, recipient, addEmailToCounts(recipientState, row, now), now);
  return 'claimed';
}

async function send(
  { secrets, transport, loadPicture }: SenderDependencies,
  { id, sealed }: QueuedEmail,
  stopSignal: AbortSignal,
): Promise<{ savedAs?: string } | { reason: FailureReason }> {
  try {
    const email: Email = JSON.parse(secrets.decrypt(sealed));
    const timeLimit = AbortSignal.timeout(SEND_TIMEOUT_SECONDS * 1000);
    const pictures = [];
    for (const picture of email.pictures ?? []) {
      const png = await loadPicture(picture);
      if (png) pictures.push({ id: picture.id, png });
    }
    return await transport.send(id, { ...email, pictures }, AbortSignal.any([stopSignal, timeLimit]));
  } catch (error) {
    return { reason: getFailureReason(error) };
  }
}

async function handleFailure(deps: SenderDependencies, row: QueuedEmail, reason: FailureReason): Promise<void> {
  const { database, now } = deps;
  const { id, tries, recipient } = row;
  const handling = classifyFailure(reason);
  if (handling === 'retry') {
    await database.write((tx) =>
      scheduleRetry(tx, id, addSeconds(now(), getSecondsUntilRetry(tries, getEmailKind(row)))),
    );
    return report(deps, row, {
      outcome: 'deferred',
      message: 'an email could not be sent, it will be retried',
      reason,
    });
  }
  await database.write(async (tx) => {
    await deleteEmail(tx, id);
    if (handling === 'drop' || recipient === null) return;
    await saveRecipientState(tx, recipient, addRefusal(await lockRecipientState(tx, recipient, now()), now()), now());
  });
  const message = 'an email was dropped because the SMTP server rejected it permanently';
  report(deps, row, { outcome: 'dropped', message, reason });
}

interface DeliveryResult {
  readonly outcome: Parameters<Metrics['countEmail']>[1];
  readonly message: string;
  readonly savedAs?: string;
  readonly reason?: FailureReason;
}

function report({ log, metrics }: SenderDependencies, row: QueuedEmail, result: DeliveryResult): void {
  const { outcome, message, ...details } = result;
  const kind = getEmailKind(row);
  metrics.countEmail(kind, outcome);
  log[outcome === 'sent' ? 'info' : 'warn']({ outboxId: row.id, kind, tries: row.tries, ...details }, message);
}
