import { type AnswerKey, type Content, chooseLanguage, type Task } from '../../../content/index.ts';
import type { Attempt, Draws } from './attempts-store.ts';

/** A task with the items that one attempt shows, and their answer keys. */
export interface AttemptTask {
  readonly task: Task;
  readonly itemKeys: ReadonlyMap<string, AnswerKey>;
}

/** The values from which the items of an attempt are drawn. They are known before the attempt is started. */
export interface DrawSeed {
  readonly profileId: string;
  readonly taskId: string;
  /** The number of the attempt. */
  readonly number: number;
}

/** Returns the draws of the generated items of an attempt. They are the same for the same attempt on every machine. */
export function drawItems({ generators }: Content, { profileId, taskId, number }: DrawSeed): Draws {
  const taskGenerators = [...(generators.get(taskId) ?? [])];
  return Object.fromEntries(taskGenerators.map(([id, { draw }]) => [id, draw(`${profileId} ${taskId} ${number}`)]));
}

/** Builds a task as an attempt with these draws shows it. Generated texts are in the language of `locale`. */
export function buildAttemptTask(content: Content, task: Task, draws: Draws, locale: string): AttemptTask {
  const taskKey = content.taskKeys.get(task.id);
  const generators = content.generators.get(task.id);
  if (!generators) return { task, itemKeys: taskKey?.itemKeys ?? new Map() };
  const language = chooseLanguage(content.worlds.get(task.world_id)?.languages ?? [], locale);
  const generatedItems = new Map(
    [...generators].flatMap(([id, { isValidDraw, createItem }]) => {
      const draw = draws[id];
      return isValidDraw(draw) ? [[id, createItem(draw, [language])] as const] : [];
    }),
  );
  return {
    task: { ...task, items: task.items.map((item) => generatedItems.get(item.id)?.item ?? item) },
    itemKeys: new Map([...(taskKey?.itemKeys ?? [])].map(([id, key]) => [id, generatedItems.get(id)?.key ?? key])),
  };
}

/**
 * Draws items of an attempt again if the current packs do not accept their draws. The answers, hints and grades of the old items
 * are removed (gap 148).
 */
export function replaceInvalidDraws(content: Content, attempt: Attempt): Attempt {
  const generators = content.generators.get(attempt.task_id);
  if (!generators) return attempt;
  const invalidIds = [...generators]
    .filter(([id, { isValidDraw }]) => !isValidDraw(attempt.draws[id]))
    .map(([id]) => id);
  if (invalidIds.length === 0) return attempt;
  const { profile_id: profileId, task_id: taskId, number, draws, answers, hints, grades } = attempt;
  const newDraws = drawItems(content, { profileId, taskId, number });
  const isKept = (id: string) => !invalidIds.includes(id);
  const filterKept = <V>(record: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => isKept(id)));
  return {
    ...attempt,
    draws: { ...newDraws, ...filterKept(draws) },
    answers: answers.filter(({ item_id }) => isKept(item_id)),
    hints: filterKept(hints),
    grades: filterKept(grades),
  };
}
