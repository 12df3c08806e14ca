import type { Profile } from './profiles-store.ts';

/**
 * A child's name as it appears in an email. Mail programs turn text that looks like an address into a link, so such a
 * name is replaced by the pseudonym that the server generated (gap 126).
 */
export function nameInEmail({ display_name, pseudonym }: Pick<Profile, 'display_name' | 'pseudonym'>): string {
  return LINKABLE.some((pattern) => pattern.test(display_name)) ? (pseudonym ?? '') : display_name;
}

const LINKABLE = [
  /[.．。｡](?:\p{N}|[^\s\p{P}]{2})/u, // a domain or an IP address: "evil.example", but not "J. R." or "J.R."
  /\p{L}:\S/u, // a scheme: "https://…", "tel:…"
  /\S[@＠]\S/u, // a mailbox
  /(?:\p{N}\P{N}*){7}/u, // a telephone number
];
