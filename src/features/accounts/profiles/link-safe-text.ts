import type { Profile } from './profiles-store.ts';

/**
 * A child's name as it appears in an email. Email programs turn text that looks like a URL or an email address into a
 * link, so such a name is replaced by the pseudonym that the server generated (gap 126).
 */
export function formatNameForEmail({ display_name, pseudonym }: Pick<Profile, 'display_name' | 'pseudonym'>): string {
  return isLinkable(display_name) ? (pseudonym ?? '') : display_name;
}

/** Whether an email program would turn a part of a text that a person chose into a link. */
export function isLinkable(text: string): boolean {
  return LINKABLE_TEXT_PATTERNS.some((pattern) => pattern.test(text));
}

/**
 * Another person's email address as it appears in emails and in the panel. An address may contain a path and a query, which
 * email programs turn into a link ("www.evil.example/prize?x=@attacker.org"), so only the domain of an unusual address is shown.
 */
export function formatEmailForDisplay(email: string | null): string {
  if (email === null) return '';
  const atIndex = email.lastIndexOf('@');
  return PLAIN_LOCAL_PART_PATTERN.test(email.slice(0, atIndex)) ? email : `…${email.slice(atIndex)}`;
}

/** A person's email address for somebody who may know that person but must not learn the address: "m…@example.org". */
export function maskEmail(email: string | null): string {
  if (email === null) return '';
  const [firstCharacter = ''] = email;
  return `${/[\p{L}\p{N}]/u.test(firstCharacter) ? firstCharacter : ''}…${email.slice(email.lastIndexOf('@'))}`;
}

const PLAIN_LOCAL_PART_PATTERN = /^[\p{L}\p{M}\p{N}._+'-]+$/u;

const LINKABLE_TEXT_PATTERNS = [
  /[.․．。｡](?:\p{N}|[^\s\p{P}]{2})/u, // a domain or an IP address: "evil.example", but not "J. R." or "J.R."
  /\p{L}:\S/u, // a scheme: "https://…", "tel:…"
  /\S[@＠]\S/u, // an email address
  /(?:\p{N}\P{N}*){7}/u, // a telephone number
];
