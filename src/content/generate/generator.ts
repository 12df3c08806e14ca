import { compileItem, type GeneratedItem } from './compile-item.ts';
import { compileVariable, type Draw, type DrawnVariable } from './draw-values.ts';
import { compileExpression, type Expression, type Scope } from './expressions/expression.ts';
import { ExpressionError, type Value } from './expressions/values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { compilePicture } from './picture.ts';
import { createRandom } from './random.ts';

/** Generates the items of one entry of a task. */
export interface Generator {
  /** Changes when the files of the task change. */
  readonly version: string;
  /** Draws the values of an item. The same seed always results in the same draw. */
  draw(seed: string): Draw;
  /** Whether this generator can create an item from a draw. The draw may come from an older version of the pack. */
  isValidDraw(draw: unknown): draw is Draw;
  /**
   * Creates the item of a draw and its answer key, with texts in `languages` and in the fallback, which is the first language of
   * the pack. If `languages` is empty, the texts are in all languages.
   */
  createItem(draw: Draw, languages: readonly string[]): GeneratedItem;
  /** Returns the picture of a draw as SVG; undefined when the items have no drawn picture. */
  renderPicture(draw: Draw, getIconSvg: (name: string) => string | undefined): string | undefined;
  /** Returns how many of `drawCount` random draws satisfy the conditions. */
  countAcceptedDraws(seed: string, drawCount: number): number;
}

/**
 * The validation of packs requires that at least 5% of the draws are accepted. Therefore only about one in a billion seeds has
 * no accepted draw in this number of tries.
 */
const MAX_TRIES = 400;

/** Compiles a generator. Throws ExpressionError for a mistake in the pack. */
export function compileGenerator(source: GeneratorSource): Generator {
  const { entry, languages } = source;
  const variables = Object.entries(entry.draw).map(([name, variableEntry]) =>
    compileVariable(name, variableEntry, source.wordLists),
  );
  const conditions = (entry.where ?? []).map(compileExpression);
  const letExpressions = compileLetExpressions(source);
  const picture = entry.picture && compilePicture(entry.picture);
  const compiledItem = compileItem(source, picture);
  const buildScope = (draw: Draw, language: string) => createScope(variables, letExpressions, draw, language);
  // If no variable is a word, a condition has the same result in every language.
  const hasWords = Object.values(entry.draw).some((variableEntry) => 'list' in variableEntry);
  const isAccepted = (draw: Draw) =>
    (hasWords ? languages : languages.slice(0, 1)).every((language) => {
      const scope = buildScope(draw, language);
      return conditions.every((condition) => condition.evaluate(scope) === true);
    });
  const tryDraw = (randomBelow: (below: number) => number): Draw | undefined => {
    const drawnValues = new Map<string, Value>();
    for (const variable of variables) drawnValues.set(variable.name, variable.draw(randomBelow, drawnValues));
    const draw = Object.fromEntries(drawnValues);
    return isAccepted(draw) ? draw : undefined;
  };
  return {
    version: source.version,
    draw(seed) {
      const randomBelow = createRandom(`${seed} ${entry.id}`);
      for (let i = 0; i < MAX_TRIES; i += 1) {
        const draw = tryDraw(randomBelow);
        if (draw) return draw;
      }
      throw new ExpressionError(`None of ${MAX_TRIES} draws satisfied the conditions.`);
    },
    countAcceptedDraws(seed, drawCount) {
      const randomBelow = createRandom(seed);
      return Array.from({ length: drawCount }, () => tryDraw(randomBelow)).filter(Boolean).length;
    },
    isValidDraw(draw): draw is Draw {
      return hasPossibleValues(variables, draw) && isTrueIfDefined(() => isAccepted(draw as Draw));
    },
    createItem(draw, requestedLanguages) {
      const scopesByLanguage = new Map(languages.map((language) => [language, buildScope(draw, language)]));
      const textLanguages = languages.filter((language, i) => i === 0 || requestedLanguages.includes(language));
      return compiledItem.build(draw, scopesByLanguage, requestedLanguages.length === 0 ? languages : textLanguages);
    },
    renderPicture: (draw, getIconSvg) => picture?.render(buildScope(draw, languages[0] ?? ''), getIconSvg),
  };
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
function hasPossibleValues(variables: readonly DrawnVariable[], draw: unknown): boolean {
  if (typeof draw !== 'object' || draw === null || Object.keys(draw).length !== variables.length) return false;
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
