import { localize } from '../../content/index.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { findDailyPracticeTitle, findPlacementTitle, findRepairedQuiz } from '../../features/learning/index.ts';
import { localized } from '../../locales/index.ts';
import type { PanelRequest } from '../endpoints.ts';

/** The title of a task of a pack, a repair, a daily practice or a placement. A task that no pack contains has only its id. */
export function formatTaskTitle({ ctx, locale }: Pick<PanelRequest, 'ctx' | 'locale'>, taskId: string): string {
  const { current } = ctx.content;
  const repairedQuiz = findRepairedQuiz(current, taskId);
  if (repairedQuiz)
    return localized.learning.repair.title({ title: localize(repairedQuiz.title, locale).text })[toLanguage(locale)];
  const title = current.tasks.get(taskId)?.title ??
    findDailyPracticeTitle(taskId) ??
    findPlacementTitle(taskId) ?? { en: taskId };
  return localize(title, locale).text;
}
