import { compileInstance, type Instance } from './compile-instance.ts';
import { compileRange, type Draw, type Range } from './draw-values.ts';
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
  /** Returns the item of a draw with its texts in these languages, and in the fallback, which is the first language of the pack. */
  instantiate(draw: Draw, languages: readonly string[]): Instance;
  /** The SVG of a draw; undefined when the items have no drawn picture. */
  drawPicture(draw: Draw, icon: (name: string) => string | undefined): string | undefined;
  /** Returns how many of `tries` random draws satisfy the conditions. */
  countAccepted(seed: string, tries: number): number;
}

/** The checks require that 5 % of the draws are accepted. Then only one in a billion seeds finds none in this many tries. */
const MAX_TRIES = 400;

/** Throws ExpressionError for a mistake in the pack. */
export function compileGenerator(source: GeneratorSource): Generator {
  const { entry, languages } = source;
  const ranges = Object.entries(entry.draw).map(([name, range]) => compileRange(name, range, source.lists));
  const conditions = (entry.where ?? []).map(compileExpression);
  const lets = compileLets(source);
  const picture = entry.picture && compilePicture(entry.picture);
  const compiledInstance = compileInstance(source, picture);
  const buildScope = (draw: Draw, language: string) => createScope(ranges, lets, draw, language);
  // Without words, a condition has the same result in every language.
  const hasWords = Object.values(entry.draw).some((range) => 'list' in range);
  const isAccepted = (draw: Draw) =>
    (hasWords ? languages : languages.slice(0, 1)).every((language) => {
      const scope = buildScope(draw, language);
      return conditions.every((condition) => condition.evaluate(scope) === true);
    });
  const tryDraw = (random: (below: number) => number): Draw | undefined => {
    const earlier = new Map<string, Value>();
    for (const range of ranges) earlier.set(range.name, range.draw(random, earlier));
    const draw = Object.fromEntries(earlier);
    return isAccepted(draw) ? draw : undefined;
  };
  return {
    version: source.version,
    draw(seed) {
      const random = createRandom(`${seed} ${entry.id}`);
      for (let i = 0; i < MAX_TRIES; i += 1) {
        const draw = tryDraw(random);
        if (draw) return draw;
      }
      throw new ExpressionError('The conditions accept hardly any draw.');
    },
    countAccepted(seed, tries) {
      const random = createRandom(seed);
      return Array.from({ length: tries }, () => tryDraw(random)).filter(Boolean).length;
    },
    isValidDraw(draw): draw is Draw {
      return isWithinRanges(ranges, draw) && isTrueIfDefined(() => isAccepted(draw as Draw));
    },
    instantiate(draw, requestedLanguages) {
      const scopes = new Map(languages.map((language) => [language, buildScope(draw, language)]));
      const textLanguages = languages.filter((language, i) => i === 0 || requestedLanguages.includes(language));
      return compiledInstance.build(draw, scopes, requestedLanguages.length === 0 ? languages : textLanguages);
    },
    drawPicture: (draw, icon) => picture?.draw(buildScope(draw, languages[0] ?? ''), icon),
  };
}

/** Computes values only when an expression needs them, because a rejected draw needs few of them. */
function createScope(
  ranges: readonly Range[],
  lets: ReadonlyMap<string, Expression>,
  draw: Draw,
  language: string,
): Scope {
  const computedValues = new Map<string, Value>();
  for (const { name, read } of ranges) computedValues.set(name, read(draw[name] as Value, language)); // a draw comes from `tryDraw`, or `isValidDraw` has checked it
  const get = (name: string): Value | undefined => {
    const value = computedValues.get(name) ?? lets.get(name)?.evaluate(scope);
    if (value !== undefined) computedValues.set(name, value);
    return value;
  };
  const scope = { language, values: { get } };
  return scope;
}

/** Compiles the `let` expressions. Each may use the drawn values and the expressions before it, so there are no cycles. */
function compileLets({ entry, answerEntry }: GeneratorSource): ReadonlyMap<string, Expression> {
  const knownNames = new Set(Object.keys(entry.draw));
  return new Map(
    Object.entries({ ...entry.let, ...answerEntry.let }).map(([name, text]) => {
      const expression = compileExpression(text);
      const unknown = [...expression.names].find((used) => !knownNames.has(used));
      if (unknown !== undefined) throw new ExpressionError(`There is no "${unknown}" before "${name}".`);
      knownNames.add(name);
      return [name, expression];
    }),
  );
}

function isWithinRanges(ranges: readonly Range[], draw: unknown): boolean {
  if (typeof draw !== 'object' || draw === null || Object.keys(draw).length !== ranges.length) return false;
  const drawnValues = new Map<string, Value>(Object.entries(draw));
  return ranges.every(({ name, contains }) => isTrueIfDefined(() => contains(drawnValues.get(name), drawnValues)));
}

function isTrueIfDefined(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof ExpressionError) return false; // an expression that is not defined for these values
    throw error;
  }
}
