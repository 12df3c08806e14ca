import type { Content, Misconception, MultilingualText } from '../../../content/index.ts';
import { type Advice, findSkillOfQuestion, type OpenQuestion } from './advice.ts';
import { findMisconceptionOfAnswer } from './misconception-of-answer.ts';

/** A wrong idea, and how many of these questions were last answered with it. */
export interface ShownMisconception {
  readonly misconception: Misconception;
  readonly count: number;
  readonly questionCount: number;
}

/** The most questions that are looked at. */
const MAX_QUESTIONS = 10;

/**
 * Finds the misconception of a skill that the last wrong answers to its open questions show most often, or the one that the answer to
 * `question` shows, beside which it is named; undefined if they show none. What an answer shows of another skill, such as the addition in a
 * division, says nothing about this one.
 */
export function findShownMisconception(
  content: Content,
  { questions, resting }: Pick<Advice, 'questions' | 'resting'>,
  skill: string,
  question?: OpenQuestion,
): ShownMisconception | undefined {
  const seen = [...questions, ...resting]
    .filter((question) => findSkillOfQuestion(content, question) === skill)
    .slice(0, MAX_QUESTIONS);
  const shown = seen.flatMap((question) => {
    const misconception = findMisconceptionOfAnswer(content, question);
    return misconception?.skills.includes(skill) ? [misconception] : [];
  });
  const ofQuestion = question && findMisconceptionOfAnswer(content, question);
  const [most] = [...Map.groupBy(shown, (misconception) => misconception)]
    .filter(([misconception]) => question === undefined || misconception === ofQuestion)
    .toSorted(([, a], [, b]) => b.length - a.length);
  return most && { misconception: most[0], count: most[1].length, questionCount: seen.length };
}

/** Lists the open questions about the skills of a misconception whose last wrong answers show it. */
export function listQuestionsShowing(
  content: Content,
  { questions, slips, resting }: Pick<Advice, 'questions' | 'slips' | 'resting'>,
  misconception: Misconception,
): OpenQuestion[] {
  return [...questions, ...slips, ...resting]
    .filter((question) => misconception.skills.includes(findSkillOfQuestion(content, question) ?? ''))
    .slice(0, MAX_QUESTIONS)
    .filter((question) => findMisconceptionOfAnswer(content, question) === misconception);
}

/**
 * Finds what a family can do in two minutes for a skill: what helps against a misconception that the child shows, or else against a usual
 * one. What trains mainly a skill that is going well does not help.
 */
export function findHomeActivity(
  content: Content,
  skill: string,
  advice: Pick<Advice, 'questions' | 'resting' | 'misconceptions' | 'strength'>,
): Misconception['activity'] | undefined {
  const own = [findShownMisconception(content, advice, skill)?.misconception, ...advice.misconceptions].find(
    (shown) => shown?.skills.includes(skill) && (shown.skills[0] === skill || shown.skills[0] !== advice.strength?.id),
  );
  return (own ?? [...content.misconceptions.values()].find(({ skills }) => skills[0] === skill))?.activity;
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
