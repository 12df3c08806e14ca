import { addDays, countDaysBetween, type Day, toClampedLocalDay, toLocalMidnight } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Profile } from '../../../features/accounts/index.ts';
import { getChildTimeZone } from '../../../features/progress/index.ts';
import {
  findDueDay,
  getPlannedAct,
  getPlannedStatus,
  listPlannedDays,
  listTodosFinishedBetween,
  listTodosUntil,
  MAX_DUE_DATE,
  type Todo,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { APPROVALS_PATH, renderTickForm } from '../../approvals/review-forms.ts';
import { findOutcome, renderUndoForm } from '../../approvals/undo.ts';
import { type ChildPageRequest, definePanelPage, type PanelRequest, toChildRequest } from '../../endpoints.ts';
import { renderChildChips, renderPanelLayout } from '../../layout/panel-layout.ts';
import { formatDay, formatShortWeekday, formatWeekday } from '../../parts/format.ts';
import { OptionalField } from '../../parts/forms/field.ts';
import { getChildPath } from '../../parts/paths.ts';
import { renderAvatar, renderIcon } from '../../parts/pictures.ts';
import { PLAN_PATH, renderAssignedNotice, renderAssignForm } from './assign-form.ts';
import { STATUS_CLASSES } from './todo-list.ts';

/** The number of days of the board, which begins today. */
const DAY_COUNT = 7;

export const showPlan = definePanelPage({
  summary: 'Show what each child has to do today and in the next six days, and has done today, with a form for more',
  description: 'Redirects to the start page if the parent has no children.',
  query: { done: OptionalField, undo: OptionalField, on: OptionalField, preset: OptionalField, day: OptionalField },
  run: async (request, { query }) => {
    const [firstChild] = (await request.loadFamily()).childrenWithoutDeletion;
    if (!firstChild) return new Redirect('/panel');
    const form = { presetName: query.preset, day: query.day };
    const items = query.done === 'assigned' ? (query.undo ?? '').split(',') : [];
    const notice =
      items.length > 0
        ? await renderAssignedNotice(request, { items, day: query.on, href: '#added', returnTo: PLAN_PATH })
        : await findOutcome(request, query, PLAN_PATH);
    return renderPlan(await toChildRequest(request, firstChild.id), form, { items, notice });
  },
});

/** Renders the page with the form for a new to-do, which belongs to one of the children and can be for each of them. */
export async function renderPlan(
  request: ChildPageRequest,
  form: Parameters<typeof renderAssignForm>[1],
  { items = [], notice }: { readonly items?: readonly string[]; readonly notice?: Html | undefined } = {},
): Promise<Html> {
  const title = request.t.layout.plan;
  const main = html`${await renderChildChips(request, 'todos')}
<h1>${title}</h1>
${await renderAssignForm(request, { ...form, isOnBoard: true })}
${await renderBoard(request, { items })}`;
  return renderPanelLayout(request, { title, section: 'plan', notice, main });
}

/** An open to-do with the days from its child's today on which it is due. */
type BoardTodo = Todo & {
  readonly today: Day;
  readonly days: readonly Day[];
  readonly isTicked: boolean;
  readonly isAdded: boolean;
};
/** A to-do that was finished today, or ticked by a guardian who can still undo it. */
type FinishedTodo = Pick<Todo, 'id' | 'profile_id' | 'title' | 'status' | 'planned_change'> & {
  readonly hasFocus?: boolean;
};

interface Card {
  readonly heading: string;
  readonly todos: readonly BoardTodo[];
}

interface DayCard extends Card {
  readonly day: Day;
  /** Only today's card has what is finished. */
  readonly finished?: readonly FinishedTodo[];
}

/**
 * Renders the week, and cards for what is due later and what has no day. What is overdue stands under today only,
 * and what is due on each of the following days stands once, under "Every day". What was sent back does not recur: the next one of its series
 * exists already. A recurring to-do that is ticked stands under its next days, too. The first card with a to-do that was just added (`items`) has
 * the id `added`, and the focus goes to what undoes the tick of the to-do `tickedId`.
 */
export async function renderBoard(
  request: PanelRequest,
  { items = [], tickedId }: { readonly items?: readonly string[]; readonly tickedId?: string } = {},
): Promise<Html> {
  const { ctx, language, t } = request;
  const texts = t.child.todos.board;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const childIds = children.map(({ id }) => id);
  const timeZones = new Map<string, string>();
  for (const id of childIds) timeZones.set(id, await getChildTimeZone(ctx, id));
  const toLocalDayOf = (id: string, at: Instant) => toClampedLocalDay(at, timeZones.get(id) ?? 'UTC');
  const firstDay = childIds.map((id) => toLocalDayOf(id, ctx.now())).toSorted()[0] ?? '';
  const lastDay = addDays(firstDay, DAY_COUNT - 1);
  const todos = (await listTodosUntil(ctx, childIds, MAX_DUE_DATE))
    .map((open) => {
      const today = toLocalDayOf(open.profile_id, ctx.now());
      const todo = open.status === 'rejected' ? { ...open, recurrence: null } : open;
      const isAdded = items.includes(`todo ${open.id} added`);
      const isTicked = getPlannedAct(open) === 'completed';
      const days = listPlannedDays(open, today, lastDay);
      return { ...todo, today, days, isTicked, isAdded, hasFocus: open.id === tickedId };
    })
    .sort((a, b) => Number(a.due_date === null) - Number(b.due_date === null));
  const open = todos.filter(({ paused_at, isTicked, days }) => paused_at === null && (!isTicked || days.length > 0));
  const finishedToday = (await listFinishedSince(request, childIds, firstDay)).filter(
    ({ profile_id: id, completed_at }) => toLocalDayOf(id, completed_at) === toLocalDayOf(id, ctx.now()),
  );
  const finished = [...todos.filter(({ isTicked }) => isTicked), ...finishedToday];
  if (todos.length === 0 && finished.length === 0)
    return html`<section class="card" id="board"><h2>${texts.nothing}</h2><p class="hint">${texts.begin}</p></section>`;
  const isEveryDay = ({ today, days }: BoardTodo) =>
    days.filter((day) => day > today).length === countDaysBetween(today, lastDay);
  const dayless = open.filter(({ due_date, days }) => due_date === null && days.length === 0);
  const isWeekly = ({ recurrence }: BoardTodo) => recurrence?.freq === 'weekly';
  const days: DayCard[] = [
    { heading: texts.today, day: firstDay, todos: open.filter(({ today, days }) => days.includes(today)), finished },
    ...Array.from({ length: DAY_COUNT - 1 }, (_, i) => addDays(firstDay, i + 1)).map((day) => ({
      heading: formatShortWeekday(language, day),
      day,
      todos: open.filter((todo) => day > todo.today && todo.days.includes(day) && !isEveryDay(todo)),
    })),
  ];
  const cards: Card[] = [
    { heading: texts.later, todos: open.filter(({ due_date }) => due_date !== null && due_date > lastDay) },
    { heading: t.child.todos.assign.daily, todos: open.filter(isEveryDay) },
    { heading: texts.thisWeek, todos: dayless.filter(isWeekly) },
    { heading: texts.anyTime, todos: dayless.filter((todo) => !isWeekly(todo)) },
    { heading: t.child.todos.list.paused, todos: todos.filter(({ paused_at }) => paused_at !== null) },
  ].filter((card) => card.todos.length > 0);
  const nothing = open.some(isEveryDay) ? texts.onlyDaily : texts.nothing;
  const firstAdded = [...days, ...cards].find((card) => card.todos.some(({ isAdded }) => isAdded));
  const renderId = (card: Card) => (card === firstAdded ? html` id="added"` : '');
  return html`<div id="board"><div class="plan-week">${days.map((day, i) => renderDay(request, day, { id: renderId(day), children, nothing, emptyDays: listEmptyDaysFrom(days, i) }))}</div>
<div class="board">${cards.map((card) => html`<section class="card"${renderId(card)}><div class="board-heading"><h2>${card.heading}</h2></div>${renderByTitle(request, card.todos, children)}</section>`)}</div></div>`;
}

/** The days without an entry that begin on this one, if it is the first of them. Today is never one of them. */
function listEmptyDaysFrom(days: readonly DayCard[], index: number): readonly DayCard[] {
  const isEmpty = (i: number) => i > 0 && days[i]?.todos.length === 0;
  if (!isEmpty(index) || isEmpty(index - 1)) return [];
  const end = days.findIndex((_, i) => i > index && !isEmpty(i));
  return days.slice(index, end === -1 ? undefined : end);
}

/**
 * Renders a day: on a wide screen, today above the columns of the other days; otherwise each is a card. The first of several empty days in a
 * row says for all of them that they are empty: across their columns, or as the only card of them.
 */
function renderDay(
  request: PanelRequest,
  { heading, day, todos, finished }: DayCard,
  {
    id,
    children,
    nothing,
    emptyDays,
  }: {
    readonly id: Html | string;
    readonly children: readonly Profile[];
    readonly nothing: string;
    readonly emptyDays: readonly DayCard[];
  },
): Html {
  const { language, t } = request;
  const isToday = finished !== undefined;
  const isEmpty = todos.length === 0 && !finished?.length;
  const empty = isToday
    ? html`<p class="hint">${t.child.todos.board.nothing}</p>`
    : emptyDays.length > 0
      ? html`<p class="add-on-empty-days">${emptyDays.map((each) => renderAddLink(request, each.day, each.heading))}</p><p class="empty-days days-${emptyDays.length}">${nothing}</p>`
      : '';
  return html`<section class="card plan-day${isToday ? ' today' : ''}${isEmpty && !isToday ? ' empty' : ''}"${id}><div class="board-heading"><h2>${heading} <small>${formatDay(language, day)}</small></h2>${renderAddLink(request, day)}</div>${
    isEmpty
      ? empty
      : finished
        ? renderByChild(request, { todos, finished }, children)
        : renderByTitle(request, todos, children)
  }</section>`;
}

/** Renders the link to the form for a new to-do that is due on this day. */
function renderAddLink({ language, t }: PanelRequest, day: Day, text?: string): Html {
  return html`<a class="add-on-day" href="${PLAN_PATH}?day=${day}" aria-label="${text ? `${text}: ` : ''}${t.child.todos.assign.addTodo}: ${formatWeekday(language, day)}">${text}${renderIcon('add')}</a>`;
}

/** Renders what each child still has to do today and has done. */
function renderByChild(
  request: PanelRequest,
  { todos, finished }: { readonly todos: readonly BoardTodo[]; readonly finished: readonly FinishedTodo[] },
  children: readonly Profile[],
): Html {
  const t = request.t.child.todos.board;
  const rows = children.flatMap((child) => {
    const isOfChild = ({ profile_id }: { readonly profile_id: string }) => profile_id === child.id;
    const [open, done] = [todos.filter(isOfChild), finished.filter(isOfChild)];
    const all = open.length + done.length;
    if (all === 0) return [];
    const entries = [
      ...open.map((todo) => renderTodo(request, todo, child)),
      ...done.map((todo) => renderFinished(request, todo)),
    ];
    return [
      html`<div class="board-child"><a href="${getChildPath(child)}/todos">${renderAvatar(request.ctx, child, 32)}<bdi>${child.display_name}</bdi></a><span class="board-progress${open.length === 0 ? ' all' : ''}">${t.progress({ done: done.length, all })}</span><ul class="board-list">${entries}</ul></div>`,
    ];
  });
  return html`${rows}`;
}

/** Renders an open to-do. Unless it is the child's own, a guardian can tick it, and it is a link to the page that changes it. */
function renderTodo(request: PanelRequest, todo: BoardTodo, child: Profile): Html {
  const { language, t } = request;
  const dueDay = findDueDay(todo, todo.today);
  const isOverdue = dueDay !== null && dueDay < todo.today;
  const details = html`<span class="board-todo"><span>${todo.title}</span>${renderRejectedTag(request, todo)}${
    isOverdue
      ? html`<span class="tag danger">${t.children.cards.since({ day: formatDay(language, dueDay) })}</span>`
      : ''
  }</span>`;
  if (todo.assigned_by === null) return html`<li>${details}</li>`;
  const added = todo.isAdded ? html` class="added"` : '';
  const title = [todo.title, child.display_name, isOverdue ? formatDay(language, dueDay) : '']
    .filter(Boolean)
    .join(' · ');
  const tick = renderTickForm(request, { id: todo.id, title }, PLAN_PATH, '#board');
  return html`<li${added}><div class="due-todo" id="todo-${todo.id}">${tick}<a href="${getEditPath(todo)}">${details}${renderIcon('next')}</a></div></li>`;
}

/** Renders a to-do that was finished today; one that waits for approval is a link to where it waits, and a decision can be undone. */
function renderFinished(request: PanelRequest, todo: FinishedTodo): Html {
  const status = getPlannedStatus(todo);
  const undo =
    todo.planned_change === null
      ? ''
      : renderUndoForm(request, [`todo ${todo.id} ${status}`], PLAN_PATH, {
          title: todo.title,
          hasFocus: todo.hasFocus,
        });
  const details = html`<span class="ticked">${renderIcon('check')}</span><span class="board-todo"><span>${todo.title}</span><span class="tag ${STATUS_CLASSES[status]}">${request.t.child.todos.list[status]}</span></span>`;
  if (status === 'awaiting_approval')
    return html`<li class="done"><a href="${APPROVALS_PATH}#todo-${todo.id}">${details}${renderIcon('next')}</a></li>`;
  return html`<li class="done">${details}${undo}</li>`;
}

/** Renders to-dos with the children who have them: what several children have to do is one entry. What is due later has its day, too. */
function renderByTitle(request: PanelRequest, todos: readonly BoardTodo[], children: readonly Profile[]): Html {
  const { language } = request;
  const getLaterDay = ({ due_date, days }: BoardTodo) => (days.length === 0 && due_date) || '';
  const groups = Map.groupBy(todos, (todo) => `${getLaterDay(todo)} ${todo.title}`).values();
  const entries = [...groups].map((group) => {
    const chips = children.flatMap((child) =>
      group
        .filter(({ profile_id }) => profile_id === child.id)
        .map((todo) => renderChip(request, todo, { child, isLink: group.length > 1 })),
    );
    const [todo] = group;
    const laterDay = todo && getLaterDay(todo);
    const day = laterDay ? html` <small>${formatDay(language, laterDay)}</small>` : '';
    const who =
      children.length > 1 ? html`<span class="board-who">${chips}</span>` : todo && renderRejectedTag(request, todo);
    const details = html`<span class="board-todo"><span>${todo?.title}${day}</span>${who ?? ''}</span>`;
    const isLink = todo && group.length === 1 && todo.assigned_by !== null && !todo.isTicked;
    return html`<li${group.some(({ isAdded }) => isAdded) ? html` class="added"` : ''}>${isLink ? html`<a href="${getEditPath(todo)}">${details}</a>` : details}</li>`;
  });
  return html`<ul class="board-list">${entries}</ul>`;
}

/** Renders a child who has a to-do, by itself as a link if other children have it, too. */
function renderChip(
  request: PanelRequest,
  todo: BoardTodo,
  { child, isLink }: { readonly child: Profile; readonly isLink: boolean },
): Html {
  const { ctx, t } = request;
  const content = html`${renderAvatar(ctx, child, 24)}<bdi>${child.display_name}</bdi>${renderRejectedTag(request, todo)}`;
  if (!isLink || todo.assigned_by === null || todo.isTicked) return html`<span class="board-chip">${content}</span>`;
  return html`<a class="board-chip" href="${getEditPath(todo)}" aria-label="${child.display_name}: ${t.child.todos.list.editTitle({ title: todo.title })}">${content}</a>`;
}

function getEditPath({ id }: BoardTodo): string {
  return `/panel/todos/${id}?back=${PLAN_PATH}`;
}

function renderRejectedTag({ t }: PanelRequest, { status }: BoardTodo): Html | string {
  return status === 'rejected' ? html`<span class="tag">${t.child.todos.list.rejected}</span>` : '';
}

/** What these children have finished since the day began anywhere. */
function listFinishedSince({ ctx }: PanelRequest, childIds: readonly string[], day: Day) {
  return listTodosFinishedBetween(ctx, childIds, {
    from: toLocalMidnight(day, 'Etc/GMT-14'),
    before: toLocalMidnight(addDays(day, 3), 'UTC'),
  });
}
