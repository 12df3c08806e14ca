import { type Static, Type } from 'typebox';
import { type Day, toLocalDay, toLocalNow } from '../../../core/time/days.ts';
import {
  applyPlannedEdit,
  areRewardsOn,
  getPlannedAct,
  getTodoStars,
  INITIAL_DAY_LIMIT,
  isOpen,
  listTodosPage,
  type Recurrence,
  serializeTodo,
  TodoSchema,
  WEEKDAYS,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { renderTodoReviewForms } from '../../approvals/review-forms.ts';
import { defineChildListEndpoint, type PanelRequest } from '../../endpoints.ts';
import { formatDay, formatDays, listWeekdayNames } from '../../parts/format.ts';
import { type ChildListRequest, createChildList } from '../child-list.ts';
import { renderPrice } from '../rewards/price.ts';

// The list omits two properties that only the app needs.
const { position, allowed_transitions, ...LISTED_PROPERTIES } = TodoSchema.properties;
const ListedTodoSchema = Type.Object(
  {
    ...LISTED_PROPERTIES,
    overdue: Type.Boolean({ description: 'Whether it is open and was due before today (UTC).' }),
  },
  { title: 'ListedTodo' },
);
/** A to-do of the list, with what only the page shows: whether it is paused, and what a guardian can still undo. */
type ListedTodo = Static<typeof ListedTodoSchema> & {
  readonly isPaused: boolean;
  readonly plannedAct: ReturnType<typeof getPlannedAct>;
  /** The to-do with an edit that can still be undone. */
  readonly edited: Static<typeof ListedTodoSchema>;
  /** The stars for the to-do, if the child has rewards. */
  readonly stars: number;
};

export const todosList = createChildList({
  tab: 'todos',
  operationId: 'listChildTodos',
  summary: "List a child's to-dos",
  description:
    "To-dos that wait for approval come first, then open to-dos in the order of the child's list, then all others. To-dos that are not open are sorted by their last change, the newest first.",
  async load({ ctx, child }, pageParams) {
    const { rows, total } = await listTodosPage(ctx, child.id, pageParams);
    const hasRewards = await areRewardsOn(ctx, child.id);
    const utcNow = toLocalNow(ctx.now(), 'UTC'); // decides whether a to-do is overdue (gap 111)
    // INITIAL_DAY_LIMIT affects only `allowed_transitions`, which the list omits.
    return {
      rows: rows.map((todo) => ({
        ...serializeTodo(todo, 'child', INITIAL_DAY_LIMIT, utcNow),
        isPaused: todo.paused_at !== null,
        plannedAct: getPlannedAct(todo),
        edited: serializeTodo(applyPlannedEdit(ctx, todo), 'child', INITIAL_DAY_LIMIT, utcNow),
        stars: hasRewards ? getTodoStars(applyPlannedEdit(ctx, todo)) : 0,
      })),
      total,
    };
  },
  rowSchema: ListedTodoSchema,
  serialize: (_request, row) => row, // the serializer leaves out what only the page shows
  className: 'lines',
  getTexts: (t) => t.child.todos.list,
  renderRow: renderTodoRow,
  /** What a child has done again and again is one row: "Set the table × 4". */
  groupKey: ({ status, title, assigned_by }) =>
    isOpen(status) || status === 'awaiting_approval' ? null : JSON.stringify([status, title, assigned_by]),
});

export const listChildTodos = defineChildListEndpoint(todosList);

function renderTodoRow(request: ChildListRequest, row: ListedTodo, repeats: readonly ListedTodo[]): Html {
  const todo = { ...row, ...row.edited };
  const t = request.t.child.todos.list;
  const canChange = !request.deletion && todo.plannedAct === null;
  const renderReviewForm = () => renderTodoReviewForms(request, todo.id, `${request.path}/todos`);
  return html`<div class="line todo" id="todo-${todo.id}">
<div>
<p class="item-title">${todo.title}${repeats.length > 0 ? html` <span class="times">× ${repeats.length + 1}</span>` : ''}</p>
${todo.notes ? html`<p class="hint user-text">${todo.notes}</p>` : ''}
${renderTags(request, todo)}
${todo.decision_note && repeats.length === 0 ? html`<p class="hint user-text">${todo.decision_note}</p>` : ''}
${repeats.length > 0 ? html`<p class="hint">${formatDays(request.language, listCompletionDays(request, [todo, ...repeats]))}</p>` : ''}
</div>
${todo.status === 'rejected' ? '' : renderAmount(request, [todo, ...repeats])}
${todo.status === 'awaiting_approval' && canChange ? renderReviewForm() : ''}
${todo.assigned_by !== null && isOpen(todo.status) && canChange ? html`<a class="button outline" href="/panel/todos/${todo.id}" aria-label="${t.editTitle({ title: todo.title })}">${t.edit}</a>` : ''}
</div>`;
}

/** Renders what assigned to-dos earn together. */
export function renderAmount(
  request: PanelRequest,
  todos: readonly Pick<ListedTodo, 'assigned_by' | 'xp_reward' | 'stars'>[],
): Html | string {
  const assigned = todos.filter(({ assigned_by }) => assigned_by !== null);
  const xp = assigned.reduce((sum, { xp_reward }) => sum + xp_reward, 0);
  const stars = assigned.reduce((sum, todo) => sum + todo.stars, 0);
  if (xp + stars === 0) return '';
  return html`<span class="amount">${xp > 0 ? request.t.child.todos.list.xp({ n: xp }) : ''}${xp > 0 && stars > 0 ? ' · ' : ''}${stars > 0 ? renderPrice(request, stars) : ''}</span>`;
}

function listCompletionDays({ timeZone }: ChildListRequest, todos: readonly ListedTodo[]): Day[] {
  return todos.map(({ completed_at, updated_at }) => toLocalDay(completed_at ?? updated_at, timeZone));
}

function renderTags(request: ChildListRequest, todo: ListedTodo): Html {
  const { language } = request;
  const t = request.t.child.todos.list;
  const doneCount = todo.checklist.filter((entry) => entry.done).length;
  const details = [
    todo.due_date === null ? '' : t.due({ day: formatDay(language, todo.due_date) }),
    todo.recurrence ? formatRecurrence(request, todo.recurrence) : '',
    todo.checklist.length > 0 ? t.checklist({ done: doneCount, all: todo.checklist.length }) : '',
    todo.created_by === 'child' ? t.addedByChild : '',
  ];
  const renderTag = (text: string, className = '') => html`<span class="tag ${className}">${text}</span>`;
  const renderStatusTag = () => {
    if (todo.plannedAct === 'deleted') return renderTag(t.deleted);
    if (todo.isPaused) return renderTag(t.paused);
    if (todo.plannedAct === 'edited') return renderTag(t.edited);
    const status = todo.plannedAct ?? todo.status;
    return renderTag(t[status], STATUS_CLASSES[status]);
  };
  return html`<p class="tags">
${renderStatusTag()}${todo.overdue && !todo.isPaused ? renderTag(t.overdue, 'danger') : ''}${todo.priority === 'high' ? renderTag(t.important, 'accent') : ''}${details.filter(Boolean).map((text) => renderTag(text))}
</p>`;
}

/** Formats a recurrence: "every 2 weeks: Mon, Thu". */
function formatRecurrence(
  { t, language }: ChildListRequest,
  { freq, interval, by_weekday }: Pick<Recurrence, 'freq' | 'interval' | 'by_weekday'>,
): string {
  const weekdayNames = listWeekdayNames(language);
  const days = by_weekday.map((day) => weekdayNames[WEEKDAYS.indexOf(day)]).join(', ');
  const frequency = t.child.todos.recurrence.every[freq]({ count: interval });
  return days ? `${frequency}: ${days}` : frequency;
}

/** The CSS classes of the statuses. */
export const STATUS_CLASSES: Readonly<Record<ListedTodo['status'], string>> = {
  pending: '',
  done: 'success',
  awaiting_approval: 'accent',
  approved: 'success',
  rejected: 'danger',
  skipped: '',
};
