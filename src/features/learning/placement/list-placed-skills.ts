import type { Skill } from '../../../content/index.ts';
import type { PlacedSkills } from '../attempts/apply-task-change.ts';
import { type Abilities, computeExpectedScore } from '../memory/ability.ts';
import type { FirstAnswer } from '../memory/update-memories.ts';

const MAX_STRONG = 2;
/** Right answers that all could have been guessed with a greater chance show no strength. */
const MAX_LUCK = 0.3;
/** The expected score of a question that a child can best learn from. */
const LEARNABLE_SCORE = 0.5;

/** Lists what a child knows by its answers in a placement, and what it has missed that is nearest to what it can do. */
export function listPlacedSkills(
  answers: readonly FirstAnswer[],
  skills: ReadonlyMap<string, Skill>,
  abilities: Abilities,
): PlacedSkills {
  const asked = [...Map.groupBy(answers, ({ skill }) => skill)].flatMap(([id, answers]) => {
    const skill = skills.get(id ?? '');
    return skill ? [{ skill, answers }] : [];
  });
  const strong = asked
    .filter(({ answers }) => answers.every(({ score }) => score === 1))
    .filter(({ answers }) => answers.reduce((luck, { guessChance }) => luck * guessChance, 1) <= MAX_LUCK)
    .sort((a, b) => b.skill.age - a.skill.age);
  const next = asked
    .flatMap(({ skill, answers }) => {
      const missed = answers.find(({ score }) => score < 0.5);
      if (!missed) return [];
      const expected = computeExpectedScore(missed, { ability: abilities.compute([skill.id]), retrievability: 1 });
      return [{ skill, distance: Math.abs(expected - LEARNABLE_SCORE) }];
    })
    .sort((a, b) => a.distance - b.distance);
  return {
    strong: strong.slice(0, MAX_STRONG).map(({ skill }) => skill),
    next: next.slice(0, 1).map(({ skill }) => skill),
  };
}
