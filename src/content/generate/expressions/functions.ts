import { formatValue } from './format-value.ts';
import { selectPlural } from './plurals.ts';
import { ExpressionError, isSame, type Value } from './values.ts';

type ExpressionFunction = (args: readonly Value[], language: string) => Value;

/** The largest number of repeated texts, and of steps of a range. */
const MAX_REPEATS = 64;
const ROUNDING_ERROR = 1e-9;

/** The functions of expressions, by name. The caller limits the length of each result, and thereby the running time. */
export const FUNCTIONS: Readonly<Record<string, ExpressionFunction>> = {
  min: (args) => Math.min(...args.map(toNumber)),
  max: (args) => Math.max(...args.map(toNumber)),
  abs: ([a]) => Math.abs(toNumber(a)),
  floor: ([a]) => Math.floor(toNumber(a) + ROUNDING_ERROR),
  ceil: ([a]) => Math.ceil(toNumber(a) - ROUNDING_ERROR),
  round: ([a, digits = 0]) => Number(toNumber(a).toFixed(toCount(digits, 6))),
  gcd: ([a, b]) => gcd(toInteger(a), toInteger(b)),
  lcm: ([a, b]) => Math.abs(toInteger(a) * toInteger(b)) / gcd(toInteger(a), toInteger(b)),
  pow: ([a, b]) => toNumber(a) ** toNumber(b),
  sum: ([list]) => toList(list).reduce<number>((total, entry) => total + toNumber(entry), 0),
  range: ([from, to, step = 1]) => buildRange(toNumber(from), toNumber(to), toNumber(step)),

  len: ([value]) => (typeof value === 'string' ? [...value].length : toList(value).length),
  contains: ([list, value]) =>
    typeof list === 'string'
      ? list.includes(toText(value))
      : toList(list).some((entry) => isSame(entry, requireValue(value))),
  index: ([list, value]) => toEntries(list).findIndex((entry) => isSame(entry, requireValue(value))),
  count: ([list, value]) => toEntries(list).filter((entry) => isSame(entry, requireValue(value))).length,
  reverse: ([value]) => (typeof value === 'string' ? [...value].reverse().join('') : toList(value).toReversed()),
  sort: ([list], language) => toList(list).toSorted((a, b) => compareValues(a, b, language)),
  slice: ([value, from, to]) => {
    const [start, end] = [toInteger(from), to === undefined ? undefined : toInteger(to)];
    return typeof value === 'string' ? [...value].slice(start, end).join('') : toList(value).slice(start, end);
  },
  concat: (args) => args.flatMap((list) => toList(list)),
  distinct: (args) => {
    const values = args.length === 1 ? toList(args[0]) : args;
    return values.every((value, i) => values.findIndex((candidate) => isSame(value, candidate)) === i);
  },

  letters: ([text]) => [...toText(text)],
  upper: ([text], language) => toText(text).toLocaleUpperCase(language),
  capital: ([text], language) => capitalize(toText(text), language),
  join: ([list, separator = '']) => toList(list).map(String).join(toText(separator)),
  repeat: ([text, times]) => toText(text).repeat(toCount(times, MAX_REPEATS)),
  replace: ([text, index, replacement]) => [...toText(text)].with(toInteger(index), toText(replacement)).join(''),
  pad: ([number, length = 2]) => String(toInteger(number)).padStart(toCount(length, 9), '0'),
  text: ([value], language) => formatValue(requireValue(value), language),
  shift: ([text, alphabet, count]) => shiftLetters(toText(text), toText(alphabet), toInteger(count)),
  jumble: ([value, seed]) => shuffle(value, toInteger(seed)),

  plural: ([count, forms], language) => selectPlural(toNumber(count), toList(forms).map(toText), language),
  counted: ([count, forms], language) =>
    `${formatValue(toNumber(count), language)} ${selectPlural(toNumber(count), toList(forms).map(toText), language)}`,
  walk: ([start, steps]) => computeWalkEnd(toList(start).map(toInteger), toEntries(steps).map(toText)),
};

function buildRange(from: number, to: number, step: number): number[] {
  if (step === 0 || (to - from) / step > MAX_REPEATS) throw new ExpressionError('The range is too long.');
  const length = Math.max(0, Math.floor((to - from) / step + ROUNDING_ERROR) + 1);
  return Array.from({ length }, (_, i) => from + i * step);
}

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

/**
 * Returns the letters or entries in another order, which depends only on `seed`. If all entries are equal, the order stays the
 * same.
 */
function shuffle(value: Value | undefined, seed: number): Value {
  const entries = [...toEntries(value)];
  let state = Math.abs(seed) + 1;
  for (let lastIndex = entries.length - 1; lastIndex > 0; lastIndex -= 1) {
    state = (state * 48271 + 11) % 2147483647; // a linear congruential generator
    const chosenIndex = state % (lastIndex + 1);
    [entries[lastIndex], entries[chosenIndex]] = [entries[chosenIndex] as Value, entries[lastIndex] as Value]; // both are in the list
  }
  const isUnchanged = entries.every((entry, i) => isSame(entry, toEntries(value)[i] as Value));
  const shuffled = isUnchanged ? [...entries.slice(1), ...entries.slice(0, 1)] : entries;
  return typeof value === 'string' ? shuffled.join('') : shuffled;
}

const STEP_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  R: [1, 0],
  L: [-1, 0],
  D: [0, 1],
  U: [0, -1],
};

/** Returns the square [column, row] where a walk of the steps R, L, U and D (right, left, up, down) ends. */
function computeWalkEnd([column = 0, row = 0]: readonly number[], steps: readonly string[]): Value {
  return steps.reduce<readonly [number, number]>(
    ([currentColumn, currentRow], step) => {
      const [right, down] = STEP_DIRECTIONS[step] ?? [];
      if (right === undefined || down === undefined) throw new ExpressionError(`"${step}" is not a step.`);
      return [currentColumn + right, currentRow + down];
    },
    [column, row],
  );
}

const collators = new Map<string, Intl.Collator>();

/** Compares numbers by value, and texts in the alphabetical order of the language. */
function compareValues(a: Value, b: Value, language: string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator.compare(String(a), String(b));
}

/** Moves each letter by `count` positions in the alphabet, which begins again after its end. Other characters do not change. */
function shiftLetters(text: string, alphabet: string, count: number): string {
  const letters = [...alphabet];
  const move = (letter: string) => {
    const index = letters.indexOf(letter);
    return index < 0 ? letter : letters.at((index + count) % letters.length);
  };
  return [...text].map(move).join('');
}

function capitalize(text: string, language: string): string {
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}

function requireValue(value: Value | undefined): Value {
  if (value === undefined) throw new ExpressionError('A value is missing.');
  return value;
}

export function toNumber(value: Value | undefined): number {
  if (typeof value !== 'number') throw new ExpressionError(`${JSON.stringify(value)} is not a number.`);
  return value;
}

function toInteger(value: Value | undefined): number {
  const integer = Math.round(toNumber(value));
  if (!isSame(integer, toNumber(value))) throw new ExpressionError(`${value} is not a whole number.`);
  return integer;
}

function toCount(value: Value | undefined, max: number): number {
  const count = toInteger(value);
  if (count < 0 || count > max) throw new ExpressionError(`${count} is not between 0 and ${max}.`);
  return count;
}

function toText(value: Value | undefined): string {
  if (typeof value !== 'string') throw new ExpressionError(`${JSON.stringify(value)} is not a text.`);
  return value;
}

function toList(value: Value | undefined): readonly Value[] {
  if (!Array.isArray(value)) throw new ExpressionError(`${JSON.stringify(value)} is not a list.`);
  return value;
}

/** Returns the entries of a list, or the characters of a text. */
function toEntries(value: Value | undefined): readonly Value[] {
  return typeof value === 'string' ? [...value] : toList(value);
}
