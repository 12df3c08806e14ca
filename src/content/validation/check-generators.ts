import type { ParseCache } from '../files/parse-cache.ts';
import type { PackFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';
import type { ItemEntry } from '../format/task.ts';
import type { Instance } from '../generate/compile-instance.ts';
import { describeInstance } from '../generate/describe-instance.ts';
import { ExpressionError } from '../generate/expressions/values.ts';
import { type FoundGenerator, findGenerators } from '../generate/find-generators.ts';
import { compileGenerator, type Generator } from '../generate/generator.ts';
import { checkSolution } from './check-answers.ts';
import { findTextProblem } from './check-generated-texts.ts';

/** The number of items of each generator that the checks for authors generate. */
export const ALL_DRAWS = 200;
/** The minimum share of accepted draws. With fewer, drawing would take too many tries. */
const MIN_ACCEPTED = 0.05;
/** The minimum number of different items. With fewer, practice would repeat itself. */
const MIN_DISTINCT = 50;
/** The minimum share of draws in which a listed option is right, so that children cannot rule out an option. */
const MIN_RIGHT = 0.08;
/** Increase it when these checks or the generators change, so that packs in a parse cache are checked again. */
const CHECK_REVISION = 1;

/**
 * Compiles every generator of a pack and checks some of its items in each language, once for each version of its files. With all
 * 200 draws it also finds generators that repeat themselves.
 */
export function checkGenerators(pack: PackFiles, draws: number, cache: ParseCache, report: Report): void {
  for (const world of pack.worlds) {
    for (const files of world.tasks) {
      const found = findGenerators(pack, world, files);
      const [first] = found;
      if (!first || !files.task) continue;
      const key = `generators ${CHECK_REVISION} ${first.source.version} ${first.source.languages.join()}`;
      if (Number(cache.get(key) ?? 0) >= draws) continue;
      const problems = found.flatMap((generator) =>
        findProblems(generator, draws).map((message) => ({ message, path: ['items', generator.itemIndex] })),
      );
      for (const { message, path } of problems) report(files.file, path, message);
      if (problems.length === 0) cache.set(key, draws);
    }
  }
}

/** Returns at most a few problems of one generator, because one mistake causes problems in many draws. */
function findProblems({ source }: FoundGenerator, draws: number): string[] {
  const name = `The generator "${source.entry.id}"`;
  try {
    const generator = compileGenerator(source);
    const accepted = generator.countAccepted('accepted', ALL_DRAWS) / ALL_DRAWS;
    if (accepted < MIN_ACCEPTED)
      return [`${name} accepts ${Math.round(100 * accepted)} % of its draws; at least 5 % are needed.`];
    const problems = new Set<string>();
    const instances = Array.from({ length: draws }, (_, i) => {
      const draw = generator.draw(`check ${i}`);
      const { messages, ...checked } = checkDraw(generator, draw, source);
      for (const message of messages)
        if (problems.size < 5) problems.add(`${name}: ${message} ${JSON.stringify(draw)}`);
      return checked;
    });
    return [...problems, ...(draws < ALL_DRAWS ? [] : findRepetition(name, instances, source))];
  } catch (error) {
    if (error instanceof ExpressionError) return [`${name}: ${error.message}`];
    throw error;
  }
}

type Source = FoundGenerator['source'];

interface Checked {
  readonly instance: Instance;
  readonly svg: string | undefined;
}

function checkDraw(
  generator: Generator,
  draw: ReturnType<Generator['draw']>,
  source: Source,
): Checked & { messages: string[] } {
  const messages: string[] = [];
  if (!generator.isValidDraw(draw)) messages.push('A draw does not fit its own ranges.');
  const instance = generator.instantiate(draw, source.languages);
  const { item, key } = instance;
  checkSolution(item as unknown as ItemEntry, key, (_, message) => messages.push(message)); // has the same parts
  const isNegative = source.entry.negative === true;
  const problem = findTextProblem(item, key, { languages: source.languages, isNegative });
  if (problem) messages.push(problem);
  if (key.kind === 'numeric' && (!isReadable(key.answer) || (key.answer < 0 && !isNegative)))
    messages.push(`The answer ${key.answer} is not a number that a child can type.`);
  const optionCount = source.entry.options && !Array.isArray(source.entry.options) ? getOptionCount(source) : undefined;
  const options = 'options' in item ? item.options.length : 0;
  if (optionCount !== undefined && item.kind === 'single_choice' && options < optionCount)
    messages.push(`There are ${options} options instead of ${optionCount}.`);
  const svg = generator.drawPicture(draw, (icon) => `<svg viewBox="0 0 32 32"><g id="${icon}"/></svg>`);
  if (svg?.includes('NaN')) messages.push('The picture has a parameter that is not a number.');
  return { instance, svg, messages };
}

function getOptionCount({ entry }: Source): number {
  return entry.options && !Array.isArray(entry.options) ? ((entry.options as { count?: number }).count ?? 4) : 0;
}

function isReadable(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) < 1e6 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
}

/** Finds problems with too few different items, and options that are hardly ever right. */
function findRepetition(name: string, checked: readonly Checked[], { entry, languages }: Source): string[] {
  const problems = languages.flatMap((language) => {
    const distinct = new Set(checked.map(({ instance, svg }) => describeInstance(instance, svg, language))).size;
    return distinct >= MIN_DISTINCT ? [] : [`${name} has only ${distinct} different items in "${language}".`];
  });
  if (!Array.isArray(entry.options)) return problems;
  const right = checked.map(({ instance: { key } }) => ('answer' in key ? key.answer : undefined));
  for (const { id } of entry.options as readonly { id: string }[]) {
    const share = right.filter((answer) => answer === id).length / right.length;
    if (share < MIN_RIGHT) problems.push(`${name}: "${id}" is right in ${Math.round(100 * share)} % of the draws.`);
  }
  return problems;
}
