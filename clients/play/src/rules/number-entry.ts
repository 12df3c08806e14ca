export const MINUS = '−';

/** In characters. */
const MAX_LENGTH = 9;

/** The text of a number field after a key: a digit, the decimal separator, or the minus sign, which the same key removes again. */
export function enterKey(text: string, key: string): string {
  if (key === MINUS) return text.startsWith(MINUS) ? text.slice(1) : MINUS + text;
  const isRepeated = !/\d/.test(key) && text.includes(key);
  return isRepeated || text.length >= MAX_LENGTH ? text : text + key;
}

/** The text of a number field into which a text was typed or pasted. */
export function toNumberText(typed: string, language: string, canBeNegative: boolean): string {
  return [...typed]
    .map((key) => (/[.,]/.test(key) ? getDecimalSeparator(language) : key === '-' ? MINUS : key))
    .filter((key) => /[\d.,]/.test(key) || (canBeNegative && key === MINUS))
    .reduce(enterKey, '');
}

/** The decimal separator of a language. */
export function getDecimalSeparator(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Writes a number as a child types it. */
export function formatNumber(value: number, language: string): string {
  const format = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });
  return format.format(value).replace('-', MINUS);
}
