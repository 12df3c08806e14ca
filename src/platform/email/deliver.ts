import type { Logger } from 'pino';
import { addSeconds, type Instant } from '../../core/instant.ts';
import type { Database, Tx } from '../database/index.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Secrets } from '../secrets/secrets.ts';
import {
  claimEmail,
  clearRefusals,
  deferEmail,
  deleteEmail,
  findRecipient,
  lockRecipient,
  postponeEmail,
  saveRecipient,
  type Waiting,
} from './outbox-store.ts';
import {
  counted,
  failureOf,
  heldUntil,
  isCounted,
  kindOf,
  LEASE_SECONDS,
  type Reason,
  reasonOf,
  refused,
  SEND_SECONDS,
  secondsUntilRetry,
} from './rules.ts';
import type { Email, Transport } from './transport.ts';

export interface Needs {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly transport: Transport;
  readonly metrics: Pick<Metrics, 'countEmail'>;
  readonly log: Logger;
  readonly now: () => Instant;
}

/**
 * Tries one email once, unless another process has it. When this returns, the email has left, was dropped or is due
 * later. `stopping` ends a try that is under way.
 */
export async function deliver(needs: Needs, row: Waiting, stopping: AbortSignal): Promise<void> {
  const { database, now } = needs;
  if (row.expires_at <= now()) {
    await database.write((tx) => deleteEmail(tx, row.id));
    return tell(needs, row, 'dropped', 'an email was dropped: what it tells has expired');
  }
  const taken = await database.write((tx) => take(tx, row, now()));
  if (taken === 'by another') return;
  if (taken !== 'taken')
    return tell(needs, row, taken, `an email was ${taken}: its address is paused or has had enough`);
  const tried = { ...row, tries: row.tries + 1 };
  const result = await send(needs, tried, stopping);
  if ('reason' in result) return settleFailure(needs, tried, result.reason);
  await database.write(async (tx) => {
    await deleteEmail(tx, row.id);
    if (row.recipient !== null) await clearRefusals(tx, row.recipient);
  });
  tell(needs, tried, 'sent', result.keptAt ? 'email kept' : 'email sent', result);
}

type Taken = 'taken' | 'by another' | 'deferred' | 'dropped';

async function take(tx: Tx, row: Waiting, now: Instant): Promise<Taken> {
  if (!(await claimEmail(tx, row, addSeconds(now, LEASE_SECONDS)))) return 'by another';
  const { id, recipient } = row;
  if (recipient === null) return 'taken';
  const known = isCounted(row) ? await lockRecipient(tx, recipient, now) : await findRecipient(tx, recipient, now);
  const until = heldUntil(known, row, now);
  if (until !== undefined) {
    if (until < row.expires_at) await deferEmail(tx, row, until);
    else await deleteEmail(tx, id);
    return until < row.expires_at ? 'deferred' : 'dropped';
  }
  if (isCounted(row)) await saveRecipient(tx, recipient, counted(known, now), now);
  return 'taken';
}

async function send(
  { secrets, transport }: Needs,
  { id, sealed }: Waiting,
  stopping: AbortSignal,
): Promise<{ keptAt?: string } | { reason: Reason }> {
  try {
    const letter: Email = JSON.parse(secrets.open(sealed));
    const tooLate = AbortSignal.timeout(SEND_SECONDS * 1000);
    return await transport.send(id, letter, AbortSignal.any([stopping, tooLate]));
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

async function settleFailure(needs: Needs, row: Waiting, reason: Reason): Promise<void> {
  const { database, now } = needs;
  const { id, tries, recipient } = row;
  const failure = failureOf(reason);
  if (failure === 'retry') {
    await database.write((tx) => postponeEmail(tx, id, addSeconds(now(), secondsUntilRetry(tries, kindOf(row)))));
    return tell(needs, row, 'deferred', 'an email did not leave, it is tried again', { reason });
  }
  await database.write(async (tx) => {
    await deleteEmail(tx, id);
    if (failure === 'drop' || recipient === null) return;
    await saveRecipient(tx, recipient, refused(await lockRecipient(tx, recipient, now()), now()), now());
  });
  tell(needs, row, 'dropped', 'an email was dropped: the SMTP server refuses it for good', { reason });
}

type Outcome = Parameters<Metrics['countEmail']>[1];

function tell({ log, metrics }: Needs, row: Waiting, outcome: Outcome, message: string, about: object = {}): void {
  const kind = kindOf(row);
  metrics.countEmail(kind, outcome);
  log[outcome === 'sent' ? 'info' : 'warn']({ outboxId: row.id, kind, tries: row.tries, ...about }, message);
}
