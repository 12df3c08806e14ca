import type { Item, Task } from '../../../../content/index.ts';
import { createInvalidFieldsError, type FieldError } from '../../../../core/requests/api-error.ts';
import type { LocalizedText } from '../../../../core/text/languages.ts';
import { localized } from '../../../../locales/index.ts';
import { hasExpectedType } from '../grade-item.ts';
import { MAX_TEXT_ANSWER_LENGTH } from './normalize-answer.ts';

export interface Answer {
  readonly item_id: string;
  readonly response?: unknown;
}

/**
 * Returns the responses by item id. A missing response is null. Info items are left out. Refuses more answers than items (400).
 * Refuses unknown items, items that are answered twice, responses to info items and responses of the wrong type (400), and
 * reports all of these errors together.
 */
export function validateAnswers(task: Task, answers: readonly Answer[]): Map<string, unknown> {
  if (answers.length > task.items.length)
    throw createInvalidFieldsError([{ field: 'answers', text: localized.learning.answers.tooMany }]);
  const errors = answers.flatMap(
    (answer, i) => findFieldError(task, answer, answers.slice(0, i), `answers.${i}.`) ?? [],
  );
  if (errors.length > 0) throw createInvalidFieldsError(errors);
  const answersToGrade = answers.filter(({ item_id }) => findItem(task, item_id)?.kind !== 'info');
  return new Map(answersToGrade.map(({ item_id, response }) => [item_id, response ?? null]));
}

/** Returns the item that an answer belongs to. Refuses an unknown item, an info item, and a response that is missing or of the wrong type (400). */
export function getAnsweredItem(task: Task, answer: Answer): Item {
  const item = findItem(task, answer.item_id);
  const error = findFieldError(task, answer, [], '');
  if (error || !item)
    throw createInvalidFieldsError([error ?? { field: 'item_id', text: localized.learning.answers.unknownItem }]);
  if (item.kind === 'info')
    throw createInvalidFieldsError([{ field: 'response', text: localized.learning.answers.nothingToAnswer }]);
  if (answer.response === undefined || answer.response === null)
    throw createInvalidFieldsError([{ field: 'response', text: describeExpectedAnswer(item) }]);
  return item;
}

function findFieldError(
  task: Task,
  { item_id, response }: Answer,
  earlierAnswers: readonly Answer[],
  prefix: string,
): FieldError | undefined {
  const item = findItem(task, item_id);
  if (!item) return { field: `${prefix}item_id`, text: localized.learning.answers.unknownItem };
  if (earlierAnswers.some((answer) => answer.item_id === item_id))
    return { field: `${prefix}item_id`, text: localized.learning.answers.answeredTwice };
  if (response === undefined || response === null) return undefined;
  if (item.kind === 'info') return { field: `${prefix}response`, text: localized.learning.answers.nothingToAnswer };
  return hasExpectedType(item, response)
    ? undefined
    : { field: `${prefix}response`, text: describeExpectedAnswer(item) };
}

function describeExpectedAnswer(item: Exclude<Item, { kind: 'info' }>): LocalizedText {
  const { expected } = localized.learning.answers;
  if (item.kind === 'fill_in') return expected.fill_in({ max: item.max_length ?? MAX_TEXT_ANSWER_LENGTH });
  return item.kind === 'true_false' ? expected.single_choice : expected[item.kind];
}

function findItem(task: Task, id: string) {
  return task.items.find((item) => item.id === id);
}
