import {
  type AnswerKey,
  type Content,
  chooseLanguage,
  getSkill,
  getWorldStructure,
  hasLanguage,
  type Item,
  localize,
  type Task,
} from '../../../content/index.ts';
import { findSkillOfQuestion, isForAgeOf, type OpenQuestion } from '../advice/advice.ts';
import { formatAnswer, getCorrectResponse } from '../grading/grade.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { findMissedItem } from '../reports/missed-questions.ts';

/** An exercise that can be done on paper. */
export interface SheetExercise {
  readonly task: Task;
  readonly item: Item;
  readonly key: AnswerKey;
  readonly difficulty: number;
  /** The texts that come before the question in its quiz, which the question may be about. */
  readonly intro: readonly Item[];
}

interface SheetOptions {
  /** The child's language. */
  readonly locale: string;
  /** The same seed gives the same sheet. */
  readonly seed: string;
  /** The child's level in the skill, 1 to 5. */
  readonly level: number;
  /** What the child has missed, the hardest first. */
  readonly questions: readonly OpenQuestion[];
  /** The maximum number of exercises. */
  readonly max: number;
}

/** If fewer exercises ask for the skill, harder ones are added, and then questions of its quizzes that name no other skill. */
const MIN_EXERCISES = 4;
/** The maximum number of exercises that the child has missed exactly so. */
const MAX_MISSED = 3;
/** The maximum number of exercises that are like what was missed, after those. */
const MAX_ALIKE = 3;
/** The maximum number of exercises whose answer is the same number. */
const MAX_SAME_NUMBER = 2;

/**
 * Chooses exercises that ask for a skill, from quizzes that the child may do and that need no skill which is usually learned much
 * later: first what the child has missed, then what is like it, of the same generator with other numbers or with the same misconception, and
 * then others from easy to hard, those nearest to the child's level, and one above it only where there are few. The level is at most
 * that of the easiest question that was missed. Questions with a sound are left out, and no question comes twice with the same answer, nor a sum
 * in other words.
 */
export function chooseSheetExercises(
  learner: Learner,
  skill: string,
  { locale, seed, level: childLevel, questions, max }: SheetOptions,
): SheetExercise[] {
  const { content } = learner;
  const quizzes = [...content.worlds.values()]
    .filter(({ languages }) => hasLanguage(languages, locale))
    .flatMap((world) => getWorldStructure(content, world).tasks)
    .filter((task) => task.kind === 'quiz' && task.skills.includes(skill) && isForAgeOf(content, task, skill))
    .filter((task) => !findTaskLock(learner, task));
  const asksForSkill = (task: Task, item: Item) => getSkill(task, item) === skill;
  const missed = questions.flatMap((question) => {
    const quiz = quizzes.find(({ id }) => id === question.task_id);
    const found = quiz && findMissedItem(content, question, locale);
    return quiz && found?.key && asksForSkill(quiz, found.item) ? [toExercise(quiz, found.item, found.key)] : [];
  });
  const level = Math.min(childLevel, ...missed.map(({ difficulty }) => difficulty));
  const candidates = quizzes
    .flatMap((task) =>
      task.items
        .filter((item) => asksForSkill(task, item))
        .map((item) => ({ task, item, difficulty: fitDifficulty(content, task, item, level) })),
    )
    .filter(({ difficulty }) => difficulty <= level + 1);
  const draws = shuffleBySeed(candidates, seed)
    .flatMap((candidate) => Array.from({ length: max }, (_, round) => ({ ...candidate, round })))
    .sort((a, b) => rankDraw(a, level) - rankDraw(b, level));
  const chosen = new Map<string, SheetExercise>();
  const countByNumber = new Map<string, number>();
  const add = (exercises: Iterable<SheetExercise>, limit: number) => {
    for (const exercise of exercises) {
      if (chosen.size >= limit) return;
      const { item, key } = exercise;
      const answer = formatAnswer(item, getCorrectResponse(item, key, locale), locale);
      const prompt = localize(item.prompt, locale).text;
      const numbers = prompt.match(/\d+/g) ?? [];
      const text = JSON.stringify([numbers.length > 1 ? numbers : prompt, answer]);
      const sameCount = /^\d+$/.test(answer) ? (countByNumber.get(answer) ?? 0) : 0;
      if (hasSound(content, exercise) || chosen.has(text) || sameCount >= MAX_SAME_NUMBER) continue;
      chosen.set(text, exercise);
      countByNumber.set(answer, sameCount + 1);
    }
  };
  const addDraws = (added: typeof draws, limit: number) =>
    add(
      added.values().flatMap((draw) => drawExercise(content, draw, { locale, seed })),
      limit,
    );
  add(missed, MAX_MISSED);
  const missedCount = chosen.size;
  const rankLikeness = createLikeness(content, [...chosen.values()]);
  addDraws(
    draws.filter((draw) => rankLikeness(draw) > 0).sort((a, b) => rankLikeness(b) - rankLikeness(a)),
    missedCount + MAX_ALIKE,
  );
  const first = [...chosen.values()];
  addDraws(
    draws.filter(({ difficulty }) => difficulty <= level),
    max,
  );
  addDraws(draws, MIN_EXERCISES);
  const toOrder = (exercise: SheetExercise) => (first.includes(exercise) ? 0 : exercise.difficulty);
  return [...chosen.values()].sort((a, b) => toOrder(a) - toOrder(b));
}

/** An item that is drawn for a sheet: a generated one again in each round, a written one in the first. */
interface ItemDraw {
  readonly task: Task;
  readonly item: Item;
  readonly difficulty: number;
  readonly round: number;
}

/** How much an item is like missed ones: 2 for the same generator, 1 for an item that can show the same misconception, otherwise 0. */
function createLikeness({ itemMisconceptions }: Content, missed: readonly SheetExercise[]) {
  const list = (task: Task, item: Item) => itemMisconceptions.get(task.id)?.get(item.id) ?? [];
  const keys = new Set(missed.map(({ task, item }) => `${task.id}/${item.id}`));
  const misconceptions = new Set(missed.flatMap(({ task, item }) => list(task, item)));
  return ({ task, item }: ItemDraw): number => {
    if (keys.has(`${task.id}/${item.id}`)) return 2;
    return Number(list(task, item).some((id) => misconceptions.has(id)));
  };
}

/** The lower, the earlier it is drawn. A question comes again only after others that are up to two levels away. */
function rankDraw({ difficulty, round }: ItemDraw, level: number): number {
  return 2 * round + Math.abs(difficulty - level);
}

/** The difficulty of a written item, or that of a generator which is nearest to a level. */
function fitDifficulty({ generators }: Content, task: Task, { id }: Item, level: number): number {
  return [task.difficulty, ...(generators.get(task.id)?.get(id)?.levels ?? [])].reduce((best, other) =>
    Math.abs(other - level) < Math.abs(best - level) ? other : best,
  );
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
    (quiz.id !== question.task_id || item.id !== question.item_id) && getSkill(quiz, item) === skill;
  return quiz.items.some(isTwin) ? listExercises(content, quiz, options).filter(({ item }) => isTwin(item)) : [];
}

function listExercises(
  content: Content,
  task: Task,
  { round, ...options }: Pick<SheetOptions, 'locale' | 'seed'> & { readonly round: number },
): SheetExercise[] {
  return task.items.flatMap((item) => {
    const isGenerated = content.generators.get(task.id)?.has(item.id);
    return drawExercise(content, { task, item, difficulty: task.difficulty, round: isGenerated ? round : 0 }, options);
  });
}

function drawExercise(
  content: Content,
  { task, item, difficulty, round }: ItemDraw,
  { locale, seed }: Pick<SheetOptions, 'locale' | 'seed'>,
): SheetExercise[] {
  const generator = content.generators.get(task.id)?.get(item.id);
  const key = content.taskKeys.get(task.id)?.itemKeys.get(item.id);
  if (!generator) return key && round === 0 ? [toExercise(task, item, key)] : [];
  const draw = generator.draw(`${seed} ${task.id} ${round}`, difficulty === task.difficulty ? undefined : difficulty);
  const generated = generator.createItem(draw, [
    chooseLanguage(content.worlds.get(task.world_id)?.languages ?? [], locale),
  ]);
  return [toExercise(task, generated.item, generated.key, difficulty)];
}

function toExercise(task: Task, item: Item, key: AnswerKey, difficulty = task.difficulty): SheetExercise {
  const index = task.items.findIndex(({ id }) => id === item.id);
  const intro = task.items.slice(0, Math.max(0, index)).filter(({ kind }) => kind === 'info');
  return { task, item, key, difficulty, intro };
}

function hasSound({ media }: Content, { item, intro }: SheetExercise): boolean {
  return [item, ...intro].some((part) => part.media.some((id) => media.get(id)?.mime.startsWith('audio/')));
}
