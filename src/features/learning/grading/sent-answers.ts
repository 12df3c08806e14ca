import { getQuestionRules, type Item, type Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { createFieldError, createInvalidFieldsError, type FieldError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { SavedAnswer } from '../attempts/attempts-store.ts';
import { parseResponse } from './grade.ts';

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
export function getAnsweredItem(task: Pick<Task, 'items'>, answer: Answer): Item {
  const item = findItem(task, answer.item_id);
  const error = findFieldError(task, answer, [], '');
  if (error || !item)
    throw createInvalidFieldsError([error ?? { field: 'item_id', text: localized.learning.answers.unknownItem }]);
  if (item.kind === 'info')
    throw createInvalidFieldsError([{ field: 'response', text: localized.learning.answers.nothingToAnswer }]);
  if (answer.response === undefined || answer.response === null)
    throw createInvalidFieldsError([{ field: 'response', text: getQuestionRules(item.kind).describeExpected(item) }]);
  return item;
}

/**
 * Merges new responses into the saved answers, in the order of the task. Null or undefined removes an answer. Answers of a type that
 * the item does not expect are left out: its content may have changed since they were saved. Refuses answers of more than
 * `QUOTAS.answerBytes` with status 400.
 */
export function mergeAnswers(
  { items }: Task,
  savedAnswers: readonly SavedAnswer[],
  newResponses: ReadonlyMap<string, unknown>,
): SavedAnswer[] {
  const savedResponses = new Map(savedAnswers.map(({ item_id, response }) => [item_id, response]));
  const mergedAnswers = items.flatMap((item) => {
    const response = newResponses.has(item.id) ? newResponses.get(item.id) : savedResponses.get(item.id);
    const validResponse = parseResponse(item, response);
    return validResponse === undefined ? [] : [{ item_id: item.id, response: validResponse }];
  });
  if (Buffer.byteLength(JSON.stringify(mergedAnswers)) > QUOTAS.answerBytes)
    throw createFieldError('answers', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
  return mergedAnswers;
}

/** Returns the responses to items that have no grade, so that saving them does not change an answer that has one. */
export function removeGradedResponses(
  responses: ReadonlyMap<string, unknown>,
  grades: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, unknown> {
  return new Map([...responses].filter(([itemId]) => !Object.hasOwn(grades, itemId)));
}

function findFieldError(
  task: Pick<Task, 'items'>,
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
  const { parse, describeExpected } = getQuestionRules(item.kind);
  return parse(item, response) === undefined ? { field: `${prefix}response`, text: describeExpected(item) } : undefined;
}

function findItem(task: Pick<Task, 'items'>, id: string) {
  return task.items.find((item) => item.id === id);
}
