import type { Text } from '../../core/languages.ts';
import { type Problem, problemsRefusal } from '../../platform/http/validation.ts';
import type { Task } from '../content/index.ts';
import { fits } from './grade.ts';

export interface Answer {
  readonly item_id: string;
  readonly response?: unknown;
}

/**
 * The responses by item, null where none was given; info items have none. What names no item of the task, or one twice,
 * or has not the type that its item asks for is refused: every such place at once.
 */
export function checkedAnswers(task: Task, answers: readonly Answer[]): Map<string, unknown> {
  if (answers.length > task.items.length) throw problemsRefusal([{ field: 'answers', text: TOO_MANY }]);
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
): Problem | undefined {
  const item = itemOf(task, item_id);
  if (!item) return { field: `${place}.item_id`, text: NO_SUCH_ITEM };
  if (before.some((answer) => answer.item_id === item_id)) return { field: `${place}.item_id`, text: TWICE };
  if (response === undefined || response === null) return undefined;
  if (item.kind === 'info') return { field: `${place}.response`, text: NOT_ASKED };
  return fits(item, response) ? undefined : { field: `${place}.response`, text: NOT_FITTING };
}

function itemOf(task: Task, id: string) {
  return task.items.find((item) => item.id === id);
}

const NO_SUCH_ITEM: Text = {
  en: 'is no item of this task',
  es: 'no es una pregunta de esta tarea',
  uk: 'такого запитання в цьому завданні немає',
  pl: 'nie ma takiego pytania w tym zadaniu',
};
const TWICE: Text = {
  en: 'is answered more than once',
  es: 'tiene más de una respuesta',
  uk: 'має більше ніж одну відповідь',
  pl: 'ma więcej niż jedną odpowiedź',
};
const NOT_ASKED: Text = {
  en: 'there is nothing to answer here',
  es: 'aquí no hay nada que responder',
  uk: 'тут немає на що відповідати',
  pl: 'tu nie ma na co odpowiadać',
};
const NOT_FITTING: Text = {
  en: 'is not of the type that this item asks for',
  es: 'no es del tipo que pide esta pregunta',
  uk: 'не того типу, якого потребує це запитання',
  pl: 'nie jest takiego typu, jakiego wymaga to pytanie',
};
const TOO_MANY: Text = {
  en: 'has more entries than the task has items',
  es: 'tiene más entradas que preguntas tiene la tarea',
  uk: 'містить більше записів, ніж у завданні запитань',
  pl: 'ma więcej wpisów, niż zadanie ma pytań',
};
