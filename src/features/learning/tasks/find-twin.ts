import {
  type AnswerKey,
  chooseLanguage,
  type Generator,
  getSkill,
  hasLanguage,
  type Item,
  type Task,
} from '../../../content/index.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import type { PlayedTask } from '../attempts/played-task.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { findTaskLock } from '../learner/content-locks.ts';

/** A question that is similar to a missed one: of the same skill and about the same mistake, with other numbers or words. */
export interface Twin {
  readonly item: Item;
  readonly key: AnswerKey | undefined;
  /** Decides the order of the options. */
  readonly seed: string;
}

/** An item of a quiz, and what is needed to ask it. */
interface Candidate {
  readonly task: Task;
  readonly item: Item;
  readonly generator: Generator | undefined;
  /** Whether it can show a misconception that the missed item can show. */
  readonly sharesMistake: boolean;
}

/**
 * Finds the twin of an item: another draw of its generator, or else an item of another quiz that asks for the same skill, in the child's
 * language: one that can show the same mistake, or one of the same kind and place, because a skill alone has many kinds of questions.
 * Written questions of locked quizzes are left out. Prefers the nearest difficulty, and generated items, so that a quiz keeps its written
 * questions for later. Depends only on the attempt and the packs.
 */
export function findTwin(played: PlayedTask, attempt: Attempt, itemId: string, locale: string): Twin | undefined {
  const { learner, task } = played;
  const seed = `${learner.profileId} ${task.id} ${attempt.number} ${itemId} twin`;
  const ownGenerator = learner.content.generators.get(task.id)?.get(itemId);
  const own = task.items.find(({ id }) => id === itemId);
  if (own && ownGenerator)
    return drawTwin(played, { task, item: own, generator: ownGenerator }, seed, locale, attempt.draws[itemId]);
  const [candidate] = listCandidates(played, itemId, seed, locale);
  return candidate && drawTwin(played, candidate, seed, locale);
}

/** How often an item is drawn to find one that differs from the missed item. */
const MAX_DRAWS = 5;

function drawTwin(
  { learner: { content } }: PlayedTask,
  { task, item, generator }: Pick<Candidate, 'task' | 'item' | 'generator'>,
  seed: string,
  locale: string,
  missedDraw?: unknown,
): Twin {
  if (!generator) return { item, key: content.taskKeys.get(task.id)?.itemKeys.get(item.id), seed };
  const draws = Array.from({ length: MAX_DRAWS }, (_, i) => generator.draw(`${seed} ${i}`));
  const otherDraw = draws.find((draw) => JSON.stringify(draw) !== JSON.stringify(missedDraw));
  const language = chooseLanguage(content.worlds.get(task.world_id)?.languages ?? [], locale);
  return { ...generator.createItem(otherDraw ?? generator.draw(seed), [language]), seed };
}

function listCandidates({ learner, sources }: PlayedTask, itemId: string, seed: string, locale: string): Candidate[] {
  const source = sources.get(itemId);
  if (!source) return [];
  const { content } = learner;
  const missedItem = source.task.items.find(({ id }) => id === source.item_id);
  const missedSkill = missedItem && getSkill(source.task, missedItem);
  const listMistakes = (taskId: string, id: string) => content.itemMisconceptions.get(taskId)?.get(id) ?? [];
  const mistakes = listMistakes(source.task.id, source.item_id);
  const playedTaskIds = new Set([...sources.values()].map(({ task }) => task.id));
  const quizzes = [...content.tasks.values()].filter(
    (quiz) =>
      quiz.kind === 'quiz' &&
      quiz.skills.some((skill) => skill === missedSkill) &&
      (quiz.pre_reader || !source.task.pre_reader) &&
      !playedTaskIds.has(quiz.id) &&
      !quiz.items.some(({ kind }) => kind === 'info') && // its questions may need the text before them
      hasLanguage(content.worlds.get(quiz.world_id)?.languages ?? [], locale),
  );
  const candidates = quizzes.flatMap((task) => {
    const isLocked = findTaskLock(learner, task) !== null;
    return task.items
      .map((item) => ({
        task,
        item: { ...item, media: [...task.media, ...item.media] },
        generator: content.generators.get(task.id)?.get(item.id),
        sharesMistake: listMistakes(task.id, item.id).some((id) => mistakes.includes(id)),
      }))
      .filter(({ item, generator, sharesMistake }) => {
        const isAlike = item.kind === missedItem?.kind && task.world_id === source.task.world_id;
        return (generator || !isLocked) && getSkill(task, item) === missedSkill && (sharesMistake || isAlike);
      });
  });
  const computeDistance = ({ task, generator, sharesMistake }: Candidate) =>
    (sharesMistake ? 0 : 3) + Math.abs(task.difficulty - source.difficulty) + (generator ? 0 : 0.5);
  return shuffleBySeed(candidates, seed).sort((a, b) => computeDistance(a) - computeDistance(b));
}
