import { addSeconds, DAY, HOUR, type Instant, MINUTE } from '../../core/instant.ts';
import type { EmailRecipientRow, OutboxRow } from '../../schema/tables.ts';

/** One-time codes are sent before other emails. */
export type EmailKind = 'code' | 'other';
export const PRIORITIES: Readonly<Record<EmailKind, number>> = { code: 0, other: 1 };

export function emailKindOf({ priority }: Pick<OutboxRow, 'priority'>): EmailKind {
  return priority === PRIORITIES.code ? 'code' : 'other';
}

/** How many emails a process sends at the same time, and how many of them may be emails without a code. */
export const MAX_CONCURRENT = { all: 10, other: 5 } as const;

/** No other process claims an email during the lease. The sender stops before the lease ends. */
export const LEASE_SECONDS = 60;
export const SEND_SECONDS = 45;

/** Seconds until the next try: 2, 4, 8, 16, 30 for codes; for other emails the delay doubles up to an hour. */
export function secondsUntilRetry(tries: number, kind: EmailKind): number {
  return Math.min(kind === 'code' ? 30 : HOUR, 2 ** Math.min(tries, 20));
}

/** What is known about a recipient between two emails. */
export type RecipientState = Omit<EmailRecipientRow, 'recipient' | 'forget_at'>;

export const NEW_RECIPIENT: RecipientState = {
  refusals: 0,
  paused_until: null,
  recent_count: 0,
  recent_ends_at: '',
  day_count: 0,
  day_ends_at: '',
};

/** The limits per address in ten minutes and in a day, for emails without a code. Codes have their own limits (gap 22). */
const MAX_RECENT = 10;
const MAX_PER_DAY = 20;

type QueuedEmail = Pick<OutboxRow, 'priority' | 'tries'>;

/** Whether this try counts against the address: the first try of an email without a code counts. */
export function isCounted(email: QueuedEmail): boolean {
  return emailKindOf(email) === 'other' && email.tries === 0;
}

/** Until when this email must not be sent to its address; undefined if it may be sent now. */
export function blockedUntil(recipient: RecipientState, email: QueuedEmail, now: Instant): Instant | undefined {
  const { paused_until, recent_count, recent_ends_at, day_count, day_ends_at } = recipient;
  if (paused_until !== null && paused_until > now) return paused_until;
  if (!isCounted(email)) return undefined;
  if (day_count >= MAX_PER_DAY && day_ends_at > now) return day_ends_at;
  if (recent_count >= MAX_RECENT && recent_ends_at > now) return recent_ends_at;
  return undefined;
}

/** Returns the state after another email without a code. */
export function withCountedEmail(recipient: RecipientState, now: Instant): RecipientState {
  const { recent_count, recent_ends_at, day_count, day_ends_at } = recipient;
  const isRecent = recent_ends_at > now;
  const isToday = day_ends_at > now;
  return {
    ...recipient,
    recent_count: isRecent ? recent_count + 1 : 1,
    recent_ends_at: isRecent ? recent_ends_at : addSeconds(now, 10 * MINUTE),
    day_count: isToday ? day_count + 1 : 1,
    day_ends_at: isToday ? day_ends_at : addSeconds(now, DAY),
  };
}

/** This many consecutive refusals pause an address. After the pause, the next refusal pauses it again. */
const REFUSALS_TO_PAUSE = 3;
const PAUSE_SECONDS = DAY;
/** After this time without a refusal, earlier refusals no longer count. */
const RETENTION_SECONDS = 7 * DAY;

/** Returns the state after a permanent refusal of the address. */
export function withRefusal(recipient: RecipientState, now: Instant): RecipientState {
  const refusals = recipient.refusals + 1;
  const paused_until = refusals >= REFUSALS_TO_PAUSE ? addSeconds(now, PAUSE_SECONDS) : null;
  return { ...recipient, refusals, paused_until };
}

/** When the state is no longer relevant. */
export function forgetAt({ refusals, day_ends_at }: RecipientState, now: Instant): Instant {
  return refusals > 0 ? addSeconds(now, RETENTION_SECONDS) : day_ends_at;
}

/** How to handle a failed try: retry, drop the email, or drop it and count a refusal of its address. */
export type Failure = 'retry' | 'drop' | 'bounce';

/**
 * A 5xx for the email itself is final. A 5xx for the connection, the login or the greeting is caused by the server's
 * settings, which an operator can correct. A 5xx for MAIL FROM concerns our own address, not the recipient's.
 */
export function failureOf({ code, responseCode, command }: FailureReason): Failure {
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (!isFinal || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return 'retry';
  return command === 'MAIL FROM' ? 'drop' : 'bounce';
}

/** The parts of an error that may be logged. The message is not one of them, because it may contain the address. */
export interface FailureReason {
  readonly name: string;
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

export function failureReasonOf(error: unknown): FailureReason {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const { code, responseCode, command } = error as Partial<FailureReason>; // nodemailer's extras
  return { name: error.name, code, responseCode, command };
}
