import type { GeneratorEntry, GeneratorPicture } from '../format/generators.ts';
import { animateNewParts } from './animate-new-parts.ts';
import { compileItem, type GeneratedItem } from './compile-item.ts';
import { compileVariable, type Draw, type DrawnVariable, LEVEL_KEY } from './draw-values.ts';
import { compileExpression, type Expression, type Scope } from './expressions/expression.ts';
import { ExpressionError, type Value } from './expressions/values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { compilePicture } from './picture.ts';
import { createRandom } from './random.ts';

/** Generates the items of one entry of a task. */
export interface Generator {
  /** Changes when the files of the task change. */
  readonly version: string;
  /** The difficulties for which it can draw an item besides the difficulty of its task. */
  readonly levels: readonly number[];
  /** Whether all items have the same question: what is said has no placeholders. */
  readonly hasFixedQuestion: boolean;
  /**
   * Draws the values of an item, of the difficulty of the task or of one of the `levels`. The same seed and level always result in the
   * same draw.
   */
  draw(seed: string, level?: number): Draw;
  /** Whether this generator can create an item from a draw. The draw may come from an older version of the pack. */
  isValidDraw(draw: unknown): draw is Draw;
  /**
   * Creates the item of a draw and its answer key, with texts in `languages` and in the fallback, which is the first language of
   * the pack. If `languages` is empty, the texts are in all languages.
   */
  createItem(draw: Draw, languages: readonly string[]): GeneratedItem;
  /**
   * Returns the picture of a draw as SVG, or that of a step of the worked solution (from 1); undefined if there is none. What a step
   * adds to the picture of the step before appears piece by piece.
   */
  renderPicture(draw: Draw, getIconSvg: (name: string) => string | undefined, step?: number): string | undefined;
  /** Returns how many of `drawCount` random draws satisfy the conditions. */
  countAcceptedDraws(seed: string, drawCount: number, level?: number): number;
}

/** What an item of one difficulty is drawn from. */
interface Range {
  readonly variables: readonly DrawnVariable[];
  isAccepted(draw: Draw): boolean;
}

/** The levels of a generator, without compiling it. */
export function listLevels({ entry }: GeneratorSource): number[] {
  return Object.keys(entry.levels ?? {}).map(Number);
}

/** Whether what is said of each item has no placeholders, without compiling the generator. */
export function hasFixedQuestion({ entry }: GeneratorSource): boolean {
  return !Object.values(entry.speech ?? entry.prompt).some((text) => text.includes('{'));
}

/**
 * The validation of packs requires that at least 5% of the draws are accepted. Therefore only about one in a billion seeds has
 * no accepted draw in this number of tries.
 */
const MAX_TRIES = 400;

/** Compiles a generator. Throws ExpressionError for a mistake in the pack. */
export function compileGenerator(source: GeneratorSource): Generator {
  const { entry, answerEntry, languages } = source;
  const letExpressions = compileLetExpressions(source);
  const picture = entry.picture && compilePicture(entry.picture);
  const stepPictures = (answerEntry.solution ?? []).map(
    (step) => step.picture && compilePicture({ ...requirePicture(entry), ...step.picture }),
  );
  const compiledItem = compileItem(source, picture);
  const compileRange = (drawEntries: GeneratorEntry['draw'], where: GeneratorEntry['where'] = []): Range => {
    const variables = Object.entries(drawEntries).map(([name, variableEntry]) =>
      compileVariable(name, variableEntry, source.wordLists),
    );
    const conditions = where.map(compileExpression);
    // If no variable is a word, a condition has the same result in every language.
    const hasWords = Object.values(drawEntries).some((variableEntry) => 'list' in variableEntry);
    return {
      variables,
      isAccepted: (draw) =>
        (hasWords ? languages : languages.slice(0, 1)).every((language) => {
          const scope = createScope(variables, letExpressions, draw, language);
          return conditions.every((condition) => condition.evaluate(scope) === true);
        }),
    };
  };
  const ranges = new Map<Value | undefined, Range>([
    [undefined, compileRange(entry.draw, entry.where)],
    ...Object.entries(entry.levels ?? {}).map(
      ([level, { draw, where }]) =>
        [Number(level), compileRange({ ...entry.draw, ...draw }, where ?? entry.where)] as const,
    ),
  ]);
  const getRange = (level: Value | undefined): Range => {
    const range = ranges.get(level);
    if (!range) throw new ExpressionError(`There is no level ${level}.`);
    return range;
  };
  const buildScope = (draw: Draw, language: string) =>
    createScope(getRange(draw[LEVEL_KEY]).variables, letExpressions, draw, language);
  const tryDraw = (randomBelow: (below: number) => number, level: number | undefined): Draw | undefined => {
    const { variables, isAccepted } = getRange(level);
    const drawnValues = new Map<string, Value>();
    for (const variable of variables) drawnValues.set(variable.name, variable.draw(randomBelow, drawnValues));
    if (level !== undefined) drawnValues.set(LEVEL_KEY, level);
    const draw = Object.fromEntries(drawnValues);
    return isAccepted(draw) ? draw : undefined;
  };
  return {
    version: source.version,
    levels: listLevels(source),
    hasFixedQuestion: hasFixedQuestion(source),
    draw(seed, level) {
      const randomBelow = createRandom(`${seed} ${entry.id}`);
      for (let i = 0; i < MAX_TRIES; i += 1) {
        const draw = tryDraw(randomBelow, level);
        if (draw) return draw;
      }
      throw new ExpressionError(`None of ${MAX_TRIES} draws satisfied the conditions.`);
    },
    countAcceptedDraws(seed, drawCount, level) {
      const randomBelow = createRandom(seed);
      return Array.from({ length: drawCount }, () => tryDraw(randomBelow, level)).filter(Boolean).length;
    },
    isValidDraw(draw): draw is Draw {
      if (typeof draw !== 'object' || draw === null) return false;
      const { [LEVEL_KEY]: level, ...values } = draw as Draw;
      const range = ranges.get(level);
      return (
        range !== undefined &&
        hasPossibleValues(range.variables, values) &&
        isTrueIfDefined(() => range.isAccepted(values))
      );
    },
    createItem(draw, requestedLanguages) {
      const scopesByLanguage = new Map(languages.map((language) => [language, buildScope(draw, language)]));
      const textLanguages = languages.filter((language, i) => i === 0 || requestedLanguages.includes(language));
      return compiledItem.build(draw, scopesByLanguage, requestedLanguages.length === 0 ? languages : textLanguages);
    },
    renderPicture(draw, getIconSvg, step = 0) {
      const scope = buildScope(draw, languages[0] ?? '');
      if (step === 0) return picture?.render(scope, getIconSvg);
      const svg = stepPictures[step - 1]?.render(scope, getIconSvg);
      const previousSvg = stepPictures
        .slice(0, step - 1)
        .findLast(Boolean)
        ?.render(scope, getIconSvg);
      return svg && animateNewParts(svg, previousSvg);
    },
  };
}

function requirePicture({ picture }: GeneratorEntry): GeneratorPicture {
  if (!picture) throw new ExpressionError('A step of the solution has a picture, but the item has none.');
  return picture;
}

/**
 * Creates the scope of a draw in one language. It evaluates a `let` expression only when another expression uses its name,
 * because the conditions that reject a draw use few `let` expressions.
 */
function createScope(
  variables: readonly DrawnVariable[],
  letExpressions: ReadonlyMap<string, Expression>,
  draw: Draw,
  language: string,
): Scope {
  const computedValues = new Map<string, Value>();
  // Every draw has a value for each variable: `tryDraw` created it, or `isValidDraw` has checked it.
  for (const { name, toExpressionValue } of variables)
    computedValues.set(name, toExpressionValue(draw[name] as Value, language));
  const get = (name: string): Value | undefined => {
    const value = computedValues.get(name) ?? letExpressions.get(name)?.evaluate(scope);
    if (value !== undefined) computedValues.set(name, value);
    return value;
  };
  const scope = { language, values: { get } };
  return scope;
}

/** Compiles the `let` expressions. Each can use the drawn values and the expressions before it, so there are no cycles. */
function compileLetExpressions({ entry, answerEntry }: GeneratorSource): ReadonlyMap<string, Expression> {
  const knownNames = new Set(Object.keys(entry.draw));
  return new Map(
    Object.entries({ ...entry.let, ...answerEntry.let }).map(([name, text]) => {
      const expression = compileExpression(text);
      const unknownName = [...expression.names].find((usedName) => !knownNames.has(usedName));
      if (unknownName !== undefined)
        throw new ExpressionError(`The expression "${name}" uses "${unknownName}", which is not defined before it.`);
      knownNames.add(name);
      return [name, expression];
    }),
  );
}

/** Whether a draw has a possible value for each of these variables, and no other values. */
function hasPossibleValues(variables: readonly DrawnVariable[], draw: Draw): boolean {
  if (Object.keys(draw).length !== variables.length) return false;
  const drawnValues = new Map<string, Value>(Object.entries(draw));
  return variables.every(({ name, isPossible }) =>
    isTrueIfDefined(() => isPossible(drawnValues.get(name), drawnValues)),
  );
}

/** Returns the result of a check; false if one of its expressions is not defined for these values. */
function isTrueIfDefined(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
