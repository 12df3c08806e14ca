import { addDays, type Day, toUtcMidnight } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { type Advice, ANSWER_DAYS, buildAdvice, OPEN_QUESTION_DAYS } from './advice.ts';
import { listAdviceRows } from './advice-store.ts';

/** A child, and the local day for which the advice is. */
interface ChildDay {
  readonly id: string;
  readonly today: Day;
}

/** Loads the advice for children, by id, with one statement. */
export async function loadAdviceByChild(
  ctx: Context,
  children: readonly ChildDay[],
): Promise<ReadonlyMap<string, Advice>> {
  const [first] = children;
  if (!first) return new Map();
  const firstDay = children.map(({ today }) => today).sort()[0] ?? first.today;
  const rows = await listAdviceRows(
    ctx,
    children.map(({ id }) => id),
    {
      since: toUtcMidnight(addDays(firstDay, -OPEN_QUESTION_DAYS)),
      answeredSince: toUtcMidnight(addDays(firstDay, -ANSWER_DAYS)),
    },
  );
  const days = new Map(children.map(({ id, today }) => [id, today] as const));
  return new Map(
    rows.map(({ profileId, ...sources }) => [
      profileId,
      buildAdvice(ctx.content.current, { ...sources, today: days.get(profileId) ?? firstDay }),
    ]),
  );
}

/** Loads the advice for one child. */
export async function loadAdvice(ctx: Context, child: ChildDay): Promise<Advice> {
  const advice = (await loadAdviceByChild(ctx, [child])).get(child.id);
  if (!advice) throw new Error('loadAdviceByChild returned no advice for the child.');
  return advice;
}
