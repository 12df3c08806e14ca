import { ExpressionError, type Value } from './values.ts';

/** Languages that write a decimal point. */
const DECIMAL_POINT_LANGUAGES = ['en'];
const MAX_DECIMALS = 6;

/** A value as children read it: no thousands separator, a decimal comma where it is usual, a real minus sign. */
export function formatValue(value: Value, language: string): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') throw new ExpressionError(`${JSON.stringify(value)} cannot be written in a text.`);
  const digits = String(Number(value.toFixed(MAX_DECIMALS))).replace('-', '−');
  if (digits.includes('e')) throw new ExpressionError(`${value} cannot be read.`);
  return DECIMAL_POINT_LANGUAGES.includes(language.split('-')[0] ?? '') ? digits : digits.replace('.', ',');
}
