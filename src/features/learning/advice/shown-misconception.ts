import type { Content, Misconception, MultilingualText } from '../../../content/index.ts';
import { findShownMisconceptions } from '../memory/update-memories.ts';
import { findMissedItem } from '../reports/missed-questions.ts';
import type { Advice, MissedQuestion } from './advice.ts';

/** A wrong idea, and how many of these questions were last answered with it. */
export interface ShownMisconception {
  readonly misconception: Misconception;
  readonly count: number;
  readonly questionCount: number;
}

/** The most questions that are looked at. */
const MAX_QUESTIONS = 10;

/** Finds the misconception that the last wrong answers to these questions show most often; undefined if they show none. */
export function findShownMisconception(
  content: Content,
  questions: readonly MissedQuestion[],
): ShownMisconception | undefined {
  const seen = questions.slice(0, MAX_QUESTIONS);
  const shown = seen.flatMap((question) => {
    const { item, key } = findMissedItem(content, question, 'en') ?? {};
    const response: unknown = JSON.parse(question.last_missed_response ?? 'null');
    const { couldShow = [], showed = '' } = (item && findShownMisconceptions(item, key, response)) ?? {};
    const misconception = couldShow.includes(showed) ? content.misconceptions.get(showed) : undefined;
    return misconception ? [misconception] : [];
  });
  const [most] = [...Map.groupBy(shown, (misconception) => misconception)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return most && { misconception: most[0], count: most[1].length, questionCount: seen.length };
}

/** The name of the skill in which a child shows a misconception: that of the focus, or else the first one that the child has practiced. */
export function findSkillOfMisconception(
  content: Content,
  { skills: ids }: Misconception,
  { focus, skills }: Pick<Advice, 'focus' | 'skills'>,
): MultilingualText {
  const practiced = [focus?.skill, ...skills].find((skill) => skill && ids.includes(skill.id));
  return practiced?.name ?? content.skills.get(ids[0] ?? '')?.name ?? {};
}
