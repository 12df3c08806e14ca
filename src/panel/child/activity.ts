import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Enum, Nullable, NullableTimestamp, Timestamp } from '../../core/requests/json-schema.ts';
import type { Language } from '../../core/text/languages.ts';
import { toWholeMinutes } from '../../core/time/instant.ts';
import { type AttemptSummary, findRepairedQuiz, listAttempts } from '../../features/learning/index.ts';
import { listLedgerEntriesAt } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { type ChildPageRequest, defineChildListEndpoint, type PanelMessages } from '../endpoints.ts';
import { renderStars } from '../parts/charts/stars.ts';
import { formatChange, formatDateTime, formatMinutes, formatPercent, formatTaskTitle } from '../parts/format.ts';
import { createChildList } from './child-list.ts';
import { loadReasonFormatter } from './ledger-reasons.ts';

/** From this score on, a task went well, and the list says so in green and with its stars. */
const WELL_SCORE = 0.6;
const STATUSES = ['in_progress', 'passed', 'failed', 'pending_review'] as const;

const ActivitySchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the attempt.' }),
    task_id: Type.String(),
    title: Type.String(),
    place: Type.String({ description: 'The titles of the world and the location; empty if `kind` is null.' }),
    kind: Nullable(
      Type.String({
        description: 'The kind of the task; null for the daily practice, and if the packs no longer contain the task.',
      }),
    ),
    status: Enum(STATUSES),
    practice: Type.Boolean({ description: 'Whether the task had already been completed, or is the daily practice.' }),
    started_at: Timestamp,
    completed_at: NullableTimestamp,
    score: Nullable(Type.Number({ description: 'From 0 to 1; null if nothing was graded.' })),
    stars: Type.Integer({ minimum: 0, maximum: 3 }),
    minutes: Type.Integer({ minimum: 0 }),
    xp: Type.Array(
      // `reason` is a code, and `why` is its text in the parent's language.
      Type.Object({ amount: Type.Integer(), reason: Type.String(), why: Type.String() }, { title: 'ExplainedXp' }),
      { description: 'The ledger entries of the attempt, with their reasons as text.' },
    ),
  },
  { title: 'Activity' },
);
type Activity = Static<typeof ActivitySchema>;
export type ExplainedXp = Activity['xp'][number];

const activityList = createChildList({
  tab: 'activity',
  operationId: 'listChildActivity',
  summary: "List a child's attempts and the XP that they earned",
  description: 'The newest attempt is first. Attempts in progress are included.',
  async load(request, pageParams) {
    const { rows, total } = await listAttempts(onReplica(request.ctx), request.child.id, pageParams);
    const listXp = await loadXpLookup(request, rows);
    return { rows: rows.map((attempt) => toActivity(request, attempt, listXp(attempt))), total };
  },
  rowSchema: ActivitySchema,
  serialize: (_request, row) => row,
  className: 'lines',
  getTexts: (t) => t.child.lists.activity,
  renderRow: (request, row) =>
    renderAttempt(request, row, formatDateTime(request.language, row.completed_at ?? row.started_at, request.timeZone)),
});

export const listActivity = defineChildListEndpoint(activityList);

/** Renders an attempt, with the XP for it and its reasons. `link` leads to what the child made, or to what it missed. */
export function renderAttempt({ t, language }: ChildPageRequest, row: Activity, time: string, link = ''): Html {
  const content = html`<p class="item-title">${link ? html`<a href="${link}">${row.title}</a>` : row.title}</p>
<p class="hint">${[row.place, time].filter(Boolean).join(' · ')}</p>
<p class="tags">${renderStatusTag(t, language, row)}${row.stars > 0 && (row.score ?? 1) >= WELL_SCORE ? renderStars(t, row.stars) : ''}${row.minutes > 0 ? html`<span class="tag">${formatMinutes(language, row.minutes * 60)}</span>` : ''}</p>
${row.xp.length > 0 ? renderReasons(language, row.xp) : ''}`;
  return renderLine(language, content, row.xp);
}

/** Renders something that a child did, and the sum of the XP and the stars for it. */
export function renderLine(
  language: Language,
  content: Html,
  xp: readonly ExplainedXp[],
  stars: Html | string = '',
): Html {
  const sum = xp.reduce((sum, { amount }) => sum + amount, 0);
  return html`<div class="line">
<div>
${content}
</div>
${xp.length > 0 || stars !== '' ? html`<p class="amount${sum < 0 ? ' negative' : ''}">${xp.length > 0 ? `${formatChange(language, sum)} XP` : ''}${xp.length > 0 && stars !== '' ? ' · ' : ''}${stars}</p>` : ''}
</div>`;
}

export function renderReasons(language: Language, xp: readonly ExplainedXp[]): Html {
  return html`<ul class="reasons">${xp.map(({ amount, why }) => html`<li><b>${formatChange(language, amount)}</b> ${why}</li>`)}</ul>`;
}

function renderStatusTag(t: PanelMessages, language: Language, { kind, status, practice, score }: Activity): Html {
  const isSentBack = kind === 'creative' && status === 'failed';
  const practiced = score === 0 ? 'practicedHard' : 'practiced';
  const text = isSentBack
    ? t.child.submissions.changes_requested
    : t.child.lists.activity[practice && status === 'passed' ? practiced : status];
  const isWell = status === 'passed' && (score === null || score >= WELL_SCORE);
  const percentText =
    score === null || score === 0 || status === 'in_progress' ? '' : ` · ${formatPercent(language, score)}`;
  return html`<span class="tag${isWell ? ' success' : ''}">${text}${percentText}</span>`;
}

/**
 * Loads the ledger entries of these attempts, and returns a function that lists the entries of an attempt. An attempt's entries
 * have the time at which the attempt ended, because one transaction wrote both.
 */
async function loadXpLookup(request: ChildPageRequest, attempts: readonly AttemptSummary[]) {
  const attemptsWithXp = attempts.filter(({ completed_at, xp_awarded }) => completed_at !== null && xp_awarded > 0);
  const endTimes = attemptsWithXp.flatMap(({ completed_at }) => completed_at ?? []);
  const entries = await listLedgerEntriesAt(onReplica(request.ctx), request.child.id, endTimes);
  const formatReason = await loadReasonFormatter(request, entries);
  return ({ completed_at }: AttemptSummary) =>
    entries
      .filter(({ at }) => at === completed_at)
      .map(({ amount, reason, source }) => ({ amount, reason, why: formatReason({ reason, source }) }));
}

export function toActivity({ ctx, locale }: ChildPageRequest, attempt: AttemptSummary, xp: ExplainedXp[]): Activity {
  const { tasks, worlds, locations } = ctx.content.current;
  const { task_id, completed_at } = attempt;
  const task = findRepairedQuiz(ctx.content.current, task_id) ?? tasks.get(task_id);
  const places = task ? [worlds.get(task.world_id), locations.get(task.location_id)] : [];
  return {
    ...attempt, // the serializer leaves out the columns that the schema does not contain
    title: formatTaskTitle({ ctx, locale }, task_id),
    place: places.flatMap((place) => (place ? localize(place.title, locale).text : [])).join(' · '),
    kind: task?.kind ?? null,
    practice: attempt.practice === 1,
    score: attempt.max_points > 0 && completed_at !== null ? attempt.score : null,
    minutes: toWholeMinutes(attempt.time_spent_seconds),
    xp,
  };
}
