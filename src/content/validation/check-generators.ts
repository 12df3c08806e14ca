import type { ParseCache } from '../files/parse-cache.ts';
import type { PackFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';
import { describeItem, type GeneratedItem } from '../generate/compile-item.ts';
import { DEFAULT_OPTION_COUNT } from '../generate/compile-item-parts.ts';
import type { Draw } from '../generate/draw-values.ts';
import { ExpressionError } from '../generate/expressions/values.ts';
import { findGenerators } from '../generate/find-generators.ts';
import { compileGenerator, type Generator, listLevels } from '../generate/generator.ts';
import type { GeneratorSource } from '../generate/generator-source.ts';
import type { Question, StaticItem } from '../kinds/index.ts';
import { checkAnswerKey } from './check-answers.ts';
import { findTextProblem } from './check-generated-texts.ts';
import { findItemProblems, findKeyProblems } from './check-pre-reader.ts';

/** How many items of each generator are checked, unless the caller of `loadPacks` asks for fewer. */
export const FULL_DRAW_COUNT = 200;
/** The minimum share of accepted draws. With fewer, drawing would take too many tries. */
const MIN_ACCEPTED_SHARE = 0.05;
/**
 * The minimum number of different items in 200 draws. About 140 possible items are enough to reach it. With fewer,
 * practice would be repetitive.
 */
const MIN_DISTINCT_ITEMS = 100;
/** The same for a level. There are few sums up to 10, but the daily practice asks a skill twice a day at most. */
const MIN_DISTINCT_ITEMS_OF_LEVEL = 40;
/** The minimum share of draws in which a listed option is correct, so that children cannot rule out an option. */
const MIN_CORRECT_SHARE = 0.08;
/** Increase this number when these checks or the generators change, so that packs in a parse cache are checked again. */
const CHECK_REVISION = 7;

/**
 * Compiles every generator of a pack and checks `drawCount` of its items in each language. The result for each version of the
 * files is cached. With all 200 draws, it also finds generators whose items repeat too often and options that are rarely
 * correct.
 */
export function checkGenerators(pack: PackFiles, drawCount: number, cache: ParseCache, report: Report): void {
  const assets = new Set(pack.mediaAssets.map(({ id }) => id));
  for (const world of pack.worlds) {
    for (const files of world.tasks) {
      const foundGenerators = findGenerators(pack, world, files);
      const [firstGenerator] = foundGenerators;
      if (!firstGenerator || !files.task) continue;
      const { version, languages } = firstGenerator.source;
      const key = `generators ${CHECK_REVISION} ${version} ${languages.join()}`;
      if (Number(cache.get(key) ?? 0) >= drawCount) continue;
      const { pre_reader: isForPreReaders = false, difficulty } = files.task.value;
      const problems = foundGenerators.flatMap(({ source, itemIndex }) =>
        [
          ...findLevelProblems(source, difficulty),
          ...[undefined, ...listLevels(source)].flatMap((level) =>
            findProblems(source, { drawCount, isForPreReaders, level, assets }),
          ),
        ].map((message) => ({ message, path: ['items', itemIndex] })),
      );
      for (const { message, path } of problems) report(files.file, path, message);
      if (problems.length === 0) cache.set(key, drawCount);
    }
  }
}

/** One mistake causes problems in many draws, so only the first problems of a generator are reported. */
const MAX_REPORTED_PROBLEMS = 5;

function findLevelProblems({ entry }: GeneratorSource, difficulty: number): string[] {
  return Object.entries(entry.levels ?? {}).flatMap(([level, { draw }]) => {
    const name = `The level ${level} of the generator "${entry.id}"`;
    const unknownNames = Object.keys(draw).filter((variable) => !Object.hasOwn(entry.draw, variable));
    return [
      ...unknownNames.map((variable) => `${name} draws "${variable}", which the generator does not draw.`),
      ...(Number(level) === difficulty
        ? [`${name} is the difficulty of the task, which the generator itself draws.`]
        : []),
    ];
  });
}

function findProblems(source: GeneratorSource, { drawCount, isForPreReaders, level, assets }: CheckOptions): string[] {
  const name =
    level === undefined
      ? `The generator "${source.entry.id}"`
      : `The level ${level} of the generator "${source.entry.id}"`;
  try {
    const generator = compileGenerator(source);
    const acceptedShare = generator.countAcceptedDraws('accepted', FULL_DRAW_COUNT, level) / FULL_DRAW_COUNT;
    if (acceptedShare < MIN_ACCEPTED_SHARE)
      return [
        `${name} accepts ${Math.round(100 * acceptedShare)}% of its draws; at least ${100 * MIN_ACCEPTED_SHARE}% are needed.`,
      ];
    const problems = new Set<string>();
    const checkedDraws = Array.from({ length: drawCount }, (_, i) => {
      const draw = generator.draw(`check ${i}`, level);
      const { messages, ...checkedDraw } = checkDraw(generator, draw, source);
      const { item, key } = checkedDraw.generatedItem;
      const readAloudProblems = isForPreReaders ? findReadAloudProblems(item, key, source.languages) : [];
      const imageProblems = listImages(item)
        .filter((id) => !assets.has(id))
        .map((id) => `There is no "${id}" in this pack's media/.`);
      for (const message of [...messages, ...readAloudProblems, ...imageProblems])
        if (problems.size < MAX_REPORTED_PROBLEMS) problems.add(`${name}: ${message} ${JSON.stringify(draw)}`);
      return checkedDraw;
    });
    return [
      ...problems,
      ...(drawCount < FULL_DRAW_COUNT ? [] : findSampleProblems(name, checkedDraws, { source, level })),
    ];
  } catch (error) {
    if (error instanceof ExpressionError) return [`${name}: ${error.message}`];
    throw error;
  }
}

/** Finds problems that a child who cannot read yet would have with the item of one draw. */
function findReadAloudProblems(
  item: GeneratedItem['item'],
  key: GeneratedItem['key'],
  languages: readonly string[],
): string[] {
  // The cast is safe, because a generated item has the same fields as an item of a task file.
  const problems = [...findItemProblems(item as unknown as StaticItem, languages), ...findKeyProblems(key, languages)];
  return problems.map(({ message }) => message);
}

function listImages(item: GeneratedItem['item']): string[] {
  return 'options' in item ? item.options.flatMap(({ image }) => image ?? []) : [];
}

interface CheckOptions {
  readonly drawCount: number;
  readonly isForPreReaders: boolean;
  readonly level: number | undefined;
  /** The pictures and sounds of the pack. */
  readonly assets: ReadonlySet<string>;
}

interface CheckedDraw {
  readonly generatedItem: GeneratedItem;
  readonly svg: string | undefined;
}

function checkDraw(generator: Generator, draw: Draw, source: GeneratorSource): CheckedDraw & { messages: string[] } {
  const messages: string[] = [];
  if (!generator.isValidDraw(draw)) messages.push('A draw is outside the ranges that it was drawn from.');
  const generatedItem = generator.createItem(draw, source.languages);
  const { item, key } = generatedItem;
  const checkedItem = { ...item, asks_for_form: source.entry.asks_for_form };
  checkAnswerKey(checkedItem as Question, key, (_, message) => messages.push(message)); // a generated item is a question
  const allowsNegative = source.entry.negative === true;
  const problem = findTextProblem(item, key, { languages: source.languages, allowsNegative });
  if (problem) messages.push(problem);
  if (key.kind === 'numeric' && (!isTypable(key.answer) || (key.answer < 0 && !allowsNegative)))
    messages.push(`The answer ${key.answer} is not a number that a child can type.`);
  const expectedOptionCount = getComputedOptionCount(source);
  const optionCount = 'options' in item ? item.options.length : 0;
  if (expectedOptionCount !== undefined && item.kind === 'single_choice' && optionCount < expectedOptionCount)
    messages.push(`There are ${optionCount} options instead of ${expectedOptionCount}.`);
  const renderPicture = (step?: number) =>
    generator.renderPicture(draw, (icon) => `<svg viewBox="0 0 32 32"><g id="${icon}"/></svg>`, step);
  const svg = renderPicture();
  const stepSvgs = (key.solution ?? []).flatMap(({ picture }) =>
    picture ? renderPicture(Number(/\.(\d)\.svg$/.exec(picture.path)?.[1])) : [],
  );
  if ([svg, ...stepSvgs].some((picture) => picture?.includes('NaN')))
    messages.push('The picture has a parameter that is not a number.');
  if (key.solution?.length === 0) messages.push('The solution has no step.');
  return { generatedItem, svg, messages };
}

/** Returns undefined if the entry does not have computed options. */
function getComputedOptionCount({ entry: { options } }: GeneratorSource): number | undefined {
  if (!options || Array.isArray(options)) return undefined;
  return (options as { count?: number }).count ?? DEFAULT_OPTION_COUNT;
}

/** Whether a number has at most six digits before and three digits after the decimal separator. */
function isTypable(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) < 1e6 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
}

/** Finds problems of all draws together: too few different items, and options that are rarely correct. */
function findSampleProblems(
  name: string,
  checkedDraws: readonly CheckedDraw[],
  { source: { entry, languages }, level }: Pick<CheckOptions, 'level'> & { readonly source: GeneratorSource },
): string[] {
  const minDistinctCount = level === undefined ? MIN_DISTINCT_ITEMS : MIN_DISTINCT_ITEMS_OF_LEVEL;
  const problems = languages.flatMap((language) => {
    const distinctCount = new Set(
      checkedDraws.map(({ generatedItem, svg }) => describeItem(generatedItem, svg, language)),
    ).size;
    return distinctCount >= minDistinctCount
      ? []
      : [`${name} has only ${distinctCount} different items in ${FULL_DRAW_COUNT} draws in "${language}".`];
  });
  if (!Array.isArray(entry.options)) return problems;
  const correctAnswers = checkedDraws.map(({ generatedItem: { key } }) => ('answer' in key ? key.answer : undefined));
  for (const { id } of entry.options as readonly { id: string }[]) {
    const share = correctAnswers.filter((answer) => answer === id).length / correctAnswers.length;
    if (share < MIN_CORRECT_SHARE)
      problems.push(`${name}: "${id}" is right in ${Math.round(100 * share)}% of the draws.`);
  }
  return problems;
}
