import { addSeconds, DAY, HOUR, type Instant, MINUTE } from '../../core/instant.ts';
import type { EmailRecipientRow } from '../../schema/tables.ts';

/** One-time codes leave before everything else. */
export type Kind = 'code' | 'other';
export const PRIORITY: Readonly<Record<Kind, number>> = { code: 0, other: 1 };

export function kindOf({ priority }: { readonly priority: number }): Kind {
  return priority === PRIORITY.code ? 'code' : 'other';
}

/** How many emails a process sends at the same time, and how many of them may be no codes. */
export const SENDERS = { all: 10, other: 5 } as const;

/** Nobody else takes an email while its sender may still be at it: that gives up before. */
export const LEASE_SECONDS = 60;
export const SEND_SECONDS = 45;

/** Seconds until the next try: 2, 4, 8, 16, 30, and for what is no code up to an hour. */
export function secondsUntilRetry(tries: number, kind: Kind): number {
  return Math.min(kind === 'code' ? 30 : HOUR, 2 ** Math.min(tries, 20));
}

/** What is known of an address, between two emails. */
export type Recipient = Omit<EmailRecipientRow, 'recipient' | 'forget_at'>;

export const UNKNOWN: Recipient = {
  refusals: 0,
  paused_until: null,
  recent_count: 0,
  recent_ends_at: '',
  day_count: 0,
  day_ends_at: '',
};

/** For each address in ten minutes and in a day, of all that are no codes: those have budgets of their own (gap 22). */
const MOST_RECENT = 10;
const MOST_A_DAY = 20;

interface Numbered {
  readonly priority: number;
  readonly tries: number;
}

/** Whether this try counts for its address: the first one of what is no code. */
export function isCounted(email: Numbered): boolean {
  return kindOf(email) === 'other' && email.tries === 0;
}

/** Until when its address is not to get this email; undefined when it may now. */
export function heldUntil(recipient: Recipient, email: Numbered, now: Instant): Instant | undefined {
  const { paused_until, recent_count, recent_ends_at, day_count, day_ends_at } = recipient;
  if (paused_until !== null && paused_until > now) return paused_until;
  if (!isCounted(email)) return undefined;
  if (day_count >= MOST_A_DAY && day_ends_at > now) return day_ends_at;
  if (recent_count >= MOST_RECENT && recent_ends_at > now) return recent_ends_at;
  return undefined;
}

/** One more that is no code. */
export function counted(recipient: Recipient, now: Instant): Recipient {
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

/** So many refusals in a row pause an address; the next one after the pause does so again. */
const REFUSALS_TO_PAUSE = 3;
const PAUSE_SECONDS = DAY;
/** When nothing has been refused for so long, what was before does not count any more. */
const REMEMBERED_SECONDS = 7 * DAY;

export function refused(recipient: Recipient, now: Instant): Recipient {
  const refusals = recipient.refusals + 1;
  const paused_until = refusals >= REFUSALS_TO_PAUSE ? addSeconds(now, PAUSE_SECONDS) : null;
  return { ...recipient, refusals, paused_until };
}

export function forgetAt({ refusals, day_ends_at }: Recipient, now: Instant): Instant {
  return refusals > 0 ? addSeconds(now, REMEMBERED_SECONDS) : day_ends_at;
}

/** What a failed try means: try again, drop this email, or drop it and hold it against its address. */
export type Failure = 'retry' | 'drop' | 'bounce';

/**
 * A 5xx to the email itself is final. One to the connection, the login or the greeting is about the server's settings: an
 * operator can mend these. One to MAIL FROM is about our own address, not the recipient's.
 */
export function failureOf({ code, responseCode, command }: Reason): Failure {
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (!isFinal || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return 'retry';
  return command === 'MAIL FROM' ? 'drop' : 'bounce';
}

/** What may be logged of an error: an SMTP server may repeat the address in its message. */
export interface Reason {
  readonly name: string;
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

export function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const { code, responseCode, command } = error as Partial<Reason>; // nodemailer's extras
  return { name: error.name, code, responseCode, command };
}
