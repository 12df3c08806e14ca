import { type AnswerKey, type Content, type Item, localize } from '../../../content/index.ts';
import type { OpenQuestion } from '../advice/advice.ts';
import { buildAttemptTask } from '../attempts/drawn-items.ts';
import type { MissedItem } from './learning-reports-store.ts';

/**
 * Finds an item that a child missed, as it was shown when the child last missed it, with its answer key. Returns undefined
 * when the packs no longer contain the item.
 */
export function findMissedItem(
  content: Content,
  { task_id, item_id, last_missed_draw }: Pick<MissedItem, 'task_id' | 'item_id' | 'last_missed_draw'>,
  locale: string,
): { readonly item: Item; readonly key: AnswerKey | undefined } | undefined {
  const task = content.tasks.get(task_id);
  if (!task) return undefined;
  const draws = last_missed_draw === null ? {} : { [item_id]: JSON.parse(last_missed_draw) };
  const attemptTask = buildAttemptTask(content, task, draws, locale);
  const item = attemptTask.task.items.find(({ id }) => id === item_id);
  return item && { item, key: attemptTask.itemKeys.get(item_id) };
}

/** The maximum length of a question, in characters. Longer questions are not suitable for a conversation. */
const MAX_QUESTION_LENGTH = 140;

/**
 * Formats the first `limit` of these questions as text in the language of `locale`, each with the answers to choose from. Removed,
 * repeated and long questions are left out.
 */
export function formatQuestions(
  content: Content,
  questions: readonly OpenQuestion[],
  limit: number,
  locale: string,
): string[] {
  const texts = questions.flatMap((question) => {
    const item = findMissedItem(content, question, locale)?.item;
    return item && localize(item.prompt, locale).text.length <= MAX_QUESTION_LENGTH
      ? [formatQuestion(item, locale)]
      : [];
  });
  return [...new Set(texts)].slice(0, limit);
}

/** Formats a question with the answers to choose from, if the child chooses: "Which rhymes with cat? hat / dog / sun". */
function formatQuestion(item: Item, locale: string): string {
  const choices = item.kind === 'single_choice' || item.kind === 'multiple_choice' ? item.options : [];
  const prompt = localize(item.prompt, locale).text;
  return [prompt, choices.map(({ text }) => localize(text, locale).text).join(' / ')].filter(Boolean).join(' ');
}
