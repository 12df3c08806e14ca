const NO_BREAK_SPACE = '\u00a0';
/** The space before a number that ends a text, as in the name "Curious Robin 83". */
const BEFORE_LAST_NUMBER = /(?<=\p{L}) (?=\d+\P{L}?$)/u;
/** The space after a word of one letter, or between a number and the next word. */
const AFTER_LETTER_OR_NUMBER = /(?<=(?<![\p{L}\p{N}’-])\p{L}|\d\.?) (?=\P{Z})/gu;
/** The space before a dash or middle dot that separates words. A Spanish opening dash has no space after it, so it does not match. */
const BEFORE_SEPARATOR = / (?=[—–·](?: |$))/g;

/**
 * Replaces the spaces at which a line must not break with no-break spaces. In every language, a separator does not begin a
 * line, and a number that ends the text stays with the word before it. In Ukrainian and Polish, a word of one letter does not
 * end a line, and a number stays with the next word.
 */
export function insertNoBreakSpaces(text: string, language: string): string {
  const joined = text.replace(BEFORE_LAST_NUMBER, NO_BREAK_SPACE).replace(BEFORE_SEPARATOR, NO_BREAK_SPACE);
  return language === 'uk' || language === 'pl' ? joined.replace(AFTER_LETTER_OR_NUMBER, NO_BREAK_SPACE) : joined;
}
