/** Whether both SQLite and PostgreSQL can store this text: it contains no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Counts the code points of a text. Length limits are numbers of code points, and messages call them characters. */
export function countCodePoints(text: string): number {
  return [...text].length;
}

/** Whether a text has control characters, line separators or characters that change the direction of the surrounding text. */
export function hasControlCharacters(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** Whether a text has a visible character: a letter, digit, punctuation mark, symbol or emoji. */
export function hasVisibleCharacter(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/**
 * The maximum number of code units in the decomposed form of a character, for example of a Greek letter with three marks. Only four
 * characters, of two rare scripts, have longer forms.
 */
const MAX_UNITS_PER_CHARACTER = 4;

/** The maximum length, in UTF-16 code units, of a text that can have `maxLength` characters after it is normalized. */
export function getMaxRawLength(maxLength: number): number {
  return MAX_UNITS_PER_CHARACTER * maxLength;
}

/** Matches more combining marks on one letter than any script uses (stream-safe text, UAX 15 of Unicode). */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/**
 * Trims a text and normalizes it to NFC. Returns undefined if the text is too long to have at most `maxLength` characters
 * afterward. Normalization takes quadratic time in the number of combining marks on one letter, so a text with more marks than any
 * script uses is rejected as well.
 */
export function toNfc(text: string, maxLength: number): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > getMaxRawLength(maxLength) || TOO_MANY_MARKS.test(trimmed)) return undefined;
  return trimmed.normalize('NFC').trim();
}

/** Whether a short text in NFC is also in NFKC: it has no compatibility characters, such as full-width letters and ligatures. */
export function isNfkc(text: string): boolean {
  return text.normalize('NFKC') === text;
}

/** Replaces compatibility characters, such as full-width letters and "²". Has no length limit, so the text must be trusted. */
export function toNfkc(text: string): string {
  return text.normalize('NFKC');
}

/**
 * Normalizes a single line of text for storage. Returns undefined if it has no visible character, is too long or cannot be stored.
 */
export function normalizeLine(text: string, maxLength: number): string | undefined {
  const line = toNfc(text, maxLength);
  if (line === undefined) return undefined;
  if (countCodePoints(line) > maxLength || !hasVisibleCharacter(line)) return undefined;
  return isStorable(line) && !hasControlCharacters(line) ? line : undefined;
}

/** Normalizes text with any number of lines for storage. Returns undefined if it is too long or cannot be stored. */
export function normalizeText(text: string, maxLength: number): string | undefined {
  const normalized = toNfc(text, maxLength);
  if (normalized === undefined) return undefined;
  if (countCodePoints(normalized) > maxLength) return undefined;
  return isStorable(normalized) && !hasForbiddenControlCharacters(normalized) ? normalized : undefined;
}

/** Whether a text of any number of lines has control characters other than tabs and line breaks. */
export function hasForbiddenControlCharacters(text: string): boolean {
  return FORBIDDEN_CONTROL_CHARACTER.test(text);
}

/**
 * Replaces the control characters of a text with escape sequences such as \u001b, so that printing it cannot control a terminal.
 */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    new RegExp(FORBIDDEN_CONTROL_CHARACTER, 'gu'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const FORBIDDEN_CONTROL_CHARACTER = /[^\P{Cc}\t\r\n]/u;
