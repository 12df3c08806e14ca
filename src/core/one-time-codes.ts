/** Crockford base32: no I, L, O, U, so that a code read aloud is typed right. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Uppercase letters and digits (spec, "One-time codes") without 0 O 1 I L U. */
const LINKING = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What the three kinds of one-time codes look like; `RandomInt` gives a whole number from 0 below its argument. */
export type RandomInt = (below: number) => number;

/** Six digits, for a letter. */
export function newEmailCode(random: RandomInt): string {
  return pick('0123456789', 6, random);
}

/** Eight characters as XXXX-XXXX, for a parent to type on the panel. */
export function newManagerCode(random: RandomInt): string {
  const code = pick(CROCKFORD, 8, random);
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Eight characters, for a child to type in the app. */
export function newLinkingCode(random: RandomInt): string {
  return pick(LINKING, 8, random);
}

/** Whoever types more than this types no code. */
const LONGEST_TYPED = 100;

/** What was typed as the six digits, spaces and dashes ignored; undefined when it cannot be such a code. */
export function parseEmailCode(typed: string): string | undefined {
  return matching(withoutSeparators(typed), /^[0-9]{6}$/);
}

/** What was typed as a manager code, forgiving of case, spaces, dashes and the look-alikes O, I and L. */
export function parseManagerCode(typed: string): string | undefined {
  const code = withoutSeparators(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return matching(code, /^[0-9A-HJKMNP-TV-Z]{8}$/);
}

/** What was typed as a linking code, forgiving of case, spaces and dashes. */
export function parseLinkingCode(typed: string): string | undefined {
  return matching(withoutSeparators(typed).toUpperCase(), /^[2-9A-HJKMNP-TV-Z]{8}$/);
}

const SEPARATORS = /[\s\-\u2010-\u2015\u2212]/g;

function withoutSeparators(typed: string): string {
  return typed.length > LONGEST_TYPED ? '' : typed.replace(SEPARATORS, '');
}

function matching(code: string, form: RegExp): string | undefined {
  return form.test(code) ? code : undefined;
}

function pick(alphabet: string, length: number, random: RandomInt): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
}
