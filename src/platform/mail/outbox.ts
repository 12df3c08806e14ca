import type { Logger } from 'pino';
import { type Instant, plusSeconds } from '../../core/instant.ts';
import type { Database, Reader, Tx } from '../database/index.ts';
import type { Secrets } from '../secrets.ts';
import type { Letter, Transport } from './transport.ts';

/** Letters leave through a table: written with what they tell about, sent when that is committed. */
export interface Mail {
  /**
   * Writes a letter in the caller's transaction. It is tried until `expiresAt`; after a first failed try it gives way
   * to a newer letter on the same topic, whose code has replaced its own.
   */
  post(tx: Tx, letter: Letter, about: { topic: string; now: Instant; expiresAt: Instant }): Promise<void>;
  /** Sends what is due, and returns when each of these letters has left or failed. */
  deliverDue(): Promise<void>;
  /** Something was committed: there may be a letter. */
  nudge(): void;
  start(): void;
  stop(): Promise<void>;
}

interface Needs {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly transport: Transport;
  readonly log: Logger;
  readonly now: () => Instant;
  readonly timeId: () => string;
}

/** Longer than any SMTP timeout: nobody else takes a letter while its sender may still be at it. */
const LEASE_SECONDS = 60;
const BATCH = 10;
const POLL_MILLISECONDS = 1000;

export function createMail(needs: Needs): Mail {
  const { database, secrets, transport, log, now, timeId } = needs;
  let timer: NodeJS.Timeout | undefined;
  let posted = false;
  let round: Promise<void> | undefined;

  const deliverDue = async () => {
    const due = await listDue(database.reader, now());
    // Letters on one topic leave one after another: the newest code is to be read last.
    const topics = [...Map.groupBy(due, (row) => row.topic).values()];
    await Promise.all(topics.map((rows) => deliverInTurn(needs, rows)));
    if (due.length === BATCH) await deliverDue();
  };
  const run = () => {
    round ??= deliverDue()
      .catch((error) => log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        round = undefined;
      });
    return round;
  };

  return {
    async post(tx, letter, { topic, now, expiresAt }) {
      await supersede(tx, topic, now);
      const sealed = secrets.seal(JSON.stringify(letter));
      const row = { id: timeId(), topic, sealed, tries: 0, next_try_at: now, expires_at: expiresAt, created_at: now };
      await tx.insertInto('outbox').values(row).execute();
      posted = true;
    },
    deliverDue,
    nudge() {
      if (!posted || !timer) return;
      posted = false;
      void run();
    },
    start() {
      timer = setInterval(run, POLL_MILLISECONDS);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await round;
      transport.close();
    },
  };
}

interface Due {
  id: string;
  topic: string;
  sealed: string;
  tries: number;
  next_try_at: Instant;
  expires_at: Instant;
}

async function deliverInTurn(needs: Needs, rows: readonly Due[]): Promise<void> {
  for (const row of rows) await deliver(needs, row);
}

async function deliver({ database, secrets, transport, log, now }: Needs, row: Due): Promise<void> {
  if (row.expires_at <= now()) {
    await database.write((tx) => remove(tx, row.id));
    log.warn({ letter: row.id, tries: row.tries }, 'a letter was given up: what it tells has expired');
    return;
  }
  if (!(await database.write((tx) => claim(tx, row, plusSeconds(now(), LEASE_SECONDS))))) return;
  try {
    const letter: Letter = JSON.parse(secrets.open(row.sealed));
    const { keptAt } = await transport.send(row.id, letter);
    await database.write((tx) => remove(tx, row.id));
    log.info(
      { letter: row.id, tries: row.tries + 1, ...(keptAt && { keptAt }) },
      keptAt ? 'letter kept' : 'letter sent',
    );
  } catch (error) {
    await database.write((tx) => postpone(tx, row.id, plusSeconds(now(), pause(row.tries + 1))));
    log.warn(
      { letter: row.id, tries: row.tries + 1, reason: reasonOf(error) },
      'a letter did not leave, it is tried again',
    );
  }
}

/** 2, 4, 8, 16, then every 30 seconds. */
function pause(tries: number): number {
  return Math.min(30, 2 ** tries);
}

/** An SMTP server may repeat the address in its message: only codes are logged. */
function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown } & Error; // nodemailer's extras
  return { name: error.name, code, responseCode };
}

function listDue(db: Reader, now: Instant): Promise<Due[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'topic', 'sealed', 'tries', 'next_try_at', 'expires_at'])
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

async function claim(tx: Tx, row: Due, until: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ next_try_at: until, tries: row.tries + 1 })
    .where('id', '=', row.id)
    .where('next_try_at', '=', row.next_try_at)
    .where('tries', '=', row.tries)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function postpone(tx: Tx, id: string, until: Instant): Promise<void> {
  await tx.updateTable('outbox').set({ next_try_at: until }).where('id', '=', id).execute();
}

async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}

async function supersede(tx: Tx, topic: string, now: Instant): Promise<void> {
  await tx.updateTable('outbox').set({ expires_at: now }).where('topic', '=', topic).where('tries', '>', 0).execute();
}
