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
 * Tries to send an email once, unless another process has claimed it. Afterwards the email has been sent, has been dropped
 * or is due later. `stopping` aborts a running try.
 */
export async function deliver(needs: Needs, row: Waiting, stopping: AbortSignal): Promise<void> {
  const { database, now } = needs;
  if (row.expires_at <= now()) {
    await database.write((tx) => deleteEmail(tx, row.id));
    return report(needs, row, 'dropped', 'an email was dropped: it has expired');
  }
  const claimed = await database.write((tx) => claim(tx, row, now()));
  if (claimed === 'by another') return;
  if (claimed !== 'claimed')
    return report(needs, row, claimed, `an email was ${claimed}: its address is paused or has reached its limit`);
  const tried = { ...row, tries: row.tries + 1 };
  const result = await send(needs, tried, stopping);
  if ('reason' in result) return handleFailure(needs, tried, result.reason);
  await database.write(async (tx) => {
    await deleteEmail(tx, row.id);
    if (row.recipient !== null) await clearRefusals(tx, row.recipient);
  });
  report(needs, tried, 'sent', result.keptAt ? 'email saved as a file' : 'email sent', result);
}

type Claim = 'claimed' | 'by another' | 'deferred' | 'dropped';

async function claim(tx: Tx, row: Waiting, now: Instant): Promise<Claim> {
  if (!(await claimEmail(tx, row, addSeconds(now, LEASE_SECONDS)))) return 'by another';
  const { id, recipient } = row;
  if (recipient === null) return 'claimed';
  const known = isCounted(row) ? await lockRecipient(tx, recipient, now) : await findRecipient(tx, recipient, now);
  const until = heldUntil(known, row, now);
  if (until !== undefined) {
    if (until < row.expires_at) await deferEmail(tx, row, until);
    else await deleteEmail(tx, id);
    return until < row.expires_at ? 'deferred' : 'dropped';
  }
  if (isCounted(row)) await saveRecipient(tx, recipient, counted(known, now), now);
  return 'claimed';
}

async function send(
  { secrets, transport }: Needs,
  { id, sealed }: Waiting,
  stopping: AbortSignal,
): Promise<{ keptAt?: string } | { reason: Reason }> {
  try {
    const email: Email = JSON.parse(secrets.open(sealed));
    const timeLimit = AbortSignal.timeout(SEND_SECONDS * 1000);
    return await transport.send(id, email, AbortSignal.any([stopping, timeLimit]));
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

async function handleFailure(needs: Needs, row: Waiting, reason: Reason): Promise<void> {
  const { database, now } = needs;
  const { id, tries, recipient } = row;
  const failure = failureOf(reason);
  if (failure === 'retry') {
    await database.write((tx) => postponeEmail(tx, id, addSeconds(now(), secondsUntilRetry(tries, kindOf(row)))));
    return report(needs, row, 'deferred', 'an email could not be sent, it will be retried', { reason });
  }
  await database.write(async (tx) => {
    await deleteEmail(tx, id);
    if (failure === 'drop' || recipient === null) return;
    await saveRecipient(tx, recipient, refused(await lockRecipient(tx, recipient, now()), now()), now());
  });
  report(needs, row, 'dropped', 'an email was dropped: the SMTP server refused it permanently', { reason });
}

type Outcome = Parameters<Metrics['countEmail']>[1];

function report({ log, metrics }: Needs, row: Waiting, outcome: Outcome, message: string, details: object = {}): void {
  const kind = kindOf(row);
  metrics.countEmail(kind, outcome);
  log[outcome === 'sent' ? 'info' : 'warn']({ outboxId: row.id, kind, tries: row.tries, ...details }, message);
}
