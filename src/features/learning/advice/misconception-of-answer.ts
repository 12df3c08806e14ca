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

/** A wrong idea, and how many of the open questions show it, by their last wrong answers. */
export interface ShownMisconception {
  readonly misconception: Misconception;
  readonly count: number;
  readonly questionCount: number;
}

/** The most wrong answers that are looked at: the last ones. */
const MAX_ANSWERS = 10;

/**
 * Finds the misconception of a skill that the last wrong answers to its questions show most often; of several, the one that was shown last.
 * Undefined if they show none, or one of several questions alone does.
 */
export function findCause(
  content: Content,
  skill: string,
  questions: readonly (WrongAnswer & Pick<MissedItem, 'last_missed_at'>)[],
): ShownMisconception | undefined {
  const last = questions
    .toSorted((a, b) => (b.last_missed_at ?? '').localeCompare(a.last_missed_at ?? ''))
    .slice(0, MAX_ANSWERS);
  const shown = last.flatMap((question) => {
    const misconception = findMisconceptionOfAnswer(content, question);
    return misconception && belongsTo(content, misconception, skill) ? [misconception] : [];
  });
  const [most] = [...Map.groupBy(shown, (misconception) => misconception)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  // Of several questions, one alone says too little.
  const isTelling = most !== undefined && (most[1].length > 1 || last.length === 1);
  return isTelling ? { misconception: most[0], count: most[1].length, questionCount: last.length } : undefined;
}

/**
 * Whether a misconception explains what is hard about a skill. One of another school subject, such as of averages in a question about a fair
 * test, says nothing about it.
 */
export function belongsTo({ skills }: Content, misconception: Misconception, skill: string): boolean {
  const main = misconception.skills[0] ?? '';
  return misconception.skills.includes(skill) && skills.get(main)?.subject === skills.get(skill)?.subject;
}
