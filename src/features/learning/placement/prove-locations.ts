import {
  getLocationStructure,
  getWorldStructure,
  type Location,
  type Task,
  type World,
} from '../../../content/index.ts';
import { canMoveOnFromLocation, findLocationLock } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { type Abilities, computeExpectedScore, toSubjectKey } from '../memory/ability.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import { computeGuessChance } from '../memory/update-memories.ts';

/** A quiz on the way counts as known if this score is expected, on average over its items. */
const KNOWN_SCORE = 0.83;
/** After fewer answers, the rating of a subject mostly says what the age says. */
const MIN_ANSWERS = 8;

/**
 * Lists the locked locations to which the child knows the way: every location that has to be done before has quizzes, and the child has
 * done them or is expected to know them. Lessons and works on the way do not count, because nobody has to repeat what it knows.
 */
export function listProvenLocations(learner: Learner, abilities: Abilities): Location[] {
  const { content } = learner;
  const isKnownQuiz = (task: Task) => isKnown(learner, abilities, task);
  const isKnownLocation = (location: Location): boolean => {
    if (canMoveOnFromLocation(learner, location)) return true;
    const quizzes = getLocationStructure(content, location).tasks.filter(({ kind }) => kind === 'quiz');
    return quizzes.length > 0 && quizzes.every(isKnownQuiz);
  };
  const isReached = (location: Location): boolean =>
    getLocationStructure(content, location).prerequisites.every(
      (required) => isKnownLocation(required) && isReached(required),
    );
  const isWorldReached = (world: World): boolean =>
    getWorldStructure(content, world).prerequisites.every(
      (required) =>
        isWorldReached(required) && getWorldStructure(content, required).requiredLocations.every(isKnownLocation),
    );
  return [...content.worlds.values()]
    .filter(isWorldReached)
    .flatMap((world) =>
      getWorldStructure(content, world).locations.filter(
        (location) => findLocationLock(learner, location)?.reason === 'prerequisite' && isReached(location),
      ),
    );
}

function isKnown({ content, taskStates }: Learner, abilities: Abilities, task: Task): boolean {
  const { id, skills, items } = task;
  if (taskStates.get(id)?.status === 'completed') return true;
  const isRated = skills.every(
    (skill) => (abilities.find(toSubjectKey(content.skills, skill))?.asked ?? 0) >= MIN_ANSWERS,
  );
  const questions = items.filter(({ kind }) => kind !== 'info');
  if (!isRated || skills.length === 0 || questions.length === 0) return false;
  const scores = questions.map((item) =>
    computeExpectedScore(
      { difficulty: getDifficulty(content, task, item.id), guessChance: computeGuessChance(item) },
      { ability: abilities.computeForItem(task, item), retrievability: 1 },
    ),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length >= KNOWN_SCORE;
}
