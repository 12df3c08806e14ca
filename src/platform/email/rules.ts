import { addSeconds, DAY, HOUR, type Instant, MINUTE } from '../../core/time/instant.ts';
import type { EmailRecipientRow, OutboxRow } from '../../schema/tables.ts';

/** One-time codes are sent first, then notices about an account's or a child's security, then all other emails. */
export type EmailKind = 'code' | 'security' | 'other';
export const PRIORITIES: Readonly<Record<EmailKind, number>> = { code: 0, security: 1, other: 2 };

export function getEmailKind({ priority }: Pick<OutboxRow, 'priority'>): EmailKind {
  if (priority === PRIORITIES.code) return 'code';
  return priority === PRIORITIES.security ? 'security' : 'other';
}

/**
 * How many emails a process sends at the same time. Because of these limits, slow mail servers do not delay codes for other
 * recipients. The limit of a requester is below that of a domain, which is below that of repeated tries, so that one requester
 * cannot use all slots of a domain, and one domain cannot use all slots of repeated tries.
 */
export const MAX_CONCURRENT_EMAILS = {
  all: 10,
  /** Emails of the kinds `security` and `other`. */
  withoutCode: 4,
  /** Emails that have been tried before. */
  repeated: 4,
  /** Emails to one recipient, and to all recipients of one domain. */
  recipient: 1,
  domain: 3,
  /** Codes that one client has requested. */
  requester: 2,
} as const;

/** How long an email is claimed: no other process claims it during this time. Sending it is aborted before the claim ends. */
export const LEASE_SECONDS = 60;
export const SEND_TIMEOUT_SECONDS = 45;

/**
 * The number of seconds until the next try. The delay doubles from 2 seconds, up to 30 seconds for codes and up to an hour for
 * all other emails.
 */
export function getSecondsUntilRetry(tries: number, kind: EmailKind): number {
  return Math.min(kind === 'code' ? 30 : HOUR, 2 ** Math.min(tries, 20));
}

/** What the service has recorded about a recipient when it sent earlier emails. */
export interface RecipientState {
  readonly refusals: number;
  readonly paused_until: Instant | null;
  readonly counts: Readonly<Record<CountedKind, EmailCounts>>;
}

/** Codes are not counted here: they have their own limits (gap 23). */
type CountedKind = Exclude<EmailKind, 'code'>;

/** How many emails have been sent to a recipient in a window of ten minutes and in a window of a day. */
export type EmailCounts = Pick<EmailRecipientRow, 'recent_count' | 'recent_ends_at' | 'day_count' | 'day_ends_at'>;

/** No emails yet. The windows have ended, because an empty text is less than any instant. */
const NO_COUNTS: EmailCounts = { recent_count: 0, recent_ends_at: '', day_count: 0, day_ends_at: '' };

export const NEW_RECIPIENT: RecipientState = {
  refusals: 0,
  paused_until: null,
  counts: { security: NO_COUNTS, other: NO_COUNTS },
};

/**
 * How many emails one email address may receive in ten minutes and in a day. Each kind has separate limits, because invitations,
 * which strangers can cause, must not delay a security notice (gap 134).
 */
const LIMITS: Readonly<Record<CountedKind, { readonly recent: number; readonly day: number }>> = {
  security: { recent: 20, day: 40 },
  other: { recent: 10, day: 20 },
};

type EmailState = Pick<OutboxRow, 'priority' | 'tries'>;

/** Whether this try counts toward the limits of the email address. Only the first try of an email without a code does. */
export function isCounted(email: EmailState): boolean {
  return getEmailKind(email) !== 'code' && email.tries === 0;
}

/** Returns the instant until which this email must not be sent to its recipient, or undefined if it may be sent now. */
export function getBlockedUntil(state: RecipientState, email: EmailState, now: Instant): Instant | undefined {
  const { paused_until, counts } = state;
  if (paused_until !== null && paused_until > now) return paused_until;
  const kind = getEmailKind(email);
  if (kind === 'code' || !isCounted(email)) return undefined;
  const { recent_count, recent_ends_at, day_count, day_ends_at } = counts[kind];
  if (day_count >= LIMITS[kind].day && day_ends_at > now) return day_ends_at;
  if (recent_count >= LIMITS[kind].recent && recent_ends_at > now) return recent_ends_at;
  return undefined;
}

/** Returns the state of the recipient after one more email. Codes are not counted. */
export function addEmailToCounts(state: RecipientState, email: EmailState, now: Instant): RecipientState {
  const kind = getEmailKind(email);
  if (kind === 'code') return state;
  return { ...state, counts: { ...state.counts, [kind]: incrementCounts(state.counts[kind], now) } };
}

function incrementCounts(
  { recent_count, recent_ends_at, day_count, day_ends_at }: EmailCounts,
  now: Instant,
): EmailCounts {
  const isRecentWindowOpen = recent_ends_at > now;
  const isDayWindowOpen = day_ends_at > now;
  return {
    recent_count: isRecentWindowOpen ? recent_count + 1 : 1,
    recent_ends_at: isRecentWindowOpen ? recent_ends_at : addSeconds(now, 10 * MINUTE),
    day_count: isDayWindowOpen ? day_count + 1 : 1,
    day_ends_at: isDayWindowOpen ? day_ends_at : addSeconds(now, DAY),
  };
}

/** The number of consecutive refusals that pause an email address. After the pause, a single further refusal pauses it again. */
const REFUSALS_TO_PAUSE = 3;
const PAUSE_SECONDS = DAY;
/** How long refusals still count after the last change of the recipient's state. */
const RETENTION_SECONDS = 7 * DAY;

/** Returns the state of the recipient after a mail server has permanently refused the email address. */
export function addRefusal(state: RecipientState, now: Instant): RecipientState {
  const refusals = state.refusals + 1;
  const paused_until = refusals >= REFUSALS_TO_PAUSE ? addSeconds(now, PAUSE_SECONDS) : null;
  return { ...state, refusals, paused_until };
}

/** Returns the instant after which the state of the recipient is no longer relevant. */
export function getForgetAt({ refusals, counts }: RecipientState, now: Instant): Instant {
  if (refusals > 0) return addSeconds(now, RETENTION_SECONDS);
  const { security, other } = counts;
  return security.day_ends_at > other.day_ends_at ? security.day_ends_at : other.day_ends_at;
}

/** How to handle a failed try: retry, drop the email, or drop it and count a refusal of its recipient's address. */
export type FailureHandling = 'retry' | 'drop' | 'bounce';

/**
 * Decides how to handle a failed try. A 5xx reply to the email itself is final: to its addresses (nodemailer then reports the code
 * EENVELOPE) or to its content (EMESSAGE). A 5xx reply to the connection, the login or the greeting is caused by the settings of a
 * server, which an operator can correct. A 5xx reply to MAIL FROM concerns the email address of the sender, not that of the
 * recipient.
 */
export function classifyFailure({ code, responseCode, command }: FailureReason): FailureHandling {
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (!isPermanent || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return 'retry';
  return command === 'MAIL FROM' ? 'drop' : 'bounce';
}

/** The properties of an error that may be logged. A server's reply in the message can contain the email address. */
export interface FailureReason {
  readonly name: string;
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly message?: string;
}

export function getFailureReason(error: unknown): FailureReason {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const { code, responseCode, command, response } = error as Partial<FailureReason & { response: string }>; // added by nodemailer
  const isConnectionError = command === 'CONN' && response === undefined;
  return { name: error.name, code, responseCode, command, ...(isConnectionError && { message: error.message }) };
}
