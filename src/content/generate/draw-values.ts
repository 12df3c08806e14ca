import type { RangeEntry } from '../format/generated.ts';
import { compileExpression, type Expression } from './expressions/expression.ts';
import type { Value } from './expressions/values.ts';
import { ExpressionError, isSame } from './expressions/values.ts';

/** The values that were drawn for one item, by name: a number, one of the listed values, or the position in a word list. */
export type Draw = Readonly<Record<string, Value>>;

/** The words of each language. An entry is a word, or a list such as the forms of a noun. */
export type WordList = Readonly<Record<string, readonly Value[]>>;

/** How the value of one name is drawn. `earlier` are the values that were drawn before it, by name. */
export interface Range {
  readonly name: string;
  draw(random: (below: number) => number, earlier: ReadonlyMap<string, Value>): Value;
  /** Whether a value can have been drawn from this range. A value from an older version of the pack may be impossible. */
  contains(value: unknown, earlier: ReadonlyMap<string, Value>): boolean;
  /** The value that expressions see. */
  read(drawn: Value, language: string): Value;
}

/**
 * A word is drawn as a number below this one. The remainder of dividing the number by the length of a list is the position of the
 * word in that list. So one drawn number fits the lists of all languages, whatever their lengths.
 */
const MAX_WORD_NUMBER = 1_000_000;

/** Compiles a range. Throws ExpressionError. */
export function compileRange(name: string, entry: RangeEntry, lists: ReadonlyMap<string, WordList>): Range {
  if ('list' in entry) return compileWordRange(name, entry.list, lists);
  if ('one_of' in entry) {
    const values = entry.one_of as readonly Value[];
    return {
      name,
      draw: (random) => values[random(values.length)] as Value, // the schema requires at least one value
      contains: (value) => values.some((other) => isSame(other, value as Value)),
      read: (drawn) => drawn,
    };
  }
  return compileNumberRange(name, compileExpression(entry.from), compileExpression(entry.to), entry.step ?? 1);
}

function compileNumberRange(name: string, from: Expression, to: Expression, step: number): Range {
  const computeBounds = (earlier: ReadonlyMap<string, Value>) => {
    const scope = { language: 'en', values: earlier };
    const [first, last] = [from.evaluate(scope), to.evaluate(scope)];
    if (typeof first !== 'number' || typeof last !== 'number') throw new ExpressionError(`${name} has no range.`);
    const ROUNDING_ERROR = 1e-9;
    return { first, count: Math.floor((last - first) / step + ROUNDING_ERROR) + 1 };
  };
  return {
    name,
    draw(random, earlier) {
      const { first, count } = computeBounds(earlier);
      return computeStepValue(random(Math.max(1, count)), first, step);
    },
    contains(value, earlier) {
      if (typeof value !== 'number') return false;
      const { first, count } = computeBounds(earlier);
      const index = Math.round((value - first) / step);
      return index >= 0 && index < count && value === computeStepValue(index, first, step);
    },
    read: (drawn) => drawn,
  };
}

/** The value after `index` steps, without the rounding errors of adding fractions. */
function computeStepValue(index: number, first: number, step: number): number {
  return Number((first + step * index).toFixed(9));
}

function compileWordRange(name: string, id: string, lists: ReadonlyMap<string, WordList>): Range {
  const list = lists.get(id);
  if (!list) throw new ExpressionError(`There is no word list "${id}".`);
  return {
    name,
    draw: (random) => random(MAX_WORD_NUMBER),
    contains: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MAX_WORD_NUMBER,
    read(drawn, language) {
      const words = list[language] ?? [];
      const word = words[(drawn as number) % words.length];
      if (word === undefined) throw new ExpressionError(`The word list "${id}" has no words in "${language}".`);
      return word;
    },
  };
}
