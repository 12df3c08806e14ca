import type { AnswerKey, Item } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { createFieldError } from '../../../core/requests/api-error.ts';
import type { Callers } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Attempt, updateAttempt } from '../attempts/attempts-store.ts';
import { showTask } from '../attempts/drawn-items.ts';
import { getOpenAttempt, loadTaskContext } from '../attempts/task-context.ts';
import { mergeAnswers } from '../grading/answers/merge-answers.ts';
import { type Answer, getAnsweredItem } from '../grading/answers/validate-answers.ts';
import { removeExtraProperties } from '../grading/grade-item.ts';
import { judgeAnswer, type Verdict } from '../grading/judge-answer.ts';

export interface SentAnswer extends Answer {
  /** By default, the open attempt. */
  readonly attempt_id?: string | undefined;
}

export interface JudgedItem {
  readonly item: Item;
  readonly key: AnswerKey | undefined;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
  /** The answer that the verdict is about. An answer that is sent after the item was closed changes nothing. */
  readonly lastResponse: unknown;
}

/** Judges one answer of the open attempt and keeps the verdict for its completion. */
export function judgeSentAnswer(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  { attempt_id, ...answer }: SentAnswer,
): Promise<JudgedItem> {
  return ctx.write(async (unit) => {
    const { tx } = unit;
    const context = await loadTaskContext(unit, child, taskId);
    const attempt = await getOpenAttempt(tx, context, attempt_id);
    const { task, keys } = showTask(context.learner.content, context.task, attempt.draws, child.language);
    const item = getAnsweredItem(task, answer);
    const key = keys.get(item.id);
    const response = removeExtraProperties(item, answer.response);
    const previous = findVerdict(attempt, item.id);
    const verdict = judgeAnswer(item, key, response, previous);
    if (verdict === previous?.verdict) return { item, key, attempt, verdict, lastResponse: previous.response };
    const answers = mergeAnswers(context.task, attempt.answers, new Map([[item.id, response]]));
    const judged = { ...attempt.judged, [item.id]: verdict };
    if (Buffer.byteLength(JSON.stringify(judged)) > QUOTAS.answerBytes)
      throw createFieldError('response', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
    const judgedAttempt = { ...attempt, answers, judged };
    await updateAttempt(tx, judgedAttempt);
    return { item, key, attempt: judgedAttempt, verdict, lastResponse: response };
  });
}

function findVerdict({ judged, answers }: Attempt, itemId: string) {
  const verdict = Object.hasOwn(judged, itemId) ? judged[itemId] : undefined;
  const saved = answers.find(({ item_id }) => item_id === itemId);
  return verdict && { verdict, response: saved ? saved.response : verdict.first.response };
}
