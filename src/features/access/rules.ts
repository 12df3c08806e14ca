import { DAY, HOUR, type Instant, MINUTE } from '../../core/time/instant.ts';
import type { CodeRow, ProfileRow } from '../../schema/tables.ts';

/** Lifetimes of tokens, codes and panel sessions (spec, "One-time codes"; gaps 15 and 17). */
export const LIFETIME_SECONDS = {
  childToken: 30 * DAY,
  parentToken: 7 * DAY,
  emailCode: 10 * MINUTE,
  managerCode: 5 * MINUTE,
  linkingCode: 15 * MINUTE,
  tabletCode: 2 * HOUR,
  panelIdle: 24 * HOUR, // after the last request
  panelAbsolute: 30 * DAY, // after the sign-in
  panelPresence: 30 * MINUTE, // after the last request, until the panel asks who is there
} as const;

/** At most `maxCount` actions in a window of time. They are counted in the database, so that a restart does not reset the count. */
export interface Limit {
  readonly name: string;
  readonly maxCount: number;
  readonly windowSeconds: number;
}

// The names of limits are keys in the database: changing a name would reset its counts.

/** How many codes of one owner are valid at the same time. A parent may link four children at once. */
export const MAX_VALID_CODES: Readonly<Record<CodeRow['purpose'], number>> = {
  'app-email': 3,
  'panel-email': 3,
  'confirm-email': 3,
  'change-email': 3,
  manager: 3,
  linking: 4,
  tablet: 2,
};
/** Failed attempts of one client to enter codes that were sent to one email address (gap 22). */
export const CODE_ATTEMPT_LIMIT: Limit = { name: 'code attempts an hour', maxCount: 10, windowSeconds: HOUR };
/** Failed attempts of all clients together at the codes of one email address. */
export const ALL_CODE_ATTEMPTS_LIMIT: Limit = { name: 'all code attempts an hour', maxCount: 30, windowSeconds: HOUR };
/** Emails with codes that one client requests for one email address (gap 23). */
export const EMAIL_LIMITS: readonly Limit[] = [
  { name: 'emails in ten minutes', maxCount: 10, windowSeconds: 10 * MINUTE },
  { name: 'emails a day', maxCount: 20, windowSeconds: DAY },
];
/** Emails with codes and invitations of all unknown clients together to one email address. One client cannot use them up. */
export const ALL_EMAILS_LIMITS: readonly Limit[] = [
  { name: 'all emails in ten minutes', maxCount: 20, windowSeconds: 10 * MINUTE },
  { name: 'all emails a day', maxCount: 40, windowSeconds: DAY },
];
/**
 * Emails with codes of one purpose for signing in that an address gets even when a limit of a day is used up, so that every hour
 * there is a way in (decision 0078).
 */
export const RESERVED_EMAIL_LIMIT: Limit = { name: 'reserved emails an hour', maxCount: 1, windowSeconds: HOUR };
/**
 * Emails with a code for signing in to the panel that one client requests for one parent (spec, "Limits"; gap 23). `RATE_LIMITS=off`
 * disables this limit and the next two, but no other limit in this file.
 */
export const PANEL_CODE_LIMIT: Limit = { name: 'panel sends', maxCount: 3, windowSeconds: 10 * MINUTE };
/** Different email addresses to which a client requests codes of the app: nobody probes many addresses. */
export const REQUESTED_ADDRESSES_LIMIT: Limit = { name: 'requested addresses', maxCount: 10, windowSeconds: HOUR };
/** The same for all clients of an IPv4 address or an IPv6 site: more than the parents of a large school request in an evening's hour. */
export const SITE_REQUESTED_ADDRESSES_LIMIT: Limit = {
  name: 'requested addresses of a site',
  maxCount: 100,
  windowSeconds: HOUR,
};
/** Failed attempts by a child to enter linking codes. */
export const LINK_ATTEMPT_LIMIT: Limit = { name: 'link attempts', maxCount: 10, windowSeconds: 15 * MINUTE };
/** Failed attempts on one device to enter tablet codes. */
export const TABLET_ATTEMPT_LIMIT: Limit = { name: 'tablet codes of a device', maxCount: 30, windowSeconds: HOUR };
/**
 * The same from one place, for anybody can invent devices: as many as the rate limit lets an IP address send. A code has 39 random bits, so an
 * hour of them finds one of a thousand valid codes with a probability of one in a million.
 */
export const ALL_TABLET_ATTEMPTS_LIMIT: Limit = { name: 'tablet codes', maxCount: 600, windowSeconds: HOUR };
/** Uses of a parent's tablet codes. Beyond that, a code that somebody photographed would bring the children to any number of devices. */
export const TABLET_DEVICE_LIMIT: Limit = { name: 'connected tablets', maxCount: 20, windowSeconds: DAY };
/** Failed attempts by a parent to enter invitation codes of planets. */
export const PLANET_CODE_LIMIT: Limit = { name: 'planet codes', maxCount: 10, windowSeconds: HOUR };
/** Emails to the operator in which one person reports planets and names. */
export const REPORT_LIMIT: Limit = { name: 'reports a day', maxCount: 5, windowSeconds: DAY };
/** Attempts on one device to undo the first link of a child with its earlier PIN. Right ones count, too. */
export const UNDO_LIMITS: readonly Limit[] = [
  { name: 'undo attempts an hour', maxCount: 5, windowSeconds: HOUR },
  { name: 'undo attempts a day', maxCount: 10, windowSeconds: DAY },
];
/** The same attempts for all children of one device. */
export const UNDO_DEVICE_LIMIT: Limit = { name: 'undo attempts of a device', maxCount: 30, windowSeconds: DAY };
/** Emails to a child's first guardian after the child has entered another parent's linking code (gap 12). */
export const CONFLICT_EMAIL_LIMIT: Limit = { name: 'conflict emails', maxCount: 1, windowSeconds: HOUR };

/** Notices to all guardians of a child that wrong PINs have used up a budget of a day (gap 95). */
export const WRONG_PIN_EMAIL_LIMIT: Limit = { name: 'wrong PIN emails', maxCount: 1, windowSeconds: DAY };
/** Emails to a parent about sign-ins on new devices (gap 94): a browser without cookies is a new device at each sign-in. */
export const NEW_DEVICE_EMAIL_LIMIT: Limit = { name: 'new device emails', maxCount: 5, windowSeconds: DAY };
/** Emails to a parent about passkeys that were added or removed. */
export const PASSKEY_EMAIL_LIMIT: Limit = { name: 'passkey emails', maxCount: 20, windowSeconds: DAY };
/**
 * Emails to a guardian about one kind of action by another guardian (gap 124). The limit is lower than the daily limit of
 * security emails in platform/email/rules.ts, so that repeating one action cannot use up that limit.
 */
export const GUARDIAN_NOTICE_LIMIT: Limit = { name: 'guardian notices', maxCount: 5, windowSeconds: DAY };
/** Invitations that one guardian sends by email (gap 92). */
export const INVITATION_LIMIT: Limit = { name: 'invitations a day', maxCount: 10, windowSeconds: DAY };

/** Wrong recovery codes for one email address from one site (gap 176). They are too long to be guessed. */
export const RECOVERY_LIMIT: Limit = { name: 'recovery attempts an hour', maxCount: 10, windowSeconds: HOUR };
/**
 * Times that one guardian vouches for a new address of another, so that nobody repeats it until an email is overlooked, and nobody uses up
 * the tries of an honest guardian (gap 180).
 */
export const VOUCHING_LIMIT: Limit = { name: 'vouchings in 30 days', maxCount: 3, windowSeconds: 30 * DAY };
/** Times that one parent asks for codes in order to change the address of the account (gap 175). */
export const ADDRESS_CHANGE_LIMIT: Limit = { name: 'address changes a day', maxCount: 10, windowSeconds: DAY };

/** Attempts of one client at one code. */
export const ATTEMPTS_PER_CODE_LIMIT: Limit = {
  name: 'own code attempts',
  maxCount: 5,
  windowSeconds: LIFETIME_SECONDS.emailCode,
};

/** Children up to this age are asked for their PIN in pictures. */
const PICTURE_PIN_AGE = 6;

/** Whether a child is asked for its PIN in pictures: as it entered it last, or else by its age. */
export function usesPictures({ uses_pictures, birth_year }: ProfileRow, now: Instant): boolean {
  if (uses_pictures !== null) return uses_pictures === 'yes';
  return birth_year !== null && birth_year >= getFirstPictureYear(now);
}

/** The earliest birth year of children who are asked in pictures. */
export function getFirstPictureYear(now: Instant): number {
  return Number(now.slice(0, 4)) - PICTURE_PIN_AGE;
}

/** Exactly four ASCII digits (spec, register/child). */
export function isPin(text: string): boolean {
  return /^[0-9]{4}$/.test(text);
}
