import type { Instant } from '../../core/time/instant.ts';
import type { Handle, Tx } from '../database/index.ts';
import type { SenderDependencies } from './deliver.ts';
import {
  clearRefusals,
  deleteEmailsTo,
  deleteHeldEmails,
  expireTriedEmails,
  insertEmail,
  readRecipientState,
  releaseHeldEmails,
} from './outbox-store.ts';
import { type EmailKind, PRIORITIES } from './rules.ts';
import { createSender } from './sender.ts';
import type { Email } from './transport.ts';

/**
 * A transactional outbox: an email is stored in the transaction that causes it, and sent after the commit (decisions 0006,
 * 0022).
 */
export interface Outbox {
  /**
   * Stores an email in the caller's transaction. The service tries to send it until `expiresAt`, or until a newer email on the
   * same topic replaces it (as with push messages, RFC 8030). Only an email that could not be sent at the first try is replaced. With
   * `sendAt`, the email is held back until then, and replaces the one on the same topic that is held back.
   * Codes are sent first, then emails of the kind `security`. Emails of one `requester` (a keyed hash that identifies a client) are
   * sent two at a time, so that no client delays the emails of others.
   */
  enqueue(
    ctx: Handle<Tx>,
    email: Email,
    options: {
      topic: string;
      now: Instant;
      sendAt?: Instant;
      expiresAt: Instant;
      kind?: EmailKind;
      requester?: string;
    },
  ): Promise<void>;
  /** Deletes the emails on a topic that are held back, in the caller's transaction. */
  withdraw(ctx: Handle<Tx>, topic: string, now: Instant): Promise<void>;
  /** Until when an address gets no emails, because its mail server refused several; null if it gets them. */
  findPause(ctx: Handle, address: string, now: Instant): Promise<Instant | null>;
  /** Lets an address get emails again, in the caller's transaction. */
  endPause(ctx: Handle<Tx>, address: string): Promise<void>;
  /** Deletes the emails to an address that have not been sent yet, in the caller's transaction. */
  discard(ctx: Handle<Tx>, address: string): Promise<void>;
  /** Lets the emails to an address that are held back be sent now, in the caller's transaction. */
  release(ctx: Handle<Tx>, address: string, now: Instant): Promise<void>;
  /** Sends the due emails, and returns when each of them has been sent or has failed. */
  deliverDueEmails(): Promise<void>;
  /** Starts to send new emails, if there are any. Call this after each commit. */
  wake(): void;
  /** From now on, emails are sent when they are due. */
  start(): void;
  /**
   * Stops within a few seconds. If an email is still being sent by then, sending is aborted, and is tried again after the next
   * start.
   */
  stop(): Promise<void>;
}

/** How often the sender looks for due emails, such as those that have to be tried again. */
const POLL_MS = 1000;

export function createOutbox(deps: SenderDependencies & { readonly timeOrderedId: () => string }): Outbox {
  const { secrets, transport, log, timeOrderedId } = deps;
  const sender = createSender(deps);
  let timer: NodeJS.Timeout | undefined;
  let hasNewEmails = false;
  const startDelivery = () => {
    sender.deliverDueEmails().catch((error) => log.error({ err: error }, 'the outbox could not be read'));
  };

  const hashRecipient = (address: string) => secrets.hashWithPepper('email recipient', address);
  return {
    async enqueue(ctx, email, { topic, now, sendAt, expiresAt, kind = 'other', requester = null }) {
      const address = email.to.toLowerCase();
      if (sendAt === undefined) await expireTriedEmails(ctx, topic, now);
      else await deleteHeldEmails(ctx, topic, now);
      await insertEmail(ctx, {
        id: timeOrderedId(),
        topic,
        recipient: hashRecipient(address),
        domain: secrets.hashWithPepper('email domain', address.slice(address.lastIndexOf('@') + 1)),
        requester,
        priority: PRIORITIES[kind],
        sealed: secrets.encrypt(JSON.stringify(email)),
        tries: 0,
        next_try_at: sendAt ?? now,
        expires_at: expiresAt,
        created_at: sendAt ?? now,
      });
      hasNewEmails = true;
    },
    withdraw: deleteHeldEmails,
    async findPause(ctx, address, now) {
      const { paused_until } = await readRecipientState(ctx, hashRecipient(address.toLowerCase()), now);
      return paused_until !== null && paused_until > now ? paused_until : null;
    },
    endPause: (ctx, address) => clearRefusals(ctx, hashRecipient(address.toLowerCase())),
    discard: (ctx, address) => deleteEmailsTo(ctx, hashRecipient(address.toLowerCase())),
    release: (ctx, address, now) => releaseHeldEmails(ctx, hashRecipient(address.toLowerCase()), now),
    deliverDueEmails: sender.deliverDueEmails,
    wake() {
      if (!hasNewEmails || !timer) return;
      hasNewEmails = false;
      startDelivery();
    },
    start() {
      timer = setInterval(startDelivery, POLL_MS);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await sender.stop();
      transport.close();
    },
  };
}
