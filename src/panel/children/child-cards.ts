import { type Static, Type } from 'typebox';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { getFirstRowIndex } from '../../core/requests/paging.ts';
import { toLocalDay, toLocalMidnight } from '../../core/time/days.ts';
import { type Instant, toWholeMinutes } from '../../core/time/instant.ts';
import { buildAvatarPath, type Profile } from '../../features/accounts/index.ts';
import {
  type Advice,
  describeQuestion,
  type LearningOfDay,
  listLearningOfDay,
  loadAdviceByChild,
} from '../../features/learning/index.ts';
import { listOverviewsByChild, type ProgressOverview, type WeekSummary } from '../../features/progress/index.ts';
import { getPlannedAct, listTodosOfDay, type TodosOfDay } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { renderTickForm } from '../approvals/review-forms.ts';
import { renderUndoForm } from '../approvals/undo.ts';
import { definePanelList, type PanelList, type PanelRequest } from '../endpoints.ts';
import { formatNextDay, nameSkillOfQuestion, renderAdvice } from '../parts/advice.ts';
import { renderPeriods } from '../parts/charts/periods.ts';
import {
  bindNumbers,
  formatDay,
  formatLongDate,
  formatMinutes,
  formatNumber,
  formatTaskTitle,
  joinDetails,
} from '../parts/format.ts';
import { renderList } from '../parts/paged-list.ts';
import { getChildPath, getTogetherPath } from '../parts/paths.ts';
import { addAvatarSize, renderIcon } from '../parts/pictures.ts';

const Count = Type.Integer({ minimum: 0 });
const WeekSchema = Type.Object(
  { xp: Count, minutes: Count, tasks: Count, active_days: Count },
  { title: 'WeekSummary' },
);

const ChildSchema = Type.Object(
  {
    id: Type.String(),
    display_name: Type.String(),
    birth_year: Nullable(Type.Integer()),
    language: Type.String({ description: 'A BCP 47 tag.' }),
    avatar_url: Type.String(),
    level: Count,
    level_name: Type.String(),
    level_percent: Type.Integer({ minimum: 0, maximum: 100, description: 'The progress within the level.' }),
    xp_total: Count,
    xp_to_next_level: Count,
    current_streak_days: Count,
    to_be_deleted_at: NullableTimestamp,
    time_zone: Type.String({ description: "The time zone in which the child's days begin and end." }),
    this_week: WeekSchema,
    last_week: WeekSchema,
  },
  { title: 'Child' },
);

/** A child, and what its parent should know today. */
export interface ChildRow {
  readonly child: Profile;
  readonly overview: ProgressOverview;
  readonly advice: Advice;
  readonly todos: TodosOfDay;
  readonly learning: LearningOfDay;
  /** When the child will be deleted, if its deletion is planned. */
  readonly deletedAt: Instant | null;
}

/** The parent's children, as cards that link to their pages. */
export const childList: PanelList<PanelRequest, ChildRow, typeof ChildSchema> = {
  operationId: 'listChildren',
  summary: "List the parent's children with their progress this week",
  description: 'The child that was linked first comes first. Weeks begin on Monday.',
  /** The number of statements does not depend on the number of children. */
  async load({ ctx, loadFamily }, pageParams) {
    const { children, deletions } = await loadFamily();
    const start = getFirstRowIndex(pageParams);
    const childrenOnPage = children.slice(start, start + pageParams.per_page);
    const ids = childrenOnPage.map(({ id }) => id);
    const overviews = await listOverviewsByChild(ctx, ids);
    const days = childrenOnPage.flatMap(({ id, birth_year }) => {
      const overview = overviews.get(id);
      return overview ? [{ ...toChildDay(id, overview), birth_year }] : [];
    });
    const advice = await loadAdviceByChild(ctx, days);
    const todos = await listTodosOfDay(ctx, days);
    const learningOfDay = await listLearningOfDay(ctx, days);
    const rows = childrenOnPage.flatMap((child) => {
      const { id } = child;
      const [overview, childAdvice, childTodos] = [overviews.get(id), advice.get(id), todos.get(id)];
      const learning = learningOfDay.get(id);
      if (!overview || !childAdvice || !childTodos || !learning) return []; // there is one of each for every child
      const deletedAt = deletions.get(id)?.due_at ?? null;
      return [{ child, overview, advice: childAdvice, todos: childTodos, learning, deletedAt }];
    });
    return { rows, total: children.length };
  },
  rowSchema: ChildSchema,
  serialize: serializeChild,
  render(request, page, mode) {
    const props = {
      t: request.t,
      fragmentPath: '/api/children',
      pagePath: '/panel',
      className: 'children',
      label: request.t.child.overview.children,
    };
    const first = page.rows.find(({ advice }) => advice.focus?.question);
    const renderRow = (row: ChildRow) => renderChildCard(request, row, first !== undefined && row !== first);
    return renderList({ ...page, ...props, renderRow }, mode);
  },
};

export const listMyChildren = definePanelList(childList);

/** The number of submissions, to-dos and wishes of a child that wait for a parent. */
export function countPending({ learning, todos, deletedAt }: ChildRow): number {
  return deletedAt === null ? learning.pendingCount + todos.waitingCount + todos.requestCount : 0;
}

function serializeChild(request: PanelRequest, { child, overview, deletedAt }: ChildRow): Static<typeof ChildSchema> {
  const { ctx } = request;
  const { level, missingXp } = overview.levelProgress;
  return {
    ...child, // the serializer leaves out the fields that the schema does not contain
    avatar_url: ctx.settings.baseUrl + buildAvatarPath(ctx, child),
    level,
    level_name: getLevelName(request, level),
    level_percent: computeLevelPercent(overview),
    xp_total: overview.totals.xp_total,
    xp_to_next_level: missingXp,
    current_streak_days: overview.streakDays,
    to_be_deleted_at: deletedAt,
    time_zone: overview.timeZone,
    this_week: serializeWeek(overview.thisWeek),
    last_week: serializeWeek(overview.lastWeek),
  };
}

function serializeWeek({ xp, seconds, tasks, activeDays }: WeekSummary): Static<typeof WeekSchema> {
  return { xp, minutes: toWholeMinutes(seconds), tasks, active_days: activeDays };
}

function getLevelName({ ctx, language }: PanelRequest, level: number): string {
  return ctx.content.current.levels[level - 1]?.name[language] ?? '';
}

function computeLevelPercent({ levelProgress: { xpInLevel, missingXp } }: ProgressOverview): number {
  return missingXp === 0 ? 100 : Math.floor((100 * xpInLevel) / (xpInLevel + missingXp));
}

/** Renders a line for each child with its day, so that a parent sees the whole family on a phone before the cards below each other. */
export function renderFamilyGlance(request: PanelRequest, rows: readonly ChildRow[]): Html {
  const { ctx, language, t } = request;
  const texts = t.children.cards;
  const lines = rows.map((row) => {
    const { child, overview } = row;
    const { seconds, xp } = overview.thisDay;
    const done = [...(seconds > 0 ? [formatMinutes(language, seconds)] : []), ...listDone(request, row)].join(' · ');
    const xpText = xp > 0 ? `${formatNumber(language, xp)} XP` : '';
    const none = isOnlyBegun(overview) ? texts.begun : texts.nothing;
    const waitingCount = countPending(row);
    const toReview = t.layout.toReview({ count: waitingCount });
    const waiting =
      waitingCount > 0
        ? html`<a class="glance-waiting" href="/panel/approvals?child=${child.id}" aria-label="${toReview}: ${child.display_name}">${renderIcon('work')}<span>${waitingCount}</span><span class="words">${toReview}</span></a>`
        : '';
    return html`<li><a class="glance-name" href="${getChildPath(child)}"><img src="${addAvatarSize(buildAvatarPath(ctx, child))}" alt="" width="40" height="40"><span><b><bdi>${child.display_name}</bdi> ${renderStreak(request, overview)}</b> <span class="glance-day">${done || xpText || none}${done && xpText ? ` · ${xpText}` : ''}</span></span></a> ${waiting}</li>`;
  });
  return html`<ul class="card glance" aria-label="${t.child.overview.family}">${lines}</ul>`;
}

/** Lists in words what a child has done today besides the tasks that take minutes. */
function listDone({ t }: PanelRequest, { learning, todos }: ChildRow): string[] {
  const texts = t.children.cards;
  return [
    ...(learning.handedInCount > 0 ? [texts.handedIn({ count: learning.handedInCount })] : []),
    ...(todos.finishedCount > 0 ? [texts.finished({ count: todos.finishedCount })] : []),
  ];
}

/** The number of finished tasks whose titles a card shows. */
const SHOWN_TASKS = 2;

/** Lists the titles of the tasks that a child has finished today. */
function listTitles(request: PanelRequest, { learning: { taskIds } }: ChildRow): string {
  const titles = taskIds.slice(0, SHOWN_TASKS).map((id) => formatTaskTitle(request, id));
  const moreCount = taskIds.length - titles.length;
  return [...titles, ...(moreCount > 0 ? [request.t.children.cards.more({ n: moreCount })] : [])].join(' · ');
}

/** Renders what a parent should know about a child: what waits, what is hard, how today and the week are, and what is due. */
function renderChildCard(request: PanelRequest, row: ChildRow, isSecond: boolean): Html {
  const { ctx, language, t } = request;
  const { child, overview, deletedAt } = row;
  const { level, missingXp } = overview.levelProgress;
  const isOpen = deletedAt === null;
  return html`<article class="child-card card">
<div class="child-summary">
${renderLevelRing(buildAvatarPath(ctx, child), computeLevelPercent(overview))}
<div>
<div class="name-and-streak"><h2><a href="${getChildPath(child)}"><bdi>${child.display_name}</bdi></a></h2>
${renderStreak(request, overview)}</div>
<p class="hint">${t.children.cards.level({ level })}${missingXp === 0 ? '' : ` · ${t.children.cards.xpToGo({ xp: formatNumber(language, missingXp) })}`}</p>
</div>
</div>
<div>${isOpen ? renderWaiting(request, row) : html`<p class="hint">${t.children.cards.plannedDeletion({ day: formatLongDate(language, deletedAt) })}</p>`}</div>
<div>${isOpen ? renderMatterOfDay(request, row, isSecond) : ''}</div>
<div class="card-week">${hasResults(overview) || !isOpen ? renderPeriods(request, overview, 'compact', listDone(request, row), listTitles(request, row)) : renderStart(request, row)}</div>
<div>${isOpen ? renderDue(request, row) : ''}</div>
</article>`;
}

/** Renders the one thing to do, or what the family has tried together today: then the next question follows in a line. */
function renderMatterOfDay(request: PanelRequest, row: ChildRow, isSecond: boolean): Html {
  const { ctx, language, locale, t } = request;
  const { child, advice, overview } = row;
  const { today, timeZone } = overview;
  const tried = advice.resting.filter(({ tried_together_at: at }) => at !== null && toLocalDay(at, timeZone) === today);
  if (tried.length === 0)
    return renderAdvice(request, child, advice, { level: 'h3', timeZone, isFolded: true, isSecond });
  const content = ctx.content.current;
  const names = [...new Set(tried.map((question) => nameSkillOfQuestion(content, question, locale)))].join(', ');
  const asksAgain = t.child.lists.answers.tried({ day: formatNextDay(language, tried, timeZone) });
  const question = advice.focus?.question;
  const inWords = question && describeQuestion(ctx, question, locale);
  const next = inWords
    ? renderMatter(
        getTogetherPath(getChildPath(child), question, { back: '/panel' }),
        'learning',
        html`${t.children.cards.oneMore({ question: inWords.prompt })}`,
      )
    : '';
  return html`<p class="strength">✓ <span class="skill-name">${names}</span>: <span class="hint">${asksAgain}</span></p>${next}`;
}

function renderStreak({ t }: PanelRequest, { streakDays }: ProgressOverview): Html | string {
  if (streakDays === 0) return '';
  return html`<span class="streak">${renderIcon('flame')}<span><span class="visually-hidden">${t.children.cards.streak} </span>${t.parts.days({ count: streakDays })}</span></span>`;
}

/** Says how many questions a child has answered that has not finished a task yet: too early to say how it went. */
export function formatFirstAnswers(
  request: PanelRequest,
  { display_name: name }: Profile,
  { firstAnswers }: LearningOfDay,
): string | undefined {
  if (!firstAnswers) return undefined;
  const { taskId, count } = firstAnswers;
  return request.t.children.cards.firstAnswers({ name, count, title: formatTaskTitle(request, taskId) });
}

/** A child on its present local day. */
export function toChildDay(id: string, overview: ProgressOverview) {
  const { today, timeZone } = overview;
  return { id, today, since: toLocalMidnight(today, timeZone), hasResults: hasResults(overview) };
}

export function hasResults({ totals, thisWeek }: ProgressOverview): boolean {
  return totals.xp_total > 0 || thisWeek.seconds > 0;
}

/** Whether a child has begun a first task, without results so far. */
function isOnlyBegun(overview: ProgressOverview): boolean {
  const { totals } = overview;
  return !hasResults(overview) && (totals.tasks_in_progress > 0 || totals.streak_last_at !== null);
}

/** Renders how far a child without results has come: to no device, to a device, or to a first task. */
function renderStart(request: PanelRequest, { child, overview, learning }: ChildRow): Html {
  const { t } = request;
  const name = child.display_name;
  const firstAnswers = formatFirstAnswers(request, child, learning);
  if (firstAnswers) return renderMatter(getChildPath(child), 'learning', html`<b>${firstAnswers}</b>`);
  if (isOnlyBegun(overview))
    return renderMatter(getChildPath(child), 'learning', html`<b>${t.tablet.hasBegun({ name })}</b>`);
  if (overview.isConnected)
    return renderMatter(getChildPath(child), 'tablet', html`<b>${t.tablet.firstTask({ name })}</b>`);
  const text = html`<b>${t.tablet.notStarted({ name })}</b><br>${t.tablet.connect}`;
  return renderMatter('/panel/tablet', 'tablet', text);
}

/** Renders a link to what a parent can see or do next. */
export function renderMatter(path: string, icon: Parameters<typeof renderIcon>[0], text: Html): Html {
  return html`<a class="matter" href="${path}">${renderIcon(icon)}<span>${text}</span>${renderIcon('next')}</a>`;
}

/** The number of due to-dos whose titles a card shows. */
const SHOWN_DUE_TODOS = 3;

/** Renders what is due, each with a button to tick it or to undo that, below a link to all to-dos. */
function renderDue(request: PanelRequest, { child, overview, todos }: ChildRow): Html | string {
  const { language } = request;
  const t = request.t.children.cards;
  const entries = todos.due.slice(0, SHOWN_DUE_TODOS).map(({ id, title, assigned_by, dueDay }) => {
    const since =
      dueDay < overview.today ? html` <span class="hint">${t.since({ day: formatDay(language, dueDay) })}</span>` : '';
    const item = { id, title: `${title} · ${child.display_name}` };
    const tick = assigned_by === null ? '' : renderTickForm(request, item, '/panel');
    return html`<li><div class="due-todo" id="todo-${id}">${tick}<span>${title}${since}</span></div></li>`;
  });
  const hiddenCount = todos.due.length - entries.length;
  const ticked = todos.planned
    .filter((todo) => getPlannedAct(todo) === 'completed')
    .map(
      ({ id, title }) =>
        html`<li><div class="line review-outcome"><p class="item-title">${title}</p><span class="tag success">${request.t.child.todos.list.approved}</span>${renderUndoForm(request, [`todo ${id} approved`], '/panel')}</div></li>`,
    );
  const more = hiddenCount > 0 ? html`<li class="hint">${t.more({ n: hiddenCount })}</li>` : '';
  return entries.length + ticked.length > 0
    ? html`${renderMatter(`${getChildPath(child)}/todos`, 'plan', html`<b>${t.due}<span class="visually-hidden"> – ${child.display_name}</span></b>`)}<ul class="due-todos">${ticked}${entries}${more}</ul>`
    : '';
}

/** Renders what waits for the parent as a link. */
function renderWaiting(request: PanelRequest, { child, todos, learning }: ChildRow): Html | string {
  const t = request.t.children.cards;
  const waiting = [
    ...(learning.pendingCount > 0 ? [t.works({ count: learning.pendingCount })] : []),
    ...(todos.waitingCount > 0 ? [t.todos({ count: todos.waitingCount })] : []),
    ...(todos.requestCount > 0 ? [t.rewards({ count: todos.requestCount })] : []),
  ];
  return waiting.length > 0
    ? html`<a class="matter waiting" href="/panel/approvals?child=${child.id}">${renderIcon('work')}<span><b>${bindNumbers(joinDetails(waiting))}</b><span class="visually-hidden">: ${child.display_name}</span></span>${renderIcon('next')}</a>`
    : '';
}

/** Renders a child's avatar inside a ring that shows the progress in the level. The text next to it has the same meaning. */
function renderLevelRing(avatarPath: string, percent: number): Html {
  return html`<span class="level-ring">
<svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="47"/>${percent > 0 ? renderArc(percent) : ''}</svg>
<img src="${addAvatarSize(avatarPath)}" alt="" width="72" height="72">
</span>`;
}

function renderArc(percent: number): Html {
  return html`<circle class="done" cx="50" cy="50" r="47" pathLength="100" stroke-dasharray="${percent} 100" transform="rotate(-90 50 50)"/>`;
}
