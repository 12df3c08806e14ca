import { compileItem, type GeneratedItem } from './compile-item.ts';
import { compileVariable, type Draw, type DrawnVariable } from './draw-values.ts';
import { compileExpression, type Expression, type Scope } from './expressions/expression.ts';
import { ExpressionError, type Value } from './expressions/values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { compilePicture } from './picture.ts';
import { createRandom } from './random.ts';

/** Generates the items of one entry of a task. */
export interface Generator {
  /** Changes with the files of the task. */
  readonly version: string;
  /** Draws the values of an item. The same seed gives the same draw. */
  draw(seed: string): Draw;
  /** Whether this generator can create an item from a draw, which an older version of the pack may have drawn. */
  isValidDraw(draw: unknown): draw is Draw;
  /**
   * Creates the item of a draw and its answer key, with texts in these languages and in the fallback, which is the first
   * language of the pack.
   */
  createItem(draw: Draw, languages: readonly string[]): GeneratedItem;
  /** Returns the picture of a draw as SVG; undefined when the items have no drawn picture. */
  renderPicture(draw: Draw, getIconSvg: (name: string) => string | undefined): string | undefined;
  /** Returns how many of `tries` random draws satisfy the conditions. */
  countAccepted(seed: string, tries: number): number;
}

/**
 * The validation of packs requires that at least 5 % of the draws are accepted. Then only about one in a billion seeds gets no
 * accepted draw in this many tries.
 */
const MAX_TRIES = 400;

/** Throws ExpressionError for a mistake in the pack. */
export function compileGenerator(source: GeneratorSource): Generator {
  const { entry, languages } = source;
  const variables = Object.entries(entry.draw).map(([name, variable]) => compileVariable(name, variable, source.lists));
  const conditions = (entry.where ?? []).map(compileExpression);
  const letExpressions = compileLetExpressions(source);
  const picture = entry.picture && compilePicture(entry.picture);
  const compiledItem = compileItem(source, picture);
  const buildScope = (draw: Draw, language: string) => createScope(variables, letExpressions, draw, language);
  // Without words, a condition has the same result in every language.
  const hasWords = Object.values(entry.draw).some((variable) => 'list' in variable);
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
    countAccepted(seed, tries) {
      const randomBelow = createRandom(seed);
      return Array.from({ length: tries }, () => tryDraw(randomBelow)).filter(Boolean).length;
    },
    isValidDraw(draw): draw is Draw {
      return hasPossibleValues(variables, draw) && isTrueIfDefined(() => isAccepted(draw as Draw));
    },
    createItem(draw, requestedLanguages) {
      const scopes = new Map(languages.map((language) => [language, buildScope(draw, language)]));
      const textLanguages = languages.filter((language, i) => i === 0 || requestedLanguages.includes(language));
      return compiledItem.build(draw, scopes, requestedLanguages.length === 0 ? languages : textLanguages);
    },
    renderPicture: (draw, getIconSvg) => picture?.render(buildScope(draw, languages[0] ?? ''), getIconSvg),
  };
}

/**
 * Creates the scope of a draw in one language. It evaluates a `let` expression only when another expression uses its name,
 * because the conditions that reject a draw use few of them.
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

/** Compiles the `let` expressions. Each may use the drawn values and the expressions before it, so there are no cycles. */
function compileLetExpressions({ entry, answerEntry }: GeneratorSource): ReadonlyMap<string, Expression> {
  const knownNames = new Set(Object.keys(entry.draw));
  return new Map(
    Object.entries({ ...entry.let, ...answerEntry.let }).map(([name, text]) => {
      const expression = compileExpression(text);
      const unknown = [...expression.names].find((used) => !knownNames.has(used));
      if (unknown !== undefined)
        throw new ExpressionError(`The expression "${name}" uses "${unknown}", which is not defined before it.`);
      knownNames.add(name);
      return [name, expression];
    }),
  );
}

/** Whether a draw has exactly the values of these variables, all of them possible. */
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
