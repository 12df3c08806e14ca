import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Enum, Nullable, NullableTimestamp, Timestamp } from '../../core/json-schema.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { type AttemptSummary, listAttempts } from '../../features/learning/index.ts';
import { listLedgerAt } from '../../features/progress/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { stars } from '../parts/charts/stars.ts';
import { emptyState } from '../parts/empty.ts';
import { formatChange, formatMinutes, formatMoment, formatPercent } from '../parts/format.ts';
import { type ChildList, childTable } from './child-list.ts';
import { ledgerReasons } from './ledger-reasons.ts';

const STATUSES = ['in_progress', 'passed', 'failed', 'pending_review'] as const;

const PlayedShape = Type.Object({
  id: Type.String({ description: 'of the attempt' }),
  task_id: Type.String(),
  title: Type.String(),
  place: Type.String({ description: 'world and location' }),
  kind: Nullable(Type.String({ description: 'null when its pack is gone' })),
  status: Enum(STATUSES),
  practice: Type.Boolean({ description: 'the task had been completed before' }),
  started_at: Timestamp,
  completed_at: NullableTimestamp,
  score: Nullable(Type.Number({ description: '0 to 1; null where nothing is graded' })),
  stars: Type.Integer({ minimum: 0, maximum: 3 }),
  minutes: Type.Integer({ minimum: 0 }),
  xp: Type.Array(Type.Object({ amount: Type.Integer(), reason: Type.String(), why: Type.String() }), {
    description: 'each row of XP that it brought, and why',
  }),
});
type Played = Static<typeof PlayedShape>;

export const activityList: ChildList<typeof PlayedShape> = {
  name: 'activity',
  summary: 'What a child has played, and the XP that it brought',
  description: 'The newest first, what is begun and not finished included.',
  item: PlayedShape,
  async load(ctx, { language: locale }, child, offset) {
    const { rows, total } = await listAttempts(ctx.db, child.id, offset);
    const xp = await xpOf(ctx, child.id, rows, locale);
    return { rows: rows.map((row) => activityResponse(ctx, row, xp(row), locale)), total };
  },
  view(_ctx, { locale, zone }) {
    const language = languageFor(locale);
    const { activity } = messages(language).panel.childLists;
    return {
      kind: 'lines',
      empty: emptyState(activity.none, activity.noneMore),
      row: (row) => html`<div class="line">
<div>
<p class="what">${row.title}</p>
<p class="hint">${[row.place, formatMoment(language, row.completed_at ?? row.started_at, zone)].filter(Boolean).join(' · ')}</p>
<p class="marks">${result(row, language)}${row.stars > 0 ? stars(language, row.stars) : ''}${row.minutes > 0 ? html`<span class="mark">${formatMinutes(language, row.minutes * 60)}</span>` : ''}</p>
${row.xp.length > 0 ? html`<ul class="whys">${row.xp.map(({ amount, why }) => html`<li><b>${formatChange(language, amount)}</b> ${why}</li>`)}</ul>` : ''}
</div>
${
  row.xp.length > 0
    ? html`<p class="amount">${formatChange(
        language,
        row.xp.reduce((sum, { amount }) => sum + amount, 0),
      )} XP</p>`
    : ''
}
</div>`,
    };
  },
};

export const listActivity = childTable(activityList);

function result({ status, practice, score }: Played, language: Language): Html {
  const t = messages(language).panel.childLists.activity;
  const word = practice && status === 'passed' ? t.practised : t[status];
  const tone = status === 'passed' ? ' good' : '';
  const share = score === null || status === 'in_progress' ? '' : ` · ${formatPercent(language, score)}`;
  return html`<span class="mark${tone}">${word}${share}</span>`;
}

/** The rows of the ledger that were written when an attempt ended: those of its own transaction. */
async function xpOf(ctx: Context, childId: string, rows: readonly AttemptSummary[], locale: string) {
  const paid = rows.filter(({ completed_at, xp_awarded }) => completed_at !== null && xp_awarded > 0);
  const first = paid.at(-1)?.id ?? '';
  const moments = paid.flatMap(({ completed_at }) => completed_at ?? []);
  const entries = await listLedgerAt(ctx.db, childId, moments, first);
  const whyOf = await ledgerReasons(ctx, childId, entries, locale);
  return ({ completed_at }: AttemptSummary) =>
    entries
      .filter(({ at }) => at === completed_at)
      .map(({ amount, reason, source }) => ({ amount, reason, why: whyOf({ reason, source }) }));
}

function activityResponse({ content }: Context, row: AttemptSummary, xp: Played['xp'], locale: string): Played {
  const { tasks, worlds, locations } = content.current;
  const { id, task_id, status, started_at, completed_at } = row;
  const task = tasks.get(task_id);
  const places = task ? [worlds.get(task.world_id), locations.get(task.location_id)] : [];
  return {
    id,
    task_id,
    title: task ? localize(task.title, locale).text : task_id,
    place: places.flatMap((place) => (place ? localize(place.title, locale).text : [])).join(' · '),
    kind: task?.kind ?? null,
    status,
    practice: row.practice === 1,
    started_at,
    completed_at,
    score: row.max_points > 0 && completed_at !== null ? row.score : null,
    stars: row.stars,
    minutes: Math.ceil(row.time_spent_seconds / 60),
    xp,
  };
}
