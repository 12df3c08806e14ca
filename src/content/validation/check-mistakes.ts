import { toNfc } from '../../core/text/normalize-text.ts';
import type { PackFiles } from '../files/read-pack.ts';
import type { Report, ReportAt } from '../files/validation-errors.ts';
import type { AnswerKey, AnswersFile } from '../format/answers.ts';
import type { ItemEntry, StaticItem } from '../format/task.ts';

/**
 * Checks the mistakes of an item: the wrong answers with specific feedback. Each must be a wrong answer that a child can give, and
 * no earlier mistake may include it.
 */
export function checkMistakes(item: StaticItem, key: AnswerKey, reportAt: ReportAt): void {
  if (item.kind !== key.kind) return; // already reported
  if (key.kind === 'single_choice' || key.kind === 'true_false') checkChoiceMistakes(item, key, [key.answer], reportAt);
  else if (key.kind === 'multiple_choice') checkChoiceMistakes(item, key, key.answers, reportAt);
  else if (key.kind === 'numeric') checkNumericMistakes(key, reportAt);
  else if (key.kind === 'fill_in') checkTypedMistakes(key, reportAt);
}

/**
 * Checks that every wrong option of a choice has specific feedback. With two options, `feedback.wrong` is the feedback on the only
 * wrong option. Generated items are not checked.
 */
export function checkMistakesAreExplained({ worlds }: PackFiles, report: Report): void {
  for (const { task, answers, answersFile } of worlds.flatMap(({ tasks }) => tasks)) {
    for (const [i, key] of (answers?.value.items ?? []).entries()) {
      const item = task?.value.items?.find(({ id }) => id === key.id);
      for (const optionId of listUnexplainedOptionIds(item, key))
        report(
          answersFile,
          ['items', i],
          `The wrong option "${optionId}" of "${key.id}" has no feedback under \`mistakes\`.`,
        );
    }
  }
}

function listUnexplainedOptionIds(item: ItemEntry | undefined, key: AnswersFile['items'][number]): readonly string[] {
  if (key.kind !== 'single_choice' && key.kind !== 'multiple_choice') return [];
  if (item?.kind !== key.kind || item.options.length < 3) return [];
  const correctAnswers = key.kind === 'single_choice' ? [key.answer] : key.answers;
  const explainedAnswers = (key.mistakes ?? []).map(({ answer }) => answer);
  return item.options
    .map(({ id }) => id)
    .filter((id) => !correctAnswers.includes(id) && !explainedAnswers.includes(id));
}

function checkChoiceMistakes(
  item: StaticItem,
  { mistakes = [] }: AnswerKey & { kind: 'single_choice' | 'true_false' | 'multiple_choice' },
  correctAnswers: readonly string[],
  reportAt: ReportAt,
): void {
  const optionIds = 'options' in item ? item.options.map(({ id }) => id) : [];
  for (const [i, { answer }] of mistakes.entries()) {
    const path = ['mistakes', i, 'answer'];
    if (!optionIds.includes(answer)) reportAt(path, `The mistake "${answer}" must be one of ${optionIds.join(', ')}.`);
    if (correctAnswers.includes(answer)) reportAt(path, `The mistake "${answer}" is a right answer.`);
    if (mistakes.findIndex((candidate) => candidate.answer === answer) < i)
      reportAt(path, `The mistake "${answer}" is listed twice.`);
  }
}

function checkNumericMistakes(key: AnswerKey & { kind: 'numeric' }, reportAt: ReportAt): void {
  const { answer: correctAnswer, tolerance: correctTolerance = 0, mistakes = [] } = key;
  for (const [i, { answer, tolerance = 0 }] of mistakes.entries()) {
    const path = ['mistakes', i, 'answer'];
    if (Math.abs(answer - correctAnswer) <= correctTolerance + tolerance)
      reportAt(path, `The mistake ${answer} includes right answers.`);
    const isIncluded = mistakes
      .slice(0, i)
      .some((earlier) => Math.abs(earlier.answer - answer) + tolerance <= (earlier.tolerance ?? 0));
    if (isIncluded) reportAt(path, `The mistake ${answer} is part of an earlier one.`);
  }
}

function checkTypedMistakes({ accepted, mistakes = [] }: AnswerKey & { kind: 'fill_in' }, reportAt: ReportAt): void {
  const usedWords = new Set(Object.values(accepted).flat().map(normalizeWord));
  for (const [i, { typed }] of mistakes.entries()) {
    for (const [language, words] of Object.entries(typed)) {
      for (const [j, word] of words.entries()) {
        if (usedWords.has(normalizeWord(word)))
          reportAt(['mistakes', i, 'typed', language, j], `"${word}" is already a right answer or a mistake.`);
      }
    }
    // The words are added after all languages are checked, because a word can be the same in two languages.
    for (const word of Object.values(typed).flat()) usedWords.add(normalizeWord(word));
  }
}

function normalizeWord(word: string): string {
  return (toNfc(word, word.length) ?? word).replaceAll(/\s+/g, ' ').toLowerCase();
}
