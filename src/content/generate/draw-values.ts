import type { VariableEntry } from '../format/generators.ts';
import { compileExpression, type Expression } from './expressions/expression.ts';
import { ExpressionError, isSame, type Value } from './expressions/values.ts';

/**
 * The values that were drawn for one item, by name: a number, one of the listed values, or a number that selects a word. If the item is
 * not of the difficulty of its task, `LEVEL_KEY` has its difficulty.
 */
export type Draw = Readonly<Record<string, Value>>;

/** No variable can have this name. */
export const LEVEL_KEY = '@level';

/** The words of each language. An entry is a word, or a list such as the forms of a noun. */
export type WordList = Readonly<Record<string, readonly Value[]>>;

/** A variable of a generator. `drawnValues` contains at least the values of the variables before it, by name. */
export interface DrawnVariable {
  readonly name: string;
  draw(randomBelow: (below: number) => number, drawnValues: ReadonlyMap<string, Value>): Value;
  /** Whether the variable can have this value. An older version of the pack may have drawn a value that is now impossible. */
  isPossible(value: unknown, drawnValues: ReadonlyMap<string, Value>): boolean;
  /** Returns the value that expressions use: the word in this language, or the drawn value itself. */
  toExpressionValue(drawn: Value, language: string): Value;
}

/**
 * A word is drawn as a number below this limit. The remainder of dividing the number by the length of a list is the position of
 * the word in that list. Therefore one number is valid for the lists of all languages, whatever their lengths.
 */
const WORD_NUMBER_LIMIT = 1_000_000;

/** Added before rounding down, because a division such as 0.3 / 0.1 has a result that is slightly too small. */
const ROUNDING_ERROR = 1e-9;

/** Compiles a variable. Throws ExpressionError. */
export function compileVariable(
  name: string,
  entry: VariableEntry,
  wordLists: ReadonlyMap<string, WordList>,
): DrawnVariable {
  if ('list' in entry) return compileWordVariable(name, entry.list, wordLists);
  if ('one_of' in entry) {
    const values = entry.one_of as readonly Value[];
    return {
      name,
      draw: (randomBelow) => values[randomBelow(values.length)] as Value, // the schema requires at least one value
      isPossible: (value) => values.some((listedValue) => isSame(listedValue, value as Value)),
      toExpressionValue: (drawn) => drawn,
    };
  }
  return compileNumberVariable(name, compileExpression(entry.from), compileExpression(entry.to), entry.step ?? 1);
}

function compileNumberVariable(name: string, from: Expression, to: Expression, step: number): DrawnVariable {
  const computeRange = (drawnValues: ReadonlyMap<string, Value>) => {
    const scope = { language: 'en', values: drawnValues }; // the bounds are the same in all languages
    const [first, last] = [from.evaluate(scope), to.evaluate(scope)];
    if (typeof first !== 'number' || typeof last !== 'number')
      throw new ExpressionError(`"from" and "to" of "${name}" must be numbers.`);
    return { first, count: Math.floor((last - first) / step + ROUNDING_ERROR) + 1 };
  };
  return {
    name,
    draw(randomBelow, drawnValues) {
      const { first, count } = computeRange(drawnValues);
      return computeStepValue(randomBelow(Math.max(1, count)), first, step);
    },
    isPossible(value, drawnValues) {
      if (typeof value !== 'number') return false;
      const { first, count } = computeRange(drawnValues);
      const index = Math.round((value - first) / step);
      return index >= 0 && index < count && value === computeStepValue(index, first, step);
    },
    toExpressionValue: (drawn) => drawn,
  };
}

/** Returns the value after `index` steps, without the rounding errors of adding fractions. */
function computeStepValue(index: number, first: number, step: number): number {
  return Number((first + step * index).toFixed(9));
}

function compileWordVariable(name: string, id: string, wordLists: ReadonlyMap<string, WordList>): DrawnVariable {
  const wordList = wordLists.get(id);
  if (!wordList) throw new ExpressionError(`There is no word list "${id}".`);
  return {
    name,
    draw: (randomBelow) => randomBelow(WORD_NUMBER_LIMIT),
    isPossible: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < WORD_NUMBER_LIMIT,
    toExpressionValue(drawn, language) {
      const words = wordList[language] ?? [];
      const word = words[(drawn as number) % words.length];
      if (word === undefined) throw new ExpressionError(`The word list "${id}" has no words in "${language}".`);
      return word;
    },
  };
}
