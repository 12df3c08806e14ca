import { getSkill, getWorldStructure, hasLanguage, type Item, type Task } from '../../../content/index.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { isOffered, type Learner } from '../learner/learner.ts';
import { type Abilities, computeExpectedScore, DEFAULT_AGE } from '../memory/ability.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import { computeGuessChance, type FirstAnswer, toItemSubject } from '../memory/update-memories.ts';

/** The number of questions of a placement. */
export const PLACEMENT_ITEMS = 12;
const MAX_ITEMS_PER_SKILL = 2;
/** What children usually learn longer ago than this is asked only if nothing else is left: it would seem babyish to a child of twelve. */
const MAX_YEARS_YOUNGER = 5;
/** A placement begins with this many easy questions, and has another after this many misses in a row. */
const EASY_ITEMS = 2;
/** The expected scores of an easy question and of the others, without guessing. With it, simulated children get two of three right. */
const EASY_SCORE = 0.85;
const TARGET_SCORE = 0.5;
/** Expected scores in the same twentieth fit equally well. */
const STEPS = 20;
/** An item that can be guessed tells less about a child, so another one is preferred that fits a little worse. */
const GUESSING_PENALTY = 0.2;

/** An item that a placement can ask. */
export interface PlacementItem {
  readonly task: Task;
  readonly item: Item;
  /** The level of a generator; undefined for an item of the difficulty of its task. */
  readonly level?: number | undefined;
  readonly difficulty: number;
  readonly guessChance: number;
  readonly skill: string;
  /** From this age on, children usually learn the skill. */
  readonly usualAge: number;
}

/**
 * The items that can tell where a child stands in a subject: those of all quizzes that ask for its skills, also of locked ones, in the
 * child's language. Quizzes with info items are left out, because their questions are about what was read before.
 */
export function listPlacementItems({ content, ...learner }: Learner, subject: string, locale: string): PlacementItem[] {
  const worlds = [...content.worlds.values()].filter(({ languages }) => hasLanguage(languages, locale));
  return worlds
    .flatMap((world) => getWorldStructure(content, world).tasks)
    .filter((task) => task.kind === 'quiz' && isOffered(learner, task))
    .filter(({ items }) => items.every(({ kind }) => kind !== 'info'))
    .flatMap((task) =>
      task.items.flatMap((item) => {
        const skill = content.skills.get(getSkill(task, item) ?? '');
        if (skill?.subject !== subject) return [];
        const levels = content.generators.get(task.id)?.get(item.id)?.levels ?? [];
        const guessChance = computeGuessChance(item);
        return [undefined, ...levels].map((level) => ({
          task,
          item,
          level,
          difficulty: getDifficulty(content, task, item.id, level),
          guessChance,
          skill: skill.id,
          usualAge: skill.age,
        }));
      }),
    );
}

interface PlacementContext {
  readonly abilities: Abilities;
  readonly seed: string;
  /** The child's age this year; undefined if it is unknown. */
  readonly age: number | undefined;
}

/** An answer of the placement, as far as the next question depends on it. */
export type PlacementAnswer = Pick<FirstAnswer, 'itemSubject' | 'skill' | 'score'>;

/**
 * Chooses the next question of a placement after these answers, whose changes the abilities contain: first easy ones, and again an easy one
 * after two misses; otherwise one that tells most, because the child is as likely to know it as not. At most two are about a skill, and
 * those that children usually learn much earlier come last. Undefined when the placement is complete, or when no question is left.
 */
export function choosePlacementItem(
  items: readonly PlacementItem[],
  answered: readonly PlacementAnswer[],
  { abilities, seed, age = DEFAULT_AGE }: PlacementContext,
): PlacementItem | undefined {
  if (answered.length >= PLACEMENT_ITEMS) return undefined;
  const lastScores = answered.slice(-EASY_ITEMS).map(({ score }) => score);
  const isEasy = answered.length < EASY_ITEMS || lastScores.every((score) => score < 0.5);
  const target = isEasy ? EASY_SCORE : TARGET_SCORE;
  // Even an easy question about percent is not easy for a child who has never heard of percent.
  const isAllowed = ({ task, item, skill, usualAge }: PlacementItem) =>
    (!isEasy || usualAge <= age) &&
    !answered.some(({ itemSubject }) => itemSubject === toItemSubject(task.id, item.id)) &&
    answered.filter((other) => other.skill === skill).length < MAX_ITEMS_PER_SKILL;
  const measure = ({ skill, difficulty, guessChance }: PlacementItem) => {
    const expected = computeExpectedScore(
      { difficulty, guessChance: 0 }, // otherwise a hard question with two options would count as easy
      { ability: abilities.compute([skill]), retrievability: 1 },
    );
    return Math.round(STEPS * (Math.abs(expected - target) + GUESSING_PENALTY * guessChance));
  };
  const allowed = items.filter(isAllowed);
  const apt = allowed.filter(({ usualAge }) => usualAge >= age - MAX_YEARS_YOUNGER);
  const [best] = shuffleBySeed(apt.length > 0 ? apt : allowed, `${seed} ${answered.length}`)
    .map((item) => ({ item, distance: measure(item) }))
    .sort((a, b) => a.distance - b.distance);
  return best?.item;
}
