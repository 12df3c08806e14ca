import {
  type AnswerKey,
  type Content,
  getWorldStructure,
  hasLanguage,
  type Item,
  type Task,
} from '../../../content/index.ts';
import { findSkillOfQuestion, type OpenQuestion } from '../advice/advice.ts';
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

/**
 * Finds the exercise of an item; undefined if the packs no longer contain the item. In each round, a generated item has another draw, and
 * after a written item come others of its quiz and of similar quizzes of its world that ask for the same skill.
 */
export function findExercise(
  content: Content,
  { task_id, item_id }: Pick<OpenQuestion, 'task_id' | 'item_id'>,
  options: Pick<SheetOptions, 'locale' | 'seed'> & { readonly round: number },
): (SheetExercise & { readonly hasAnother: boolean }) | undefined {
  const quiz = content.tasks.get(task_id);
  const exercise = quiz && listExercises(content, quiz, options).find(({ item }) => item.id === item_id);
  if (!exercise) return undefined;
  if (content.generators.get(task_id)?.has(item_id)) return { ...exercise, hasAnother: true };
  const alike = [...content.tasks.values()]
    .filter(({ world_id, difficulty }) => world_id === quiz.world_id && difficulty === quiz.difficulty)
    .sort((a, b) => Number(b.id === task_id) - Number(a.id === task_id))
    .flatMap((task) => listTwins(content, task, { task_id, item_id }, options));
  const exercises = [exercise, ...alike];
  return { ...(exercises[options.round % exercises.length] ?? exercise), hasAnother: alike.length > 0 };
}

/** Lists the exercises of a quiz that ask for the same skill as a question. */
function listTwins(
  content: Content,
  quiz: Task,
  question: Pick<OpenQuestion, 'task_id' | 'item_id'>,
  options: Pick<SheetOptions, 'locale' | 'seed'> & { readonly round: number },
): SheetExercise[] {
  const skill = findSkillOfQuestion(content, question);
  const isTwin = (item: Item) =>
    (quiz.id !== question.task_id || item.id !== question.item_id) &&
    findSkillOfQuestion(content, { task_id: quiz.id, item_id: item.id }) === skill;
  return quiz.items.some(isTwin) ? listExercises(content, quiz, options).filter(({ item }) => isTwin(item)) : [];
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
