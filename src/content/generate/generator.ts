import type { AnswerKey } from '../format/answers.ts';
import type { GeneratedAnswer, GeneratedEntry } from '../format/generated.ts';
import type { MultilingualText } from '../format/pack.ts';
import type { Item } from '../format/task.ts';
import { compileRange, type Draw, type Range, type WordList } from './draw-values.ts';
import { compileExpression, type Expression, type Scope } from './expression.ts';
import { type CompiledPicture, compilePicture } from './picture.ts';
import { createRandom } from './random.ts';
import { compileTemplate, type Template } from './template.ts';
import { ExpressionError, isSame, type Value } from './values.ts';

/** An item of one draw, in the form of an item that an author has written. */
export interface Instance {
  readonly item: Item;
  readonly key: AnswerKey;
}

/** What makes the items of one entry of a task. */
export interface Generator {
  /** Changes with the files of the task. */
  readonly version: string;
  /** The same for the same seed. */
  draw(seed: string): Draw;
  /** Whether a draw is one of this generator. It may be of an older version of the pack. */
  isValidDraw(draw: unknown): draw is Draw;
  /** The item of a draw with its texts in these languages. The first language of the pack serves for another one. */
  instantiate(draw: Draw, languages: readonly string[]): Instance;
  /** The SVG of a draw; undefined when the items have no drawn picture. */
  drawPicture(draw: Draw, icon: (name: string) => string | undefined): string | undefined;
  /** How many of `tries` random draws the conditions accept. */
  countAccepted(seed: string, tries: number): number;
}

/** What a generator is compiled from. */
export interface GeneratorSource {
  readonly taskId: string;
  /** A change of it gives the drawn pictures another URL. */
  readonly version: string;
  readonly entry: GeneratedEntry;
  readonly answer: GeneratedAnswer;
  readonly lists: ReadonlyMap<string, WordList>;
  /** The languages of the world; the first is the fallback. */
  readonly languages: readonly string[];
}

/** With a twentieth of the draws accepted, as the linter demands, one in a billion seeds finds none. */
const MAX_TRIES = 400;

/** Throws ExpressionError for a mistake in the pack. */
export function compileGenerator(source: GeneratorSource): Generator {
  const { entry, languages } = source;
  const ranges = Object.entries(entry.draw).map(([name, range]) => compileRange(name, range, source.lists));
  const conditions = (entry.where ?? []).map(compileExpression);
  const lets = compileLets(source);
  const picture = entry.picture && compilePicture(entry.picture);
  const parts = compileInstance(source, picture);
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
    instantiate(draw, wanted) {
      const scopes = new Map(languages.map((language) => [language, buildScope(draw, language)]));
      const textLanguages = languages.filter((language, i) => i === 0 || wanted.includes(language));
      return parts.build(draw, scopes, wanted.length === 0 ? languages : textLanguages);
    },
    drawPicture: (draw, icon) => picture?.draw(buildScope(draw, languages[0] ?? ''), icon),
  };
}

/** Values are computed when an expression needs them, because a draw that is refused needs few. */
function createScope(
  ranges: readonly Range[],
  lets: ReadonlyMap<string, Expression>,
  draw: Draw,
  language: string,
): Scope {
  const known = new Map<string, Value>();
  for (const { name, read } of ranges) known.set(name, read(draw[name] as Value, language)); // drawn, or it fits
  const get = (name: string): Value | undefined => {
    const value = known.get(name) ?? lets.get(name)?.evaluate(scope);
    if (value !== undefined) known.set(name, value);
    return value;
  };
  const scope = { language, values: { get } };
  return scope;
}

/** Each may use the drawn values and those before it, so none needs itself. */
function compileLets({ entry, answer }: GeneratorSource): ReadonlyMap<string, Expression> {
  const known = new Set(Object.keys(entry.draw));
  return new Map(
    Object.entries({ ...entry.let, ...answer.let }).map(([name, text]) => {
      const expression = compileExpression(text);
      const unknown = [...expression.names].find((used) => !known.has(used));
      if (unknown !== undefined) throw new ExpressionError(`There is no "${unknown}" before "${name}".`);
      known.add(name);
      return [name, expression];
    }),
  );
}

function isWithinRanges(ranges: readonly Range[], draw: unknown): boolean {
  if (typeof draw !== 'object' || draw === null || Object.keys(draw).length !== ranges.length) return false;
  const drawn = new Map<string, Value>(Object.entries(draw));
  return ranges.every(({ name, contains }) => isTrueIfDefined(() => contains(drawn.get(name), drawn)));
}

function isTrueIfDefined(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof ExpressionError) return false; // an expression that is not defined for these values
    throw error;
  }
}

type Scopes = ReadonlyMap<string, Scope>;
type FormatTexts = (
  scopes: Scopes,
  languages: readonly string[],
  value?: ReadonlyMap<string, Value>,
) => MultilingualText;

interface CompiledInstance {
  build(draw: Draw, scopes: Scopes, languages: readonly string[]): Instance;
}

function compileInstance(source: GeneratorSource, picture: CompiledPicture | undefined): CompiledInstance {
  const { entry, answer, taskId, version } = source;
  const prompt = compileText(entry.prompt);
  const hints = answer.hints.map(compileText);
  const feedback = { right: compileText(answer.feedback.right), wrong: compileText(answer.feedback.wrong) };
  const alt = entry.picture && compileText(entry.picture.alt);
  const buildItemParts = compileItemKind(source);
  return {
    build(draw, scopes, languages) {
      const { fields, key } = buildItemParts(scopes, languages, `${entry.id} ${JSON.stringify(draw)}`);
      const path = `${taskId}/${entry.id}/${Buffer.from(JSON.stringify(draw)).toString('base64url')}.svg`;
      const drawn = picture && alt ? { picture: { path, version, alt: alt(scopes, languages) } } : {};
      const item = {
        id: entry.id,
        kind: entry.as,
        prompt: prompt(scopes, languages),
        media: entry.media ?? [],
        points: entry.points ?? 1,
        hints_available: answer.hints.length,
        ...drawn,
        ...fields,
      };
      const helpTexts = {
        hints: hints.map((hint) => hint(scopes, languages)),
        feedback: { right: feedback.right(scopes, languages), wrong: feedback.wrong(scopes, languages) },
      };
      // Both have the parts of their kind, which `compileItemKind` makes.
      return {
        item: item as unknown as Item,
        key: { id: entry.id, kind: entry.as, ...key, ...helpTexts } as AnswerKey,
      };
    },
  };
}

interface ItemParts {
  readonly fields: object;
  readonly key: object;
}
type BuildItemParts = (scopes: Scopes, languages: readonly string[], seed: string) => ItemParts;

function compileItemKind(source: GeneratorSource): BuildItemParts {
  const { entry } = source;
  if (entry.as === 'numeric') return compileNumeric(source);
  if (entry.as === 'fill_in') return compileFillIn(source);
  if (entry.as === 'sequencing') return compileSequencing(source);
  return Array.isArray(entry.options) ? compileListedOptions(source, entry.options) : compileComputedOptions(source);
}

function compileNumeric({ entry, answer }: GeneratorSource): BuildItemParts {
  const value = compileExpression(requirePart(answer.answer, 'answer'));
  const tolerance = answer.tolerance === undefined ? undefined : compileExpression(answer.tolerance);
  const unit = entry.unit && compileText(entry.unit);
  const mistakes = compileMistakes(answer);
  return (scopes, languages) => {
    const right = requireNumber(evaluateSame(value, scopes));
    const allowedError = tolerance ? requireNumber(evaluateSame(tolerance, scopes)) : 0;
    const told = mistakes(scopes, languages).flatMap(({ values, ...mistake }) => {
      const [wrong] = values.values();
      const fits = typeof wrong === 'number' && (entry.negative === true || wrong >= 0);
      return fits && Math.abs(wrong - right) > allowedError ? [{ ...mistake, answer: wrong }] : [];
    });
    const distinct = told.filter((mistake, i) => told.findIndex((other) => other.answer === mistake.answer) === i);
    return {
      fields: unit ? { unit: unit(scopes, languages) } : {},
      key: {
        answer: right,
        ...(tolerance && { tolerance: allowedError }),
        ...(distinct.length > 0 && { mistakes: distinct }),
      },
    };
  };
}

function compileFillIn({ entry, answer }: GeneratorSource): BuildItemParts {
  const accepted = [requirePart(answer.answer, 'answer'), ...(answer.accepted ?? [])].map(compileExpression);
  const mistakes = compileMistakes(answer);
  return (scopes, languages) => {
    const formatAccepted = (language: string, scope: Scope) =>
      accepted.map((word) => formatWord(word.evaluate(scope), language));
    const byLanguage = Object.fromEntries(
      languages.map((language) => [language, [...new Set(formatAccepted(language, getScope(scopes, language)))]]),
    );
    const right = new Set(Object.values(byLanguage).flat());
    const told = mistakes(scopes, languages).flatMap(({ values, ...mistake }) => {
      const typed = languages.flatMap((language) => {
        const word = formatWord(values.get(language) ?? '', language);
        return word === '' || right.has(word) ? [] : [[language, [word]] as const];
      });
      return typed.length > 0 ? [{ ...mistake, typed: Object.fromEntries(typed) }] : [];
    });
    return {
      fields: entry.max_length === undefined ? {} : { max_length: entry.max_length },
      key: { accepted: byLanguage, ...(told.length > 0 && { mistakes: told }) },
    };
  };
}

function formatWord(value: Value, language: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value).replace('.', language.startsWith('en') ? '.' : ',');
  throw new ExpressionError(`${JSON.stringify(value)} is not a word.`);
}

/** Options that the entry lists with their ids; the answer is one of these ids. */
function compileListedOptions(
  { answer }: GeneratorSource,
  options: Extract<GeneratedEntry['options'], readonly unknown[]>,
): BuildItemParts {
  const texts = options.map(({ text, ...option }) => ({ ...option, text: compileText(text) }));
  const value = compileExpression(requirePart(answer.answer, 'answer'));
  const mistakes = compileMistakes(answer);
  return (scopes, languages) => {
    const right = evaluateSame(value, scopes);
    const told = mistakes(scopes, languages).flatMap(({ values, ...mistake }) => {
      const [wrong] = values.values();
      return wrong === undefined || isSame(wrong, right) ? [] : [{ ...mistake, answer: wrong }];
    });
    const distinct = told.filter((mistake, i) => told.findIndex((other) => other.answer === mistake.answer) === i);
    return {
      fields: { options: texts.map(({ text, ...option }) => ({ ...option, text: text(scopes, languages) })) },
      key: { answer: right, ...(distinct.length > 0 && { mistakes: distinct }) },
    };
  };
}

const DEFAULT_COUNT = 4;

/** Options from the answer, the mistakes and other values, with ids that tell nothing. */
function compileComputedOptions({ entry, answer }: GeneratorSource): BuildItemParts {
  const given = entry.options as Exclude<GeneratedEntry['options'], readonly unknown[]>;
  const count = given?.count ?? DEFAULT_COUNT;
  const text = compileOptionText(given?.text);
  const right = compileExpression(requirePart(answer.answer, 'answer'));
  const others = (answer.others ?? []).map(compileExpression);
  const mistakes = compileMistakes(answer);
  const isOption = (value: Value) => typeof value !== 'number' || entry.negative === true || value >= 0;
  return (scopes, languages, seed) => {
    const candidates: Candidate[] = [];
    const add = (candidate: Candidate) => {
      const isNew = [...candidate.values].every(
        ([language, value]) =>
          isOption(value) && candidates.every((other) => !isSame(other.values.get(language) as Value, value)),
      );
      if (isNew && candidates.length < count) candidates.push(candidate);
    };
    const correct = { values: evaluateInEachLanguage(right, scopes) };
    add(correct);
    for (const mistake of mistakes(scopes, languages)) add(mistake);
    for (const other of others) {
      const values = evaluateIfDefined(other, scopes);
      if (values) add({ values });
    }
    const dealt = shuffle(candidates, seed);
    const id = (candidate: Candidate) => `o${dealt.indexOf(candidate) + 1}`;
    const told = candidates.slice(1).flatMap((candidate) => {
      const { values: _, ...mistake } = candidate;
      return mistake.says ? [{ ...mistake, answer: id(candidate) }] : [];
    });
    return {
      fields: { options: dealt.map((c) => ({ id: id(c), text: text(scopes, languages, c.values) })) },
      key: { answer: id(correct), ...(told.length > 0 && { mistakes: told }) },
    };
  };
}

interface Candidate {
  readonly values: ReadonlyMap<string, Value>;
  readonly misconception?: string;
  readonly says?: MultilingualText;
}

/** Values in their right order, with ids that do not tell it. */
function compileSequencing({ entry, answer }: GeneratorSource): BuildItemParts {
  const given = entry.options as Exclude<GeneratedEntry['options'], readonly unknown[]>;
  const text = compileOptionText(given?.text);
  const order = compileExpression(requirePart(answer.order, 'order'));
  return (scopes, languages, seed) => {
    const lists = evaluateInEachLanguage(order, scopes);
    const length = Math.max(...[...lists.values()].map((list) => (Array.isArray(list) ? list.length : 0)));
    const entries = Array.from({ length }, (_, i) => ({
      values: new Map([...lists].map(([language, list]) => [language, (list as Value[])[i] as Value])),
    }));
    const shuffled = shuffle(entries, seed);
    const isSolved = shuffled.every((other, i) => other === entries[i]);
    const dealt = isSolved ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
    const id = (one: (typeof entries)[number]) => `o${dealt.indexOf(one) + 1}`;
    return {
      fields: { options: dealt.map((one) => ({ id: id(one), text: text(scopes, languages, one.values) })) },
      key: { order: entries.map(id) },
    };
  };
}

/** A shuffled copy, the same for the same seed: the ids of options depend on the draw alone. */
function shuffle<T>(list: readonly T[], seed: string): T[] {
  const random = createRandom(seed);
  const dealt: T[] = [];
  for (const one of list) dealt.splice(random(dealt.length + 1), 0, one);
  return dealt;
}

interface MistakeValues {
  readonly values: ReadonlyMap<string, Value>;
  readonly misconception?: string;
  readonly says: MultilingualText;
}

function compileMistakes({
  mistakes = [],
}: GeneratedAnswer): (scopes: Scopes, languages: readonly string[]) => MistakeValues[] {
  const compiled = mistakes.map(({ answer, when, says, misconception }) => ({
    answer: compileExpression(answer),
    when: when === undefined ? undefined : compileExpression(when),
    says: compileText(says),
    ...(misconception !== undefined && { misconception }),
  }));
  return (scopes, languages) =>
    compiled.flatMap(({ answer, when, says, ...rest }) => {
      if (when && evaluateSame(when, scopes) !== true) return [];
      const values = evaluateIfDefined(answer, scopes);
      return values ? [{ ...rest, values, says: says(scopes, languages) }] : [];
    });
}

/** The values in each language; undefined where an expression is not defined, such as a division that does not come out even. */
function evaluateIfDefined(expression: Expression, scopes: Scopes): ReadonlyMap<string, Value> | undefined {
  try {
    return evaluateInEachLanguage(expression, scopes);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function evaluateInEachLanguage(expression: Expression, scopes: Scopes): ReadonlyMap<string, Value> {
  return new Map([...scopes].map(([language, scope]) => [language, expression.evaluate(scope)]));
}

/** A value that no language may change. */
function evaluateSame(expression: Expression, scopes: Scopes): Value {
  const [first, ...others] = evaluateInEachLanguage(expression, scopes).values();
  if (first === undefined || !others.every((other) => isSame(first, other)))
    throw new ExpressionError('The answer differs between languages.');
  return first;
}

function requireNumber(value: Value): number {
  if (typeof value !== 'number') throw new ExpressionError(`The answer ${JSON.stringify(value)} is not a number.`);
  return value;
}

function compileText(text: MultilingualText): FormatTexts {
  const templates = new Map<string, Template>();
  return (scopes, languages, value) => {
    const formatted: Record<string, string> = {};
    for (const language of languages) {
      const source = text[language];
      if (source === undefined) continue;
      const template = templates.get(language) ?? compileTemplate(source, language);
      templates.set(language, template);
      formatted[language] = template.format(addValueToScope(getScope(scopes, language), value?.get(language)));
    }
    return formatted;
  };
}

function compileOptionText(text: MultilingualText | undefined): FormatTexts {
  if (text) return compileText(text);
  const plain = compileTemplate('{value}', 'en');
  return (scopes, languages, value) =>
    Object.fromEntries(
      languages.map((language) => [
        language,
        plain.format(addValueToScope(getScope(scopes, language), value?.get(language))),
      ]),
    );
}

function addValueToScope(scope: Scope, value: Value | undefined): Scope {
  if (value === undefined) return scope;
  return { ...scope, values: { get: (name) => (name === 'value' ? value : scope.values.get(name)) } };
}

function getScope(scopes: Scopes, language: string): Scope {
  return scopes.get(language) as Scope; // `instantiate` makes one for each language
}

function requirePart<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new ExpressionError(`The answer has no \`${name}\`.`);
  return part;
}
