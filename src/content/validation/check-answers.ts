import type { PackFiles, TaskFiles } from '../files/read-pack.ts';
import type { Report, ReportAt } from '../files/validation-errors.ts';
import { type AnswerKey, getQuestionRules, type Question } from '../kinds/index.ts';
import type { Option } from '../kinds/kind.ts';
import { normalizeOptionText } from './normalize-option-text.ts';

/**
 * Checks that only quizzes have graded items, that every graded item has an answer key of the same kind, and that the key is valid
 * for the item.
 */
export function checkAnswers({ file, task, answers, answersFile }: TaskFiles, report: Report): void {
  if (!task) return;
  const items = task.value.items ?? [];
  const gradedItems = items.filter(({ kind }) => kind !== 'info');
  const { kind } = task.value;
  if (kind === 'quiz' && gradedItems.length === 0) report(file, ['kind'], 'A quiz needs at least one graded item.');
  for (const [i, item] of items.entries()) {
    if (item.kind === 'info') continue;
    if (item.kind !== 'generated')
      getQuestionRules(item.kind).checkItem?.(item, (path, message) => report(file, ['items', i, ...path], message));
    if (kind !== 'quiz')
      report(file, ['items', i, 'kind'], `A ${kind} task is not graded, so it can contain only info items.`);
    if (answers === undefined) continue; // errors of an invalid file are already reported
    const keyIndex = answers?.value.items.findIndex(({ id }) => id === item.id) ?? -1;
    const key = answers?.value.items[keyIndex];
    if (!key) report(file, ['items', i], `The item "${item.id}" has no answer in ${answersFile}.`);
    else {
      const reportAt: ReportAt = (path, message) => report(answersFile, ['items', keyIndex, ...path], message);
      if (item.kind !== 'generated' && key.kind !== 'generated') checkAnswerKey(item, key, reportAt);
      else if (item.kind !== key.kind) reportKindMismatch(item, key, reportAt);
    }
  }
  for (const [i, { id }] of (answers?.value.items ?? []).entries()) {
    if (!gradedItems.some((item) => item.id === id))
      report(answersFile, ['items', i, 'id'], `The task has no graded item "${id}".`);
  }
}

/**
 * Checks the answer key of an item, the feedback on mistakes, and that no wrong option has the same meaning as a correct one. The
 * item comes from a task file or was generated.
 */
export function checkAnswerKey(item: Question, key: AnswerKey, reportAt: ReportAt): void {
  if (item.kind === key.kind) {
    getQuestionRules(item.kind).checkKey(item, key, reportAt);
    checkEqualOptions(item, key, reportAt);
  } else reportKindMismatch(item, key, reportAt);
}

/**
 * Checks that no two options have the same meaning, such as 1/2 and 0.5, if only one of them is correct. Questions about the form
 * of a number, which have `asks_for_form`, are not checked.
 */
export function checkEqualOptions(item: Question, key: AnswerKey, reportAt: ReportAt): void {
  if ('asks_for_form' in item && item.asks_for_form) return;
  for (const [a, b] of getQuestionRules(item.kind).listExclusivePairs?.(item, key) ?? []) {
    const language = Object.keys(a.text).find((code) => isEqualIn(code, a, b));
    if (language === undefined) continue;
    reportAt(
      [],
      `The options "${a.text[language]}" and "${b.text[language]}" of the item "${item.id}" say the same in "${language}", but they are not both right. If the question asks for a form, such as the simplest one, write asks_for_form: true.`,
    );
    return;
  }
}

function isEqualIn(language: string, a: Option, b: Option): boolean {
  const texts = [a.text[language], b.text[language]];
  const [normalizedA, normalizedB] = texts.map((text) =>
    text === undefined ? undefined : normalizeOptionText(text, language),
  );
  return normalizedA !== undefined && normalizedA === normalizedB;
}

type EntryWithKind = { readonly id: string; readonly kind: string };

function reportKindMismatch(item: EntryWithKind, key: EntryWithKind, reportAt: ReportAt): void {
  reportAt(['kind'], `The item "${item.id}" is of the kind ${item.kind}, but its answer is of the kind ${key.kind}.`);
}

/** Checks that the wrong options of a choice have feedback of their own. Generated items are not checked. */
export function checkMistakesAreExplained({ worlds }: PackFiles, report: Report): void {
  for (const { task, answers, answersFile } of worlds.flatMap(({ tasks }) => tasks)) {
    for (const [i, key] of (answers?.value.items ?? []).entries()) {
      const item = task?.value.items?.find(({ id }) => id === key.id);
      if (!item || item.kind === 'generated' || item.kind === 'info' || key.kind !== item.kind) continue;
      for (const optionId of getQuestionRules(item.kind).listUnexplainedIds?.(item, key) ?? [])
        report(
          answersFile,
          ['items', i],
          `The wrong option "${optionId}" of "${key.id}" has no feedback under \`mistakes\`.`,
        );
    }
  }
}
