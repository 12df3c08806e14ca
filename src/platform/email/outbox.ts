import type { Instant } from '../../core/instant.ts';
import type { Tx } from '../database/index.ts';
import type { Needs } from './deliver.ts';
import { deleteOldRecipients, insertEmail, supersede } from './outbox-store.ts';
import { type Kind, PRIORITY } from './rules.ts';
import { createSender } from './sender.ts';
import type { Email } from './transport.ts';

/** Emails leave through a table: written with what they tell about, sent when that is committed (decisions 0006, 0022). */
export interface Outbox {
  /**
   * Writes an email in the caller's transaction. It is tried until `expiresAt`; after a first failed try it gives way
   * to a newer one on the same topic, whose code has replaced its own. A code leaves before everything else.
   */
  enqueue(
    tx: Tx,
    letter: Email,
    about: { topic: string; now: Instant; expiresAt: Instant; kind?: Kind },
  ): Promise<void>;
  /** Sends what is due, and returns when each of these emails has left or failed. */
  deliverDue(): Promise<void>;
  /** Something was committed: there may be an email. */
  wake(): void;
  start(): void;
  /** Ends within a few seconds: what is still being sent by then is given up, and due again after the next start. */
  stop(): Promise<void>;
}

const POLL_MILLISECONDS = 1000;

export function createOutbox(needs: Needs & { readonly timeId: () => string }): Outbox {
  const { secrets, transport, log, timeId } = needs;
  const sender = createSender(needs);
  let timer: NodeJS.Timeout | undefined;
  let posted = false;
  const run = () => {
    sender.deliverDue().catch((error) => log.error({ err: error }, 'the outbox could not be read'));
  };

  return {
    async enqueue(tx, letter, { topic, now, expiresAt, kind = 'other' }) {
      await supersede(tx, topic, now);
      await insertEmail(tx, {
        id: timeId(),
        topic,
        recipient: secrets.lookup('email recipient', letter.to.toLowerCase()),
        priority: PRIORITY[kind],
        sealed: secrets.seal(JSON.stringify(letter)),
        tries: 0,
        next_try_at: now,
        expires_at: expiresAt,
        created_at: now,
      });
      posted = true;
    },
    deliverDue: sender.deliverDue,
    wake() {
      if (!posted || !timer) return;
      posted = false;
      run();
    },
    start() {
      timer = setInterval(run, POLL_MILLISECONDS);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await sender.stop();
      transport.close();
    },
  };
}

/** Forgets addresses of which nothing counts any more. */
export async function deleteOldEmailRecipients({ database, now }: Pick<Needs, 'database' | 'now'>): Promise<void> {
  await database.write((tx) => deleteOldRecipients(tx, now()));
}
