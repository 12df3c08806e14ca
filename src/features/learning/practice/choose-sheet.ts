import {
  type AnswerKey,
  type Content,
  getWorldStructure,
  hasLanguage,
  type Item,
  type Task,
} from '../../../content/index.ts';
import type { OpenQuestion } from '../advice/advice.ts';
import { buildAttemptTask, drawItems } from '../attempts/drawn-items.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { findMissedItem } from '../reports/missed-questions.ts';

/** An exercise that can be done on paper. */
export interface SheetExercise {
  readonly task: Task;
  readonly item: Item;
  readonly key: AnswerKey;
  /** The texts that come before the question in its quiz, which the question may be about. */
  readonly intro: readonly Item[];
}

interface SheetOptions {
  /** The child's language. */
  readonly locale: string;
  /** The same seed gives the same sheet. */
  readonly seed: string;
  /** What the child has missed, the hardest first. */
  readonly questions: readonly OpenQuestion[];
}

const MAX_EXERCISES = 10;
/** The maximum number of exercises that the child has missed exactly so. */
const MAX_MISSED = 3;
/** How often a generator draws another exercise for the same sheet. */
const MAX_ROUNDS = 4;

/**
 * Chooses up to ten exercises for a skill: first the questions that the child has missed, and then questions of the quizzes that
 * train the skill and that the child may do, of started quizzes before others. Questions with a sound are left out, and no question
 * comes twice.
 */
export function chooseSheetExercises(
  learner: Learner,
  skill: string,
  { locale, seed, questions }: SheetOptions,
): SheetExercise[] {
  const { content, taskStates } = learner;
  const quizzes = [...content.worlds.values()]
    .filter(({ languages }) => hasLanguage(languages, locale))
    .flatMap((world) => getWorldStructure(content, world).tasks)
    .filter((task) => task.kind === 'quiz' && task.skills.includes(skill) && !findTaskLock(learner, task));
  const missed = questions
    .flatMap((question) => {
      const quiz = quizzes.find(({ id }) => id === question.task_id);
      const found = quiz && findMissedItem(content, question, locale);
      return quiz && found?.key ? [toExercise(quiz, found.item, found.key)] : [];
    })
    .slice(0, MAX_MISSED);
  const rounds = [true, false].flatMap((isStarted) =>
    Array.from({ length: MAX_ROUNDS }, (_, round) =>
      shuffleBySeed(
        quizzes
          .filter(({ id }) => taskStates.has(id) === isStarted)
          .flatMap((quiz) => listExercises(content, quiz, { locale, seed, round })),
        `${seed} ${round}`,
      ),
    ).flat(),
  );
  const chosen = new Map<string, SheetExercise>();
  for (const exercise of [...missed, ...rounds]) {
    const text = JSON.stringify([exercise.item.prompt, 'options' in exercise.item ? exercise.item.options : '']);
    if (chosen.size < MAX_EXERCISES && !hasSound(content, exercise) && !chosen.has(text)) chosen.set(text, exercise);
  }
  return [...chosen.values()];
}

/** Finds the exercise of an item; undefined if the packs no longer contain the item. A generated item has another draw in each round. */
export function findExercise(
  content: Content,
  { task_id, item_id }: Pick<OpenQuestion, 'task_id' | 'item_id'>,
  options: Pick<SheetOptions, 'locale' | 'seed'> & { readonly round: number },
): (SheetExercise & { readonly isGenerated: boolean }) | undefined {
  const task = content.tasks.get(task_id);
  const exercise = task && listExercises(content, task, options).find(({ item }) => item.id === item_id);
  return exercise && { ...exercise, isGenerated: content.generators.get(task_id)?.has(item_id) ?? false };
}

function listExercises(
  content: Content,
  quiz: Task,
  { locale, seed, round }: Pick<SheetOptions, 'locale' | 'seed'> & { readonly round: number },
): SheetExercise[] {
  const draws = drawItems(content, { profileId: `sheet ${seed}`, taskId: quiz.id, number: round });
  const { task, itemKeys } = buildAttemptTask(content, quiz, draws, locale);
  return task.items.flatMap((item) => {
    const key = itemKeys.get(item.id);
    return key ? [toExercise(quiz, item, key)] : [];
  });
}

function toExercise(task: Task, item: Item, key: AnswerKey): SheetExercise {
  const index = task.items.findIndex(({ id }) => id === item.id);
  return { task, item, key, intro: task.items.slice(0, Math.max(0, index)).filter(({ kind }) => kind === 'info') };
}

function hasSound({ media }: Content, { item, intro }: SheetExercise): boolean {
  return [item, ...intro].some((part) => part.media.some((id) => media.get(id)?.mime.startsWith('audio/')));
}
