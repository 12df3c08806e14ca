import type { Content, Misconception } from '../../../content/index.ts';
import { findShownMisconceptions } from '../memory/update-memories.ts';
import type { MissedItem } from '../reports/learning-reports-store.ts';
import { findMissedItem } from '../reports/missed-questions.ts';

type WrongAnswer = Pick<MissedItem, 'task_id' | 'item_id' | 'last_missed_response' | 'last_missed_draw'>;

/** Finds the misconception that the last wrong answer to a question shows. */
export function findMisconceptionOfAnswer(content: Content, question: WrongAnswer): Misconception | undefined {
  const { item, key } = findMissedItem(content, question, 'en') ?? {};
  const response: unknown = JSON.parse(question.last_missed_response ?? 'null');
  const { couldShow = [], showed = '' } = (item && findShownMisconceptions(item, key, response)) ?? {};
  return couldShow.includes(showed) ? content.misconceptions.get(showed) : undefined;
}
