import type { TaskFiles } from '../files/read-pack.ts';
import type { Report, ReportAt, ValuePath } from '../files/validation-errors.ts';
import type { AnswerKey } from '../format/answers.ts';
import type { StaticItem } from '../format/task.ts';
import { checkEqualOptions } from './check-equal-options.ts';
import { checkMistakes } from './check-mistakes.ts';

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
    if (item.kind !== 'generated')
      checkSelectLimits(item, (path, message) => report(file, ['items', i, ...path], message));
    if (kind !== 'quiz' && item.kind !== 'info')
      report(file, ['items', i, 'kind'], `A ${kind} task is not graded, so it can contain only info items.`);
    if (item.kind === 'info' || answers === undefined) continue; // errors of an invalid file are already reported
    const keyIndex = answers?.value.items.findIndex(({ id }) => id === item.id) ?? -1;
    const key = answers?.value.items[keyIndex];
    if (!key) report(file, ['items', i], `The item "${item.id}" has no answer in ${answersFile}.`);
    else {
      const reportAt: ReportAt = (path, message) => report(answersFile, ['items', keyIndex, ...path], message);
      if (item.kind !== 'generated' && key.kind !== 'generated') checkAnswerKey(item, key, reportAt);
      else if (item.kind !== key.kind) reportAt(['kind'], describeKindMismatch(item, key));
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
export function checkAnswerKey(item: StaticItem, key: AnswerKey, reportAt: ReportAt): void {
  checkCorrectAnswer(item, key, reportAt);
  checkMistakes(item, key, reportAt);
  checkEqualOptions(item, key, reportAt);
}

function checkSelectLimits(item: StaticItem, reportAt: ReportAt): void {
  if (item.kind !== 'multiple_choice') return;
  const { select_min = 0, select_max = item.options.length } = item;
  if (select_min > select_max) reportAt(['select_min'], 'select_min is more than select_max.');
  if (select_max > item.options.length)
    reportAt(['select_max'], `select_max is ${select_max}, but there are ${item.options.length} options.`);
}

function checkCorrectAnswer(item: StaticItem, key: AnswerKey, reportAt: ReportAt): void {
  if (key.kind === 'single_choice' || key.kind === 'true_false') {
    if (item.kind === key.kind) checkReference(item.options, key.answer, ['answer'], reportAt);
  } else if (key.kind === 'multiple_choice') {
    if (item.kind === key.kind) checkMultipleChoice(item, key.answers, reportAt);
  } else if (key.kind === 'fill_in') {
    if (item.kind === key.kind) checkAcceptedTexts(item.max_length ?? DEFAULT_MAX_LENGTH, key.accepted, reportAt);
  } else if (key.kind === 'matching') {
    if (item.kind === key.kind) checkAssignment('pairs', key.pairs, [item.left, item.right], reportAt);
  } else if (key.kind === 'sequencing') {
    if (item.kind === key.kind) checkOrder(item.options, key.order, reportAt);
  } else if (key.kind === 'categorize') {
    if (item.kind === key.kind) checkAssignment('groups', key.groups, [item.options, item.categories], reportAt);
  } else if (key.kind === 'hotspot') checkAreas(key.areas, reportAt);
  if (item.kind !== key.kind) reportAt(['kind'], describeKindMismatch(item, key));
}

type EntryWithKind = { readonly id: string; readonly kind: string };

function describeKindMismatch(item: EntryWithKind, key: EntryWithKind): string {
  return `The item "${item.id}" is of the kind ${item.kind}, but its answer is of the kind ${key.kind}.`;
}

type Choices = readonly { readonly id: string }[];

function checkReference(choices: Choices, id: string, path: ValuePath, reportAt: ReportAt): void {
  if (!choices.some((choice) => choice.id === id))
    reportAt(path, `The answer "${id}" must be one of ${choices.map((choice) => choice.id).join(', ')}.`);
}

function checkMultipleChoice(
  item: StaticItem & { kind: 'multiple_choice' },
  answers: readonly string[],
  reportAt: ReportAt,
): void {
  for (const [i, id] of answers.entries()) checkReference(item.options, id, ['answers', i], reportAt);
  const { select_min = 0, select_max = item.options.length } = item;
  if (answers.length < select_min || answers.length > select_max) {
    reportAt(
      ['answers'],
      `${answers.length} options are correct, but a child can choose ${select_min} to ${select_max}.`,
    );
  }
}

/** The maximum length of a typed answer in characters, for items without `max_length`. */
const DEFAULT_MAX_LENGTH = 200;

function checkAcceptedTexts(
  maxLength: number,
  accepted: Readonly<Record<string, readonly string[]>>,
  reportAt: ReportAt,
): void {
  for (const [language, texts] of Object.entries(accepted)) {
    for (const [i, text] of texts.entries()) {
      if ([...text].length > maxLength)
        reportAt(['accepted', language, i], `"${text}" is longer than max_length ${maxLength}.`);
    }
  }
}

/** Checks that the assignment under the key `name` maps each of `sources` to one of `targets`. */
function checkAssignment(
  name: string,
  assignment: Readonly<Record<string, string>>,
  [sources, targets]: readonly [sources: Choices, targets: Choices],
  reportAt: ReportAt,
): void {
  for (const [id, target] of Object.entries(assignment)) {
    checkReference(sources, id, [name, id], reportAt);
    checkReference(targets, target, [name, id], reportAt);
  }
  for (const { id } of sources) if (!Object.hasOwn(assignment, id)) reportAt([name], `"${id}" has no answer.`);
}

function checkOrder(options: Choices, order: readonly string[], reportAt: ReportAt): void {
  for (const [i, id] of order.entries()) checkReference(options, id, ['order', i], reportAt);
  for (const { id } of options) if (!order.includes(id)) reportAt(['order'], `"${id}" is missing.`);
  if (options.every(({ id }, i) => order[i] === id)) {
    reportAt(['order'], 'The task lists its options in the correct order, which reveals the answer.');
  }
  if (order.every((id, i) => i === 0 || (order[i - 1] ?? '') < id)) {
    reportAt(
      ['order'],
      'The ids in alphabetical order give the correct order. The app receives the ids, so they reveal the answer.',
    );
  }
}

function checkAreas(areas: (AnswerKey & { kind: 'hotspot' })['areas'], reportAt: ReportAt): void {
  for (const [i, { x, y, width, height }] of areas.entries()) {
    if (width === 0 || height === 0) reportAt(['areas', i], 'The area is empty.');
    if (x + width > 1 || y + height > 1)
      reportAt(['areas', i], 'The area extends beyond the picture: x + width and y + height must be at most 1.');
  }
}
