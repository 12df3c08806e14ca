import { addDays, type Day, toUtcMidnight } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { type Advice, ANSWER_DAYS, buildAdvice, OPEN_QUESTION_DAYS } from './advice.ts';
import { listAdviceRows } from './advice-store.ts';

/** A child, and the local day for which the advice is. */
interface AdvisedChild {
  readonly id: string;
  readonly birth_year: number | null;
  readonly today: Day;
}

/** Loads the advice for children, by id, with one statement. */
export async function loadAdviceByChild(
  ctx: Context,
  children: readonly AdvisedChild[],
): Promise<ReadonlyMap<string, Advice>> {
  const [first] = children;
  if (!first) return new Map();
  const firstDay = children.map(({ today }) => today).sort()[0] ?? first.today;
  const { memories, questions, attempts } = await listAdviceRows(
    ctx,
    children.map(({ id }) => id),
    {
      since: toUtcMidnight(addDays(firstDay, -OPEN_QUESTION_DAYS)),
      answeredSince: toUtcMidnight(addDays(firstDay, -ANSWER_DAYS)),
    },
  );
  const memoriesByChild = Map.groupBy(memories, ({ profile_id }) => profile_id);
  const questionsByChild = Map.groupBy(questions, ({ profile_id }) => profile_id);
  const attemptsByChild = Map.groupBy(attempts, ({ profile_id }) => profile_id);
  return new Map(
    children.map(({ id, birth_year, today }) => [
      id,
      buildAdvice(ctx.content.current, {
        birthYear: birth_year,
        memories: memoriesByChild.get(id) ?? [],
        openQuestions: questionsByChild.get(id) ?? [],
        attempts: attemptsByChild.get(id) ?? [],
        today,
      }),
    ]),
  );
}

/** Loads the advice for one child. */
export async function loadAdvice(ctx: Context, child: Omit<AdvisedChild, 'today'>, today: Day): Promise<Advice> {
  const { id, birth_year } = child;
  const advice = (await loadAdviceByChild(ctx, [{ id, birth_year, today }])).get(id);
  if (!advice) throw new Error('loadAdviceByChild returned no advice for the child.');
  return advice;
}
