import { ExpressionError, type Value } from './values.ts';

/** The languages with a decimal point. Texts in any other language have a decimal comma. */
const DECIMAL_POINT_LANGUAGES = ['en'];
const MAX_DECIMALS = 6;

/**
 * Formats a value as children read it: without thousands separators, with the decimal separator of the language, and with the
 * minus sign "−" instead of a hyphen.
 */
export function formatValue(value: Value, language: string): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') throw new ExpressionError(`${JSON.stringify(value)} cannot be written in a text.`);
  const digits = String(Number.isInteger(value) ? value : Number(value.toFixed(MAX_DECIMALS))).replace('-', '−');
  if (digits.includes('e')) throw new ExpressionError(`${value} cannot be read.`);
  return digits.includes('.') ? digits.replace('.', getDecimalSeparator(language)) : digits;
}

export function getDecimalSeparator(language: string): '.' | ',' {
  return DECIMAL_POINT_LANGUAGES.includes(language.split('-')[0] ?? '') ? '.' : ',';
}
