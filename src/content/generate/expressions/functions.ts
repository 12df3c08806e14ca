import { formatValue } from './format-value.ts';
import { selectPluralForm } from './plurals.ts';
import { ExpressionError, isSame, type Value } from './values.ts';

type ExpressionFunction = (args: readonly Value[], language: string) => Value;

/** The maximum number of repetitions of a text, and of steps in a range. */
const MAX_REPEATS = 64;
/** A result that differs from a whole number by less than this is rounded to that number. */
const ROUNDING_ERROR = 1e-9;

/** The functions of expressions, by name. The caller limits the length of each result, and thereby the running time. */
export const FUNCTIONS: Readonly<Record<string, ExpressionFunction>> = {
  min: (args) => Math.min(...args.map(requireNumber)),
  max: (args) => Math.max(...args.map(requireNumber)),
  abs: ([a]) => Math.abs(requireNumber(a)),
  floor: ([a]) => Math.floor(requireNumber(a) + ROUNDING_ERROR),
  ceil: ([a]) => Math.ceil(requireNumber(a) - ROUNDING_ERROR),
  round: ([a, digits = 0]) => Number(requireNumber(a).toFixed(requireCount(digits, 6))),
  gcd: ([a, b]) => gcd(requireInteger(a), requireInteger(b)),
  lcm: ([a, b]) => Math.abs(requireInteger(a) * requireInteger(b)) / gcd(requireInteger(a), requireInteger(b)),
  pow: ([a, b]) => requireNumber(a) ** requireNumber(b),
  sum: ([list]) => requireList(list).reduce<number>((total, entry) => total + requireNumber(entry), 0),
  range: ([from, to, step = 1]) => buildRange(requireNumber(from), requireNumber(to), requireNumber(step)),

  len: ([value]) => (typeof value === 'string' ? [...value].length : requireList(value).length),
  contains: ([list, value]) =>
    typeof list === 'string'
      ? list.includes(requireText(value))
      : requireList(list).some((entry) => isSame(entry, requireValue(value))),
  index: ([list, value]) => toEntries(list).findIndex((entry) => isSame(entry, requireValue(value))),
  count: ([list, value]) => toEntries(list).filter((entry) => isSame(entry, requireValue(value))).length,
  reverse: ([value]) => (typeof value === 'string' ? [...value].reverse().join('') : requireList(value).toReversed()),
  sort: ([list], language) => requireList(list).toSorted((a, b) => compareValues(a, b, language)),
  slice: ([value, from, to]) => {
    const [start, end] = [requireInteger(from), to === undefined ? undefined : requireInteger(to)];
    return typeof value === 'string' ? [...value].slice(start, end).join('') : requireList(value).slice(start, end);
  },
  concat: (args) => args.flatMap((list) => requireList(list)),
  distinct: (args) => {
    const values = args.length === 1 ? requireList(args[0]) : args;
    return values.every((value, i) => values.findIndex((candidate) => isSame(value, candidate)) === i);
  },

  letters: ([text]) => [...requireText(text)],
  upper: ([text], language) => requireText(text).toLocaleUpperCase(language),
  capital: ([text], language) => capitalize(requireText(text), language),
  join: ([list, separator = '']) => requireList(list).map(String).join(requireText(separator)),
  repeat: ([text, times]) => requireText(text).repeat(requireCount(times, MAX_REPEATS)),
  replace: ([text, index, replacement]) =>
    [...requireText(text)].with(requireInteger(index), requireText(replacement)).join(''),
  pad: ([number, length = 2]) => String(requireInteger(number)).padStart(requireCount(length, 9), '0'),
  text: ([value], language) => formatValue(requireValue(value), language),
  shift: ([text, alphabet, count]) => shiftLetters(requireText(text), requireText(alphabet), requireInteger(count)),
  jumble: ([value, seed]) => shuffle(value, requireInteger(seed)),

  plural: ([count, forms], language) =>
    selectPluralForm(requireNumber(count), requireList(forms).map(requireText), language),
  counted: ([count, forms], language) =>
    `${formatValue(requireNumber(count), language)} ${selectPluralForm(requireNumber(count), requireList(forms).map(requireText), language)}`,
  walk: ([start, steps]) => computeWalkEnd(requireList(start).map(requireInteger), toEntries(steps).map(requireText)),
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
    state = (state * 48271 + 11) % 2147483647; // a linear congruential generator, with the multiplier and modulus of MINSTD
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

export function requireNumber(value: Value | undefined): number {
  if (typeof value !== 'number') throw new ExpressionError(`${JSON.stringify(value)} is not a number.`);
  return value;
}

function requireInteger(value: Value | undefined): number {
  const integer = Math.round(requireNumber(value));
  if (!isSame(integer, requireNumber(value))) throw new ExpressionError(`${value} is not a whole number.`);
  return integer;
}

function requireCount(value: Value | undefined, max: number): number {
  const count = requireInteger(value);
  if (count < 0 || count > max) throw new ExpressionError(`${count} is not between 0 and ${max}.`);
  return count;
}

function requireText(value: Value | undefined): string {
  if (typeof value !== 'string') throw new ExpressionError(`${JSON.stringify(value)} is not a text.`);
  return value;
}

function requireList(value: Value | undefined): readonly Value[] {
  if (!Array.isArray(value)) throw new ExpressionError(`${JSON.stringify(value)} is not a list.`);
  return value;
}

/** Returns the entries of a list, or the characters of a text. */
function toEntries(value: Value | undefined): readonly Value[] {
  return typeof value === 'string' ? [...value] : requireList(value);
}
