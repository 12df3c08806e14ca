/** The result of an expression. */
export type Value = number | string | boolean | readonly Value[];

/** An expression of a pack that cannot be compiled, or that is not defined for these values. */
export class ExpressionError extends Error {}

const MAX_TEXT_LENGTH = 400;
const MAX_LIST_ENTRIES = 64;

/** Throws for values that are larger than any item needs. This limits the memory and time that expressions need. */
export function requireWithinLimits(value: Value): Value {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new ExpressionError('The result is not a number.');
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) throw new ExpressionError('The text is too long.');
  if (Array.isArray(value) && value.length > MAX_LIST_ENTRIES) throw new ExpressionError('The list is too long.');
  return value;
}

/** Whether two values are equal. Numbers can differ by a rounding error, so that 0.1 + 0.2 equals 0.3. */
export function isSame(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-9;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => isSame(entry, b[i] as Value)); // both lists have the same length
  return a === b;
}
