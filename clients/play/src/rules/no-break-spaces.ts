const NO_BREAK_SPACE = '\u00a0';
/** The space before a number that ends a text, as in the name "Curious Robin 83". */
const BEFORE_LAST_NUMBER = /(?<=\p{L}) (?=\d+\P{L}?$)/u;
/** The space after a word of one letter, or between a number and the next word. */
const AFTER_LETTER_OR_NUMBER = /(?<=(?<![\p{L}\p{N}’-])\p{L}|\d\.?) (?=\P{Z})/gu;
/** The space before a dash or middle dot that separates words. A Spanish opening dash has no space after it, so it does not match. */
const BEFORE_SEPARATOR = / (?=[—–·](?: |$))/g;
/** The space between a number and its unit, as in "12.5 m" and "80 km/h". */
const BEFORE_UNIT = /(?<=\d) (?=(?:[mck]?m[²³]?|k?g|m?l|s|min|h|%|°C)(?:\/|(?![\p{L}\d])))/gu;

/**
 * Replaces the spaces at which a line must not break with no-break spaces. In every language, a separator does not begin a
 * line, a number stays with its unit, and a number that ends the text stays with the word before it. In Ukrainian and Polish,
 * a word of one letter does not end a line, and a number stays with the next word.
 */
export function insertNoBreakSpaces(text: string, language: string): string {
  const joined = [BEFORE_LAST_NUMBER, BEFORE_SEPARATOR, BEFORE_UNIT].reduce(
    (result, space) => result.replace(space, NO_BREAK_SPACE),
    text,
  );
  return language === 'uk' || language === 'pl' ? joined.replace(AFTER_LETTER_OR_NUMBER, NO_BREAK_SPACE) : joined;
}
