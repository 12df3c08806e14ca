import type { GeneratedAnswer, GeneratedEntry } from '../format/generated.ts';
import type { MultilingualText } from '../format/pack.ts';
import { compileExpression, type Scope } from './expressions/expression.ts';
import { ExpressionError, isSame, type Value } from './expressions/values.ts';
import type { GeneratorSource } from './generator-source.ts';
import {
  compileOptionText,
  compileText,
  evaluateIfDefined,
  evaluateInEachLanguage,
  evaluateSame,
  getScope,
  type Scopes,
} from './language-values.ts';
import { createRandom } from './random.ts';

/** The parts of an item and its answer key that depend on the kind of item. */
interface ItemParts {
  readonly fields: object;
  readonly key: object;
}
export type BuildItemParts = (scopes: Scopes, languages: readonly string[], seed: string) => ItemParts;

/** Compiles the parts that depend on the kind of item. Throws ExpressionError for a mistake in the pack. */
export function compileItemKind(source: GeneratorSource): BuildItemParts {
  const { entry } = source;
  if (entry.as === 'numeric') return compileNumeric(source);
  if (entry.as === 'fill_in') return compileFillIn(source);
  if (entry.as === 'sequencing') return compileSequencing(source);
  return Array.isArray(entry.options) ? compileListedOptions(source, entry.options) : compileComputedOptions(source);
}

function compileNumeric({ entry, answer }: GeneratorSource): BuildItemParts {
  const value = compileExpression(requirePart(answer.answer, 'answer'));
  const tolerance = answer.tolerance === undefined ? undefined : compileExpression(answer.tolerance);
  const formatUnit = entry.unit && compileText(entry.unit);
  const mistakes = compileMistakes(answer);
  return (scopes, languages) => {
    const right = requireNumber(evaluateSame(value, scopes));
    const allowedError = tolerance ? requireNumber(evaluateSame(tolerance, scopes)) : 0;
    const usedMistakes = mistakes(scopes, languages).flatMap(({ values, ...mistake }) => {
      const [wrong] = values.values();
      const fits = typeof wrong === 'number' && (entry.negative === true || wrong >= 0);
      return fits && Math.abs(wrong - right) > allowedError ? [{ ...mistake, answer: wrong }] : [];
    });
    const distinct = usedMistakes.filter(
      (mistake, i) => usedMistakes.findIndex((other) => other.answer === mistake.answer) === i,
    );
    return {
      fields: formatUnit ? { unit: formatUnit(scopes, languages) } : {},
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
    const usedMistakes = mistakes(scopes, languages).flatMap(({ values, ...mistake }) => {
      const typed = languages.flatMap((language) => {
        const word = formatWord(values.get(language) ?? '', language);
        return word === '' || right.has(word) ? [] : [[language, [word]] as const];
      });
      return typed.length > 0 ? [{ ...mistake, typed: Object.fromEntries(typed) }] : [];
    });
    return {
      fields: entry.max_length === undefined ? {} : { max_length: entry.max_length },
      key: { accepted: byLanguage, ...(usedMistakes.length > 0 && { mistakes: usedMistakes }) },
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
    const usedMistakes = mistakes(scopes, languages).flatMap(({ values, ...mistake }) => {
      const [wrong] = values.values();
      return wrong === undefined || isSame(wrong, right) ? [] : [{ ...mistake, answer: wrong }];
    });
    const distinct = usedMistakes.filter(
      (mistake, i) => usedMistakes.findIndex((other) => other.answer === mistake.answer) === i,
    );
    return {
      fields: { options: texts.map(({ text, ...option }) => ({ ...option, text: text(scopes, languages) })) },
      key: { answer: right, ...(distinct.length > 0 && { mistakes: distinct }) },
    };
  };
}

const DEFAULT_COUNT = 4;

/** Computes options from the answer, the mistakes and other values. Their ids do not reveal which one is right. */
function compileComputedOptions({ entry, answer }: GeneratorSource): BuildItemParts {
  const optionRules = entry.options as Exclude<GeneratedEntry['options'], readonly unknown[]>;
  const count = optionRules?.count ?? DEFAULT_COUNT;
  const formatOption = compileOptionText(optionRules?.text);
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
    const shuffledOptions = shuffle(candidates, seed);
    const getId = (candidate: Candidate) => `o${shuffledOptions.indexOf(candidate) + 1}`;
    const usedMistakes = candidates.slice(1).flatMap((candidate) => {
      const { values: _, ...mistake } = candidate;
      return mistake.says ? [{ ...mistake, answer: getId(candidate) }] : [];
    });
    return {
      fields: {
        options: shuffledOptions.map((option) => ({
          id: getId(option),
          text: formatOption(scopes, languages, option.values),
        })),
      },
      key: { answer: getId(correct), ...(usedMistakes.length > 0 && { mistakes: usedMistakes }) },
    };
  };
}

interface Candidate {
  readonly values: ReadonlyMap<string, Value>;
  readonly misconception?: string;
  readonly says?: MultilingualText;
}

/** Compiles options that a child has to put in the right order. Their ids do not reveal the order. */
function compileSequencing({ entry, answer }: GeneratorSource): BuildItemParts {
  const optionRules = entry.options as Exclude<GeneratedEntry['options'], readonly unknown[]>;
  const formatOption = compileOptionText(optionRules?.text);
  const order = compileExpression(requirePart(answer.order, 'order'));
  return (scopes, languages, seed) => {
    const lists = evaluateInEachLanguage(order, scopes);
    const length = Math.max(...[...lists.values()].map((list) => (Array.isArray(list) ? list.length : 0)));
    const entries = Array.from({ length }, (_, i) => ({
      values: new Map([...lists].map(([language, list]) => [language, (list as Value[])[i] as Value])),
    }));
    const shuffled = shuffle(entries, seed);
    const isSolved = shuffled.every((other, i) => other === entries[i]);
    const shuffledOptions = isSolved ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
    const getId = (option: (typeof entries)[number]) => `o${shuffledOptions.indexOf(option) + 1}`;
    return {
      fields: {
        options: shuffledOptions.map((option) => ({
          id: getId(option),
          text: formatOption(scopes, languages, option.values),
        })),
      },
      key: { order: entries.map(getId) },
    };
  };
}

/** Returns a shuffled copy, the same for the same seed, because the ids of options may depend only on the draw. */
function shuffle<T>(list: readonly T[], seed: string): T[] {
  const random = createRandom(seed);
  const shuffled: T[] = [];
  for (const entry of list) shuffled.splice(random(shuffled.length + 1), 0, entry);
  return shuffled;
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

function requireNumber(value: Value): number {
  if (typeof value !== 'number') throw new ExpressionError(`The answer ${JSON.stringify(value)} is not a number.`);
  return value;
}

function requirePart<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new ExpressionError(`The answer has no \`${name}\`.`);
  return part;
}
