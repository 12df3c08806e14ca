import type { GeneratorAnswerKey, GeneratorEntry } from '../format/generators.ts';
import type { MultilingualText } from '../format/pack.ts';
import { compileExpression, type Scope } from './expressions/expression.ts';
import { getDecimalSeparator } from './expressions/format-value.ts';
import { ExpressionError, isSame, type Value } from './expressions/values.ts';
import type { GeneratorSource } from './generator-source.ts';
import {
  compileOptionImage,
  compileOptionText,
  compileText,
  evaluateIfDefined,
  evaluateInEachLanguage,
  evaluateLanguageIndependent,
  getScope,
  type ScopesByLanguage,
} from './language-values.ts';
import { createRandom } from './random.ts';

/** The parts of an item and its answer key that depend on the kind of item. */
interface ItemParts {
  /** Fields of the item, such as `options`. */
  readonly fields: object;
  /** Fields of the answer key, such as `answer`. */
  readonly key: object;
}

/** The rules for options that are computed; undefined if the entry has no rules. */
type OptionRules = Exclude<GeneratorEntry['options'], readonly unknown[]>;

/** Builds the parts of an item that depend on its kind, with texts in `languages`. `seed` decides the order of the options. */
export type BuildItemParts = (
  scopesByLanguage: ScopesByLanguage,
  languages: readonly string[],
  seed: string,
) => ItemParts;

/** Compiles the parts that depend on the kind of item. Throws ExpressionError for a mistake in the pack. */
export function compileItemParts(source: GeneratorSource): BuildItemParts {
  const { entry } = source;
  if (entry.as === 'numeric') return compileNumeric(source);
  if (entry.as === 'fill_in') return compileFillIn(source);
  if (entry.as === 'sequencing') return compileSequencing(source);
  return Array.isArray(entry.options) ? compileListedOptions(source, entry.options) : compileComputedOptions(source);
}

function compileNumeric({ entry, answerEntry }: GeneratorSource): BuildItemParts {
  const answerExpression = compileExpression(requireField(answerEntry.answer, 'answer'));
  const tolerance = answerEntry.tolerance === undefined ? undefined : compileExpression(answerEntry.tolerance);
  const formatUnit = entry.unit && compileText(entry.unit);
  const evaluateMistakes = compileMistakes(answerEntry);
  return (scopesByLanguage, languages) => {
    const correctAnswer = requireNumber(evaluateLanguageIndependent(answerExpression, scopesByLanguage));
    const allowedError = tolerance ? requireNumber(evaluateLanguageIndependent(tolerance, scopesByLanguage)) : 0;
    const applicableMistakes = evaluateMistakes(scopesByLanguage, languages).flatMap(({ values, ...mistake }) => {
      const [wrongAnswer] = values.values();
      const isPossible = typeof wrongAnswer === 'number' && (entry.negative === true || wrongAnswer >= 0);
      return isPossible && Math.abs(wrongAnswer - correctAnswer) > allowedError
        ? [{ ...mistake, answer: wrongAnswer }]
        : [];
    });
    const distinctMistakes = removeRepeatedAnswers(applicableMistakes);
    return {
      fields: {
        ...(formatUnit && { unit: formatUnit(scopesByLanguage, languages) }),
        ...(entry.negative && { negative: true }),
      },
      key: {
        answer: correctAnswer,
        ...(tolerance && { tolerance: allowedError }),
        ...(distinctMistakes.length > 0 && { mistakes: distinctMistakes }),
      },
    };
  };
}

function compileFillIn({ entry, answerEntry }: GeneratorSource): BuildItemParts {
  const acceptedExpressions = [requireField(answerEntry.answer, 'answer'), ...(answerEntry.accepted ?? [])].map(
    compileExpression,
  );
  const evaluateMistakes = compileMistakes(answerEntry);
  return (scopesByLanguage, languages) => {
    const formatAccepted = (language: string, scope: Scope) =>
      acceptedExpressions.map((expression) => formatWord(expression.evaluate(scope), language));
    const acceptedByLanguage = Object.fromEntries(
      languages.map((language) => [
        language,
        [...new Set(formatAccepted(language, getScope(scopesByLanguage, language)))],
      ]),
    );
    const correctWords = new Set(Object.values(acceptedByLanguage).flat());
    const applicableMistakes = evaluateMistakes(scopesByLanguage, languages).flatMap(({ values, ...mistake }) => {
      const typedWords = languages.flatMap((language) => {
        const word = formatWord(values.get(language) ?? '', language);
        return word === '' || correctWords.has(word) ? [] : [[language, [word]] as const];
      });
      return typedWords.length > 0 ? [{ ...mistake, typed: Object.fromEntries(typedWords) }] : [];
    });
    return {
      fields: entry.max_length === undefined ? {} : { max_length: entry.max_length },
      key: { accepted: acceptedByLanguage, ...(applicableMistakes.length > 0 && { mistakes: applicableMistakes }) },
    };
  };
}

function formatWord(value: Value, language: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value).replace('.', getDecimalSeparator(language));
  throw new ExpressionError(`${JSON.stringify(value)} is not a word.`);
}

/** Compiles options that the entry lists with their ids. The answer is one of these ids. */
function compileListedOptions(
  { answerEntry }: GeneratorSource,
  options: Extract<GeneratorEntry['options'], readonly unknown[]>,
): BuildItemParts {
  const compiledOptions = options.map(({ text, speech, ...option }) => ({
    option,
    formatText: compileText(text),
    formatSpeech: speech && compileText(speech),
  }));
  const answerExpression = compileExpression(requireField(answerEntry.answer, 'answer'));
  const evaluateMistakes = compileMistakes(answerEntry);
  return (scopesByLanguage, languages) => {
    const correctAnswer = evaluateLanguageIndependent(answerExpression, scopesByLanguage);
    const applicableMistakes = evaluateMistakes(scopesByLanguage, languages).flatMap(({ values, ...mistake }) => {
      const [wrongAnswer] = values.values();
      return wrongAnswer === undefined || isSame(wrongAnswer, correctAnswer)
        ? []
        : [{ ...mistake, answer: wrongAnswer }];
    });
    const distinctMistakes = removeRepeatedAnswers(applicableMistakes);
    return {
      fields: {
        options: compiledOptions.map(({ option, formatText, formatSpeech }) => ({
          ...option,
          text: formatText(scopesByLanguage, languages),
          ...(formatSpeech && { speech: formatSpeech(scopesByLanguage, languages) }),
        })),
      },
      key: { answer: correctAnswer, ...(distinctMistakes.length > 0 && { mistakes: distinctMistakes }) },
    };
  };
}

export const DEFAULT_OPTION_COUNT = 4;

/** Computes options from the answer, the mistakes and other values. Their ids do not reveal the correct option. */
function compileComputedOptions({ entry, answerEntry }: GeneratorSource): BuildItemParts {
  const optionRules = entry.options as OptionRules; // `compileItemParts` handles a list of options
  const count = optionRules?.count ?? DEFAULT_OPTION_COUNT;
  const formatOption = compileOptionTexts(optionRules);
  const answerExpression = compileExpression(requireField(answerEntry.answer, 'answer'));
  const otherExpressions = (answerEntry.others ?? []).map(compileExpression);
  const evaluateMistakes = compileMistakes(answerEntry);
  const isPossible = (value: Value) => typeof value !== 'number' || entry.negative === true || value >= 0;
  return (scopesByLanguage, languages, seed) => {
    const candidates: Candidate[] = [];
    const addIfUsable = (candidate: Candidate) => {
      const isUsable = [...candidate.values].every(
        ([language, value]) =>
          isPossible(value) && candidates.every((existing) => !isSame(existing.values.get(language) as Value, value)),
      );
      if (isUsable && candidates.length < count) candidates.push(candidate);
    };
    const correctCandidate = { values: evaluateInEachLanguage(answerExpression, scopesByLanguage) };
    addIfUsable(correctCandidate);
    for (const mistake of evaluateMistakes(scopesByLanguage, languages)) addIfUsable(mistake);
    for (const expression of otherExpressions) {
      const values = evaluateIfDefined(expression, scopesByLanguage);
      if (values) addIfUsable({ values });
    }
    const shuffledOptions = shuffle(candidates, seed);
    const getId = (candidate: Candidate) => `o${shuffledOptions.indexOf(candidate) + 1}`;
    const applicableMistakes = candidates.slice(1).flatMap((candidate) => {
      const { values: _, ...mistake } = candidate;
      return mistake.says ? [{ ...mistake, answer: getId(candidate) }] : [];
    });
    return {
      fields: {
        options: shuffledOptions.map((option) => ({
          id: getId(option),
          ...formatOption(scopesByLanguage, languages, option.values),
        })),
      },
      key: { answer: getId(correctCandidate), ...(applicableMistakes.length > 0 && { mistakes: applicableMistakes }) },
    };
  };
}

/** Compiles a function that formats the text of a computed option, and its spoken form and picture if it has them. */
function compileOptionTexts(rules: OptionRules) {
  const formatText = compileOptionText(rules?.text);
  const formatSpeech = rules?.speech && compileText(rules.speech);
  const evaluateImage = rules?.image === undefined ? undefined : compileOptionImage(rules.image);
  return (scopesByLanguage: ScopesByLanguage, languages: readonly string[], values: ReadonlyMap<string, Value>) => ({
    text: formatText(scopesByLanguage, languages, values),
    ...(formatSpeech && { speech: formatSpeech(scopesByLanguage, languages, values) }),
    ...(evaluateImage && { image: evaluateImage(scopesByLanguage, values) }),
  });
}

/** A possible option. `values` are its values by language. */
interface Candidate {
  readonly values: ReadonlyMap<string, Value>;
  readonly misconception?: string;
  readonly says?: MultilingualText;
}

/** Compiles options that a child has to put in the correct order. Their ids do not reveal the order. */
function compileSequencing({ entry, answerEntry }: GeneratorSource): BuildItemParts {
  const optionRules = entry.options as OptionRules; // a list of options has no effect, because `order` defines the options
  const formatOption = compileOptionTexts(optionRules);
  const orderExpression = compileExpression(requireField(answerEntry.order, 'order'));
  return (scopesByLanguage, languages, seed) => {
    const lists = evaluateInEachLanguage(orderExpression, scopesByLanguage);
    const length = Math.max(...[...lists.values()].map((list) => (Array.isArray(list) ? list.length : 0)));
    const entries = Array.from({ length }, (_, i) => ({
      // If a language lacks an entry, formatting the text of the option throws ExpressionError.
      values: new Map([...lists].map(([language, list]) => [language, (list as Value[])[i] as Value])),
    }));
    const shuffled = shuffle(entries, seed);
    // The options must not be shown in the correct order.
    const isInOrder = shuffled.every((entry, i) => entry === entries[i]);
    const shuffledOptions = isInOrder ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
    const getId = (option: (typeof entries)[number]) => `o${shuffledOptions.indexOf(option) + 1}`;
    return {
      fields: {
        options: shuffledOptions.map((option) => ({
          id: getId(option),
          ...formatOption(scopesByLanguage, languages, option.values),
        })),
      },
      key: { order: entries.map(getId) },
    };
  };
}

/** Returns a shuffled copy. Its order depends only on `seed`, because the ids of options must depend only on the draw. */
function shuffle<T>(list: readonly T[], seed: string): T[] {
  const randomBelow = createRandom(seed);
  const shuffled: T[] = [];
  for (const entry of list) shuffled.splice(randomBelow(shuffled.length + 1), 0, entry);
  return shuffled;
}

/** A mistake in one draw. `values` are the wrong answers by language. */
interface EvaluatedMistake {
  readonly values: ReadonlyMap<string, Value>;
  readonly misconception?: string;
  readonly says: MultilingualText;
}

function compileMistakes({
  mistakes = [],
}: GeneratorAnswerKey): (scopesByLanguage: ScopesByLanguage, languages: readonly string[]) => EvaluatedMistake[] {
  const compiledMistakes = mistakes.map(({ answer, when, says, misconception }) => ({
    answer: compileExpression(answer),
    condition: when === undefined ? undefined : compileExpression(when),
    formatFeedback: compileText(says),
    ...(misconception !== undefined && { misconception }),
  }));
  return (scopesByLanguage, languages) =>
    compiledMistakes.flatMap(({ answer, condition, formatFeedback, ...mistake }) => {
      if (condition && evaluateLanguageIndependent(condition, scopesByLanguage) !== true) return [];
      const values = evaluateIfDefined(answer, scopesByLanguage);
      return values ? [{ ...mistake, values, says: formatFeedback(scopesByLanguage, languages) }] : [];
    });
}

/** Keeps the first of several mistakes with the same wrong answer. */
function removeRepeatedAnswers<T extends { readonly answer: Value }>(mistakes: readonly T[]): T[] {
  return mistakes.filter((mistake, i) => mistakes.findIndex(({ answer }) => answer === mistake.answer) === i);
}

function requireNumber(value: Value): number {
  if (typeof value !== 'number') throw new ExpressionError(`The answer ${JSON.stringify(value)} is not a number.`);
  return value;
}

function requireField<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ExpressionError(`The answer has no \`${name}\`.`);
  return value;
}
