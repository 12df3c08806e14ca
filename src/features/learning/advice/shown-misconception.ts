import type { Content, Misconception, MultilingualText } from '../../../content/index.ts';
import { type Advice, findSkillOfQuestion, type OpenQuestion } from './advice.ts';
import { belongsTo, findCause, findMisconceptionOfAnswer, type ShownMisconception } from './misconception-of-answer.ts';

/** The most questions that are looked at. */
const MAX_QUESTIONS = 10;

/** Finds the misconception that the last wrong answers to the open questions of a skill show most often; undefined if they show none. */
export function findShownMisconception(
  content: Content,
  { questions, resting }: Pick<Advice, 'questions' | 'resting'>,
  skill: string,
): ShownMisconception | undefined {
  const ofSkill = [...questions, ...resting].filter((question) => findSkillOfQuestion(content, question) === skill);
  return findCause(content, skill, ofSkill);
}

/**
 * Lists what keeps coming back besides the cause that is shown with the focus: in two different questions or more, none of which was tried
 * together lately. What the child shows mainly in a skill that is going well is left out.
 */
export function listRepeatedMisconceptions(
  content: Content,
  advice: Advice,
  shown: ShownMisconception | undefined,
): Misconception[] {
  return advice.misconceptions.filter((named) => {
    if (named === shown?.misconception || named.skills[0] === advice.strength?.id) return false;
    const showing = listQuestionsShowing(content, advice, named);
    return showing.length > 1 && !showing.some((question) => advice.resting.includes(question));
  });
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
 * one, or else what trains the skill. What trains mainly a skill that is going well does not help.
 */
export function findHomeActivity(
  content: Content,
  skill: string,
  advice: Pick<Advice, 'questions' | 'resting' | 'misconceptions' | 'strength'>,
): Misconception['activity'] | undefined {
  const own = [findShownMisconception(content, advice, skill)?.misconception, ...advice.misconceptions].find(
    (shown) =>
      shown &&
      belongsTo(content, shown, skill) &&
      (shown.skills[0] === skill || shown.skills[0] !== advice.strength?.id),
  );
  const usual = [...content.misconceptions.values()].find(({ skills }) => skills[0] === skill);
  return (own ?? usual ?? content.skills.get(skill))?.activity;
}

/** The name of the skill in which a child shows a misconception: the first one that the child has practiced. */
export function findSkillOfMisconception(
  content: Content,
  { skills: ids }: Misconception,
  { skills }: Pick<Advice, 'skills'>,
): MultilingualText {
  const id = ids.find((id) => skills.some((skill) => skill.id === id)) ?? ids[0] ?? '';
  return content.skills.get(id)?.name ?? {};
}
