/** Crockford base32. It omits I, L and O, which look like digits, and U, which could form offensive words. */
const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Uppercase letters and digits (spec, "One-time codes"), without U and without 0, O, 1, I and L, which look alike. */
const LINKING_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random whole number from 0 to `below - 1`. */
export type RandomInt = (below: number) => number;

/** Generates six digits, for an email. */
export function generateEmailCode(random: RandomInt): string {
  return pickCharacters('0123456789', 6, random);
}

/** Generates twelve digits, which are accepted in place of an email code. So many digits cannot be guessed. */
export function generateLongCode(random: RandomInt): string {
  return pickCharacters('0123456789', 12, random);
}

/** Generates eight characters as XXXX-XXXX, for a parent to type in the panel. */
export function generateManagerCode(random: RandomInt): string {
  const code = pickCharacters(CROCKFORD_ALPHABET, 8, random);
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Generates twelve characters as XXXX-XXXX-XXXX, for a parent to keep on paper. So many cannot be guessed. */
export function generateRecoveryCode(random: RandomInt): string {
  return pickCharacters(CROCKFORD_ALPHABET, 12, random).replace(/....(?=.)/g, '$&-');
}

/** Generates eight characters, for a child to type in the app. */
export function generateLinkingCode(random: RandomInt): string {
  return pickCharacters(LINKING_ALPHABET, 8, random);
}

/** The maximum length of an input from which separators are removed. A longer input cannot be a code. */
const MAX_INPUT_LENGTH = 100;

/** Parses an email code of six digits, or a long code. Ignores spaces and dashes. Returns undefined if the input is neither. */
export function parseEmailCode(input: string): string | undefined {
  return matchOrUndefined(removeSeparators(input), /^([0-9]{6}|[0-9]{12})$/);
}

/** Whether a code that `parseEmailCode` has returned is too long to be guessed. */
export function isLongCode(code: string): boolean {
  return code.length > 6;
}

/**
 * Parses a manager code. Ignores case, spaces and dashes, and accepts O for 0, and I and L for 1. Returns the eight
 * characters without the dash, or undefined if the input is not such a code.
 */
export function parseManagerCode(input: string): string | undefined {
  return matchOrUndefined(normalizeCrockford(input), /^[0-9A-HJKMNP-TV-Z]{8}$/);
}

/** Parses a recovery code of twelve characters, like a manager code. */
export function parseRecoveryCode(input: string): string | undefined {
  return matchOrUndefined(normalizeCrockford(input), /^[0-9A-HJKMNP-TV-Z]{12}$/);
}

function normalizeCrockford(input: string): string {
  return removeSeparators(input).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
}

/** Parses a linking code. Ignores case, spaces and dashes. Returns undefined if the input is not such a code. */
export function parseLinkingCode(input: string): string | undefined {
  return matchOrUndefined(removeSeparators(input).toUpperCase(), /^[2-9A-HJKMNP-TV-Z]{8}$/);
}

const SEPARATORS = /[\s\-\u2010-\u2015\u2212]/g;

function removeSeparators(input: string): string {
  return input.length > MAX_INPUT_LENGTH ? '' : input.replace(SEPARATORS, '');
}

function matchOrUndefined(code: string, pattern: RegExp): string | undefined {
  return pattern.test(code) ? code : undefined;
}

function pickCharacters(alphabet: string, length: number, random: RandomInt): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
}
