import type { Content } from '../../src/content/index.ts';
import { Abilities, computeExpectedScore } from '../../src/features/learning/memory/ability.ts';
import {
  choosePlacementItem,
  listPlacementItems,
  type PlacementItem,
} from '../../src/features/learning/placement/choose-placement.ts';
import { computeMean, createRandomNumberGenerator } from './forgetting-child.ts';
import { createLearner } from './simulate-learner.ts';

interface SimulatedPlacement {
  /** By how much the level that the child was given exceeds the real one, in difficulties. */
  readonly error: number;
  readonly scores: readonly number[];
}

const LOGITS_PER_DIFFICULTY = 1.6;
/** The standard deviations of the simulated children, in difficulties: their levels at an age, skills, items and days. */
const SPREAD = { level: 1, skill: 0.4, item: 0.43, day: 0.19 };

/**
 * Simulates the placement of a child in a subject. Children of an age differ, each has strong and weak skills and good and bad days, and items
 * are easier or harder than their authors thought.
 */
function simulatePlacement(
  content: Content,
  { subject, age, random }: { readonly subject: string; readonly age: number; readonly random: () => number },
): SimulatedPlacement {
  const draw = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()); // a normal distribution
  const level = clamp(0.7 + 0.47 * (age - 5) + 0.5 + SPREAD.level * draw());
  const levelOfDay = level + SPREAD.day * draw();
  const skillOffsets = new Map([...content.skills.keys()].map((skill) => [skill, SPREAD.skill * draw()]));
  const learner = createLearner(content, new Map(), 1);
  const items = listPlacementItems(learner, subject, 'en');
  const abilities = new Abilities([], { skills: content.skills, age });
  const answered: { task: PlacementItem['task']; itemId: string; score: number }[] = [];
  for (;;) {
    const next = choosePlacementItem(items, answered, { abilities, seed: String(random()), age });
    if (!next) break;
    const { task, item, difficulty, guessChance } = next;
    const offset = task.skills.reduce((sum, skill) => sum + (skillOffsets.get(skill) ?? 0), 0) / task.skills.length;
    const ability = LOGITS_PER_DIFFICULTY * (levelOfDay + offset - 3 + SPREAD.item * draw());
    const score = Number(random() < computeExpectedScore({ difficulty, guessChance }, { ability, retrievability: 1 }));
    abilities.learn({ itemId: item.id, skills: task.skills, score, difficulty, guessChance }, 1);
    answered.push({ task, itemId: item.id, score });
  }
  const placed = clamp(3 + (abilities.find(`@${subject}`)?.ability ?? 0) / LOGITS_PER_DIFFICULTY);
  return { error: placed - level, scores: answered.map(({ score }) => score) };
}

const AGES = [6, 7, 8, 9, 10, 11, 12];

/** Simulates the placement of children of 6 to 12: the share that is placed within one difficulty and within half a one, and what is right. */
export function simulatePlacements(content: Content, subject: string, childrenPerAge: number) {
  const runs = AGES.flatMap((age) => {
    const random = createRandomNumberGenerator(age);
    return Array.from({ length: childrenPerAge }, () => simulatePlacement(content, { subject, age, random }));
  });
  const computeShareWithin = (limit: number) => computeMean(runs.map(({ error }) => Number(Math.abs(error) <= limit)));
  return {
    withinOne: computeShareWithin(1),
    withinHalf: computeShareWithin(0.5),
    right: computeMean(runs.flatMap(({ scores }) => scores)),
  };
}

/** There are no items for lower and higher levels. */
function clamp(level: number): number {
  return Math.min(Math.max(level, 0.5), 5.5);
}
