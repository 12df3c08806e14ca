import { localized } from '../../../locales/index.ts';
import { type FieldProblem, problemsRefusal } from '../../../platform/http/validation.ts';
import type { Task } from '../../content/index.ts';
import { hasResponseType } from './grade-item.ts';

export interface Answer {
  readonly item_id: string;
  readonly response?: unknown;
}

/**
 * The responses by item, null where none was given; info items have none. What names no item of the task, or one twice,
 * or has not the type that its item asks for is refused: every such place at once.
 */
export function validateAnswers(task: Task, answers: readonly Answer[]): Map<string, unknown> {
  if (answers.length > task.items.length)
    throw problemsRefusal([{ field: 'answers', text: localized.learning.answers.tooMany }]);
  const problems = answers.flatMap((answer, i) => problemOf(task, answer, answers.slice(0, i), `answers.${i}`) ?? []);
  if (problems.length > 0) throw problemsRefusal(problems);
  const asked = answers.filter(({ item_id }) => itemOf(task, item_id)?.kind !== 'info');
  return new Map(asked.map(({ item_id, response }) => [item_id, response ?? null]));
}

function problemOf(
  task: Task,
  { item_id, response }: Answer,
  before: readonly Answer[],
  place: string,
): FieldProblem | undefined {
  const item = itemOf(task, item_id);
  if (!item) return { field: `${place}.item_id`, text: localized.learning.answers.unknownItem };
  if (before.some((answer) => answer.item_id === item_id))
    return { field: `${place}.item_id`, text: localized.learning.answers.answeredTwice };
  if (response === undefined || response === null) return undefined;
  if (item.kind === 'info') return { field: `${place}.response`, text: localized.learning.answers.nothingToAnswer };
  return hasResponseType(item, response)
    ? undefined
    : { field: `${place}.response`, text: localized.learning.answers.wrongAnswerType };
}

function itemOf(task: Task, id: string) {
  return task.items.find((item) => item.id === id);
}
