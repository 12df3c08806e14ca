import { DAY, HOUR, type Instant, MINUTE } from '../../core/time/instant.ts';

/** Why a parent may have to be told something: something waits for the parent, or a child may be done for today. */
export type Occasion = 'waiting' | 'done';

/** What a parent wants to be told at once, in all browsers, and when not. */
export interface NotificationSettings {
  readonly tellsWaiting: boolean;
  readonly tellsDone: boolean;
  /** The hours of the day, 0 to 23, at which the quiet time begins and ends. If they are equal, there is none. */
  readonly quietFrom: number;
  readonly quietUntil: number;
  readonly hasDailyEmail: boolean;
}

export const DEFAULT_SETTINGS: NotificationSettings = {
  tellsWaiting: true,
  tellsDone: true,
  quietFrom: 20,
  quietUntil: 7,
  hasDailyEmail: false,
};

/** For so long, what happens is collected into one message. */
export const MERGE_SECONDS = MINUTE;
/** The shortest time between two messages in one browser. */
export const MIN_GAP_SECONDS = 10 * MINUTE;
/** After so long, a message that could not be sent is not sent anymore. */
export const MAX_AGE_SECONDS = DAY;

/** The number of seconds until the next try: it doubles from 30 seconds up to an hour. */
export function getSecondsUntilRetry(tries: number): number {
  return Math.min(HOUR, 15 * 2 ** Math.min(tries, 20));
}

/** When the quiet time ends, if it is quiet now. */
export function findQuietEnd(
  now: Instant,
  timeZone: string,
  { quietFrom, quietUntil }: Pick<NotificationSettings, 'quietFrom' | 'quietUntil'>,
): Instant | undefined {
  const { hour } = toLocal(now, timeZone);
  const isQuiet =
    quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
  return isQuiet ? getNextHour(now, timeZone, quietUntil) : undefined;
}

/** The hours of the parent's day in which the email of the day is sent: at the first of them, unless something happens later. */
const EMAIL_HOURS = { from: 18, until: 21 };
/** More than a day of the parent's clock is left between two emails, even if the family travels. */
const MIN_SECONDS_BETWEEN_EMAILS = 20 * HOUR;

/** When to send the email of the day, if it is not to be sent now. */
export function findEmailTime(now: Instant, timeZone: string, emailedAt: Instant | null): Instant | undefined {
  const { hour } = toLocal(now, timeZone);
  const isTime = hour >= EMAIL_HOURS.from && hour < EMAIL_HOURS.until;
  const wasSent = emailedAt !== null && Date.parse(now) - Date.parse(emailedAt) < MIN_SECONDS_BETWEEN_EMAILS * 1000;
  return isTime && !wasSent ? undefined : getNextHour(now, timeZone, EMAIL_HOURS.from);
}

/** The next time at which a clock in this time zone shows this hour. */
function getNextHour(now: Instant, timeZone: string, hour: number): Instant {
  const local = toLocal(now, timeZone);
  const today = local.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour } });
  const next =
    today.epochMilliseconds > local.epochMilliseconds
      ? today
      : local.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone, plainTime: { hour } });
  return new Date(next.epochMilliseconds).toISOString();
}

function toLocal(now: Instant, timeZone: string) {
  return Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
}
