import { formatWeek } from '../../core/time/date-formats.ts';
import {
  addDays,
  type Day,
  getStartOfWeek,
  isDay,
  toLocalDay,
  toLocalMidnight,
  toUtcDay,
} from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { type AttemptSummary, listAttemptsBefore, loadAdvice } from '../../features/learning/index.ts';
import { getChildTimeZone, type LedgerEntry, listLedgerEntriesByDay } from '../../features/progress/index.ts';
import { type FinishedTodo, listFinishedTodos } from '../../features/todos/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { defineChildPage } from '../endpoints.ts';
import { formatMinutes, formatNumber, formatTime, formatWeekday } from '../parts/format.ts';
import { OptionalField } from '../parts/forms/field.ts';
import { renderEmptyState } from '../parts/paged-list.ts';
import { getQuestionElementId } from '../parts/paths.ts';
import { renderIcon } from '../parts/pictures.ts';
import { type ExplainedXp, renderAttempt, renderLine, renderReasons, toActivity } from './activity.ts';
import { renderChildLayout } from './child-layout.ts';
import type { ChildListRequest } from './child-list.ts';
import { renderXp } from './ledger.ts';
import { loadReasonFormatter } from './ledger-reasons.ts';
import { renderPrice } from './rewards/price.ts';
import { STATUS_CLASSES } from './todos/todo-list.ts';

/** The number of attempts, of to-dos and of changes of XP that a page reads at most. */
const MAX_ROWS = 100;

/** What a child did, or XP that belongs to nothing on the same day. */
interface TimelineRow {
  readonly day: Day;
  readonly at: Instant;
  readonly seconds: number;
  readonly xp: readonly ExplainedXp[];
  readonly content: Html;
}

export const showActivity = defineChildPage({
  summary: 'Show what a child did, with the XP for it, by week and day',
  description:
    'Attempts stand on the day on which they began, to-dos on the day on which they were finished, and XP on the day of the work. A page has whole weeks where possible, and ends with the day `until`.',
  query: { until: OptionalField },
  run: async (request, { query }) => {
    const timeZone = await getChildTimeZone(request.ctx, request.child.id);
    const until = parseDay(query.until, toUtcDay(request.ctx.now()));
    return renderChildLayout(request, { tab: 'activity', main: await renderTimeline({ ...request, timeZone }, until) });
  },
});

/** XP was a page of its own in earlier releases. */
export const showLedger = defineChildPage({
  summary: "Redirect to a child's activity",
  run: ({ path }) => new Redirect(`${path}/activity`),
});

/** Ignores what is no day, and days in the future. */
function parseDay(text: string | undefined, today: Day): Day | undefined {
  return text !== undefined && isDay(text) && text <= today ? text : undefined;
}

async function renderTimeline(request: ChildListRequest, until: Day | undefined): Promise<Html> {
  const { t, path } = request;
  const { rows, firstDay } = await loadTimeline(request, until);
  const { activity } = t.child.lists;
  const weeks = [...Map.groupBy(rows, ({ day }) => getStartOfWeek(day))];
  const earlier =
    firstDay === undefined
      ? ''
      : html`<a class="button outline" rel="next" href="${path}/activity?until=${addDays(firstDay, -1)}">${activity.earlier}${renderIcon('next')}</a>`;
  const newest = until ? html`<a class="button outline" href="${path}/activity">${activity.newest}</a>` : '';
  const empty = until
    ? html`<p>${t.parts.pagedList.emptyPage}</p>`
    : renderEmptyState(activity.none, activity.noneHint);
  return html`${rows.length === 0 ? empty : weeks.map(([monday, weekRows], i) => renderWeek(request, monday, weekRows, i === 0))}
${earlier || newest ? html`<nav class="pagination" aria-label="${t.parts.pagedList.pages}">${newest}${earlier}</nav>` : ''}`;
}

/** Loads a page of the timeline, the newest row first. `firstDay` is its first day, if there is something before that. */
async function loadTimeline(
  request: ChildListRequest,
  until: Day | undefined,
): Promise<{ rows: TimelineRow[]; firstDay: Day | undefined }> {
  const { child, timeZone } = request;
  const ctx = onReplica(request.ctx);
  const before = until && toLocalMidnight(addDays(until, 1), timeZone);
  const toDay = (at: Instant) => toLocalDay(at, timeZone);
  const attempts = (await listAttemptsBefore(ctx, child.id, { before, limit: MAX_ROWS })).map((attempt) => ({
    ...attempt,
    day: toDay(attempt.started_at),
  }));
  const todos = (await listFinishedTodos(ctx, child.id, { before, limit: MAX_ROWS })).map((todo) => ({
    ...todo,
    day: toDay(todo.completed_at),
  }));
  const entries = await listLedgerEntriesByDay(ctx, child.id, { until, limit: MAX_ROWS });

  const firstDay = findFirstDay([attempts, todos, entries]);
  const isOnPage = ({ day }: { readonly day: Day }) => firstDay === undefined || day >= firstDay;
  const shownEntries = entries.filter(isOnPage);
  const formatReason = await loadReasonFormatter(request, shownEntries);
  const works = [
    ...attempts.filter(isOnPage).map((attempt) => ({ kind: 'attempt' as const, work: attempt })),
    ...todos.filter(isOnPage).map((todo) => ({ kind: 'todo' as const, work: todo })),
  ];
  const explain = (entry: LedgerEntry) => ({ amount: entry.amount, reason: entry.reason, why: formatReason(entry) });
  // What was sent back has earned nothing: what the child earned at that moment, such as for its first activity of the day, is on its own.
  const isSentBack = ({ kind, work }: Work) => kind === 'todo' && work.status === 'rejected';
  const entriesByWork = Map.groupBy(
    shownEntries,
    createWorkFinder(
      works.filter((work) => !isSentBack(work)),
      shownEntries,
    ),
  );
  const { questions, slips } = await loadAdvice(ctx, child, toDay(ctx.now()));
  const findLink = (taskId: string) => {
    if (ctx.content.current.tasks.get(taskId)?.kind === 'creative') return `${request.path}/submissions`;
    const missed = [...questions, ...slips].find(({ task_id }) => task_id === taskId);
    return missed && `${request.path}/answers#${getQuestionElementId(missed)}`;
  };
  const rows = works.map((shown): TimelineRow => {
    const { kind, work } = shown;
    const xp = (entriesByWork.get(shown) ?? []).map(explain).reverse(); // the earliest first
    return kind === 'attempt'
      ? {
          day: work.day,
          at: work.started_at,
          seconds: work.time_spent_seconds,
          xp,
          content: renderAttempt(
            request,
            toActivity(request, work, xp),
            formatTime(request.language, work.started_at, timeZone),
            findLink(work.task_id),
          ),
        }
      : { day: work.day, at: work.completed_at, seconds: 0, xp, content: renderTodo(request, work, xp) };
  });
  const others = (entriesByWork.get(undefined) ?? []).map((entry): TimelineRow => {
    const xp = explain(entry);
    const time = toDay(entry.at) === entry.day ? formatTime(request.language, entry.at, timeZone) : '';
    return { day: entry.day, at: entry.at, seconds: 0, xp: [xp], content: renderXp(request.language, xp, time) };
  });
  const sorted = [...rows, ...others].sort(
    (a, b) => b.day.localeCompare(a.day) || b.at.localeCompare(a.at), // stable for equal instants
  );
  return { rows: sorted, firstDay };
}

/**
 * Returns the first day of a page: a Monday where possible. Before it, sources may have been read in part, because at most MAX_ROWS
 * of their rows were read, the newest first. Returns undefined if everything was read.
 */
function findFirstDay(sources: readonly (readonly { readonly day: Day }[])[]): Day | undefined {
  const cutDays = sources.flatMap((rows) => (rows.length === MAX_ROWS ? (rows.at(-1)?.day ?? []) : []));
  const cutDay = cutDays.sort().at(-1);
  const newestDay = sources
    .flatMap((rows) => rows[0]?.day ?? [])
    .sort()
    .at(-1);
  if (cutDay === undefined || newestDay === undefined) return undefined;
  if (cutDay === newestDay) return cutDay; // more than MAX_ROWS on one day: the others are in the lists of the API
  const nextMonday = addDays(getStartOfWeek(cutDay), 7);
  return nextMonday <= newestDay ? nextMonday : addDays(cutDay, 1);
}

type Work =
  | { readonly kind: 'attempt'; readonly work: AttemptSummary & { readonly day: Day } }
  | { readonly kind: 'todo'; readonly work: FinishedTodo & { readonly day: Day } };

/**
 * Returns a function that finds what XP was for among the works of its day: what its source names, what ended at the same instant,
 * or else what other XP of this instant names, such as creative work, which ends only when it is approved.
 */
function createWorkFinder<W extends Work>(works: readonly W[], entries: readonly LedgerEntry[]) {
  const worksByDay = Map.groupBy(works, ({ work }) => work.day);
  const findAt = (candidates: readonly W[], { at }: LedgerEntry) =>
    candidates.find(({ work }) => work.completed_at === at);
  const findNamed = (entry: LedgerEntry) => {
    const named = (worksByDay.get(entry.day) ?? []).filter(({ kind, work }) =>
      `${entry.source} `.startsWith(kind === 'todo' ? `todo ${work.id} ` : `task ${work.task_id} `),
    );
    return findAt(named, entry) ?? named[0];
  };
  const toKey = ({ day, at }: LedgerEntry) => `${day} ${at}`;
  const worksByInstant = new Map(
    entries.flatMap((entry) => {
      const work = findNamed(entry);
      return work ? [[toKey(entry), work] as const] : [];
    }),
  );
  return (entry: LedgerEntry): W | undefined =>
    findNamed(entry) ?? findAt(worksByDay.get(entry.day) ?? [], entry) ?? worksByInstant.get(toKey(entry));
}

function renderTodo({ t, language, timeZone }: ChildListRequest, todo: FinishedTodo, xp: readonly ExplainedXp[]): Html {
  const content = html`<p class="item-title">${todo.title}</p>
<p class="hint">${t.child.lists.activity.todo} · ${formatTime(language, todo.completed_at, timeZone)}</p>
<p class="tags"><span class="tag ${STATUS_CLASSES[todo.status]}">${t.child.todos.list[todo.status]}</span></p>
${xp.some(({ reason }) => !reason.startsWith('todo_')) ? renderReasons(language, xp) : ''}`;
  return renderLine(language, content, xp, todo.stars > 0 ? renderPrice({ t }, todo.stars) : '');
}

function renderWeek(request: ChildListRequest, monday: Day, rows: readonly TimelineRow[], isOpen: boolean): Html {
  const { language, t } = request;
  const days = [...Map.groupBy(rows, ({ day }) => day)];
  const summary = [t.parts.days({ count: days.length }), ...formatTotals(request, rows)].join(' · ');
  return html`<details class="week"${isOpen ? html` open` : ''}><summary><span>${formatWeek(language, monday)}<span class="hint">${summary}</span></span></summary>
${days.map(([day, dayRows]) => html`<h2 class="day-heading">${formatWeekday(language, day)} <span class="hint">${formatTotals(request, dayRows).join(' · ')}</span></h2><ul class="rows lines">${dayRows.map(({ content }) => html`<li>${content}</li>`)}</ul>`)}</details>`;
}

/** Formats the time and the XP of these rows: ["35 min", "120 XP"]. */
function formatTotals({ language }: ChildListRequest, rows: readonly TimelineRow[]): string[] {
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const xp = rows.flatMap((row) => row.xp).reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(seconds > 0 ? [formatMinutes(language, seconds)] : []),
    ...(xp === 0 ? [] : [`${formatNumber(language, xp)} XP`]),
  ];
}
