import { type Static, Type } from 'typebox';
import { type Day, toClampedLocalDay, toLocalDay, toLocalNow } from '../../../core/time/days.ts';
import {
  applyPlannedEdit,
  areRewardsOn,
  canDecisionBeUndone,
  findDueDay,
  getPlannedAct,
  getPlannedStatus,
  getTodoStars,
  INITIAL_DAY_LIMIT,
  isOpen,
  listTodosPage,
  serializeTodo,
  TodoSchema,
  type TodoStatus,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import {
  hasOpenSteps,
  renderRepeatReviewForms,
  renderTickForm,
  renderTodoReviewForms,
} from '../../approvals/review-forms.ts';
import { renderUndoForm } from '../../approvals/undo.ts';
import { defineChildListEndpoint, type PanelRequest } from '../../endpoints.ts';
import { type DoneDays, findDoneDays, formatDoneDays, renderDoneDays, renderLateTag } from '../../parts/done-days.ts';
import { formatDay, joinDetails } from '../../parts/format.ts';
import { type ChildListRequest, createChildList } from '../child-list.ts';
import { renderPrice } from '../rewards/price.ts';
import { formatRecurrence } from './recurrence.ts';

// The list omits two properties that only the app needs.
const { position, allowed_transitions, ...LISTED_PROPERTIES } = TodoSchema.properties;
const ListedTodoSchema = Type.Object(
  {
    ...LISTED_PROPERTIES,
    overdue: Type.Boolean({ description: 'Whether it is open and was due before today (UTC).' }),
  },
  { title: 'ListedTodo' },
);
/** A to-do of the list, with what only the page needs: whether it is paused, and what a guardian can still undo. */
type ListedTodo = Static<typeof ListedTodoSchema> & {
  readonly isPaused: boolean;
  readonly anchorDay: number | null;
  readonly plannedAct: ReturnType<typeof getPlannedAct>;
  readonly plannedStatus: TodoStatus;
  readonly canBeUndone: boolean;
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
        anchorDay: todo.anchor_day,
        plannedAct: getPlannedAct(todo),
        plannedStatus: getPlannedStatus(todo),
        canBeUndone: todo.planned_change !== null || canDecisionBeUndone(todo, utcNow.now),
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
  groupKey: ({ status, plannedAct, title, notes, assigned_by, checklist }) => {
    const needsLook = status === 'awaiting_approval' && hasOpenSteps({ checklist });
    return isOpen(status) ? null : JSON.stringify([plannedAct ?? status, title, notes, assigned_by, needsLook]);
  },
});

export const listChildTodos = defineChildListEndpoint(todosList);

function renderTodoRow(request: ChildListRequest, row: ListedTodo, repeats: readonly ListedTodo[]): Html {
  const { t } = request;
  const todo = { ...row, ...row.edited };
  const rows = [todo, ...repeats];
  const isGroup = repeats.length > 0;
  const canChange = !request.deletion && todo.plannedAct === null;
  const canEdit = canChange && todo.assigned_by !== null && isOpen(todo.status);
  return html`<div class="line todo"${isGroup ? '' : html` id="todo-${todo.id}"`}>
${canEdit && canBeTicked(request, todo) ? renderTickForm(request, todo, `${request.path}/todos`) : ''}<div>
<p class="item-title">${todo.title}${isGroup ? html` <span class="times">× ${rows.length}</span>` : ''}</p>
${todo.notes ? html`<p class="hint user-text">${todo.notes}</p>` : ''}
${renderTags(request, todo, rows)}
${todo.decision_note && !isGroup ? html`<p class="hint user-text">${todo.decision_note}</p>` : ''}
${isGroup ? renderDoneDays(request, listDays(request, rows)) : ''}
</div>
${todo.status === 'rejected' ? '' : renderAmount(request, rows)}
${todo.status === 'awaiting_approval' && canChange ? renderReview(request, rows) : ''}
${
  todo.canBeUndone && !request.deletion && !(isGroup && todo.plannedAct === null)
    ? renderUndoForm(request, rows.map(getUndoKey), `${request.path}/todos`, { title: todo.title })
    : ''
}
${canEdit ? html`<a class="button outline" href="/panel/todos/${todo.id}" aria-label="${t.child.todos.list.editTitle({ title: todo.title })}">${t.child.todos.list.edit}</a>` : ''}
</div>`;
}

/** The key that undoes what is planned for a to-do, or the decision on it. */
function getUndoKey({ id, plannedAct, plannedStatus }: ListedTodo): string {
  return plannedAct === 'edited' || plannedAct === 'deleted' ? `todo ${id}` : `todo ${id} ${plannedStatus}`;
}

/** Renders the forms to approve a to-do, or all of those that a child has done several times, or one of them. */
function renderReview(request: ChildListRequest, rows: readonly ListedTodo[]): Html | string {
  const returnTo = `${request.path}/todos`;
  const [first, ...repeats] = rows;
  if (!first) return '';
  if (repeats.length === 0) return renderTodoReviewForms(request, first, returnTo);
  return renderRepeatReviewForms(request, [first, ...repeats], returnTo, {
    title: first.title,
    describe: (row) => ({
      text: formatDoneDays(request, [findDays(request, row)]),
      tag: renderLateTag(request, [findDays(request, row)]),
    }),
  });
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

/** The days of a to-do that is not open. */
function findDays({ timeZone }: ChildListRequest, { anchorDay: anchor_day, ...todo }: ListedTodo): DoneDays {
  return findDoneDays({ ...todo, anchor_day }, toLocalDay(todo.completed_at ?? todo.updated_at, timeZone));
}

function listDays(request: ChildListRequest, rows: readonly ListedTodo[]): DoneDays[] {
  return rows.map((row) => findDays(request, row));
}

/** The day on which an open to-do is due, or for which another one was. */
function findDay({ ctx, timeZone }: ChildListRequest, todo: ListedTodo): Day | null {
  if (!isOpen(todo.status)) return todo.due_date;
  return findDueDay({ ...todo, anchor_day: todo.anchorDay }, toClampedLocalDay(ctx.now(), timeZone));
}

/** Whether a guardian can tick an open to-do. An occurrence of a series has to wait for its day. */
function canBeTicked(request: ChildListRequest, todo: ListedTodo): boolean {
  const today = toClampedLocalDay(request.ctx.now(), request.timeZone);
  return !todo.isPaused && (todo.recurrence === null || (findDay(request, todo) ?? '') <= today);
}

function renderTags(request: ChildListRequest, todo: ListedTodo, rows: readonly ListedTodo[]): Html {
  const { ctx, language, timeZone } = request;
  const isGroup = rows.length > 1;
  const t = request.t.child.todos.list;
  const today = toClampedLocalDay(ctx.now(), timeZone);
  const dueDay = findDay(request, todo);
  const isOverdue = isOpen(todo.status) && dueDay !== null && dueDay < today;
  const isDone = !isOpen(todo.status) && todo.completed_at !== null;
  const doneCount = todo.checklist.filter((entry) => entry.done).length;
  const steps = todo.checklist.length > 0 && !isGroup && t.checklist({ done: doneCount, all: todo.checklist.length });
  const hasWarning = steps && todo.plannedStatus === 'awaiting_approval' && hasOpenSteps(todo);
  const details = [
    todo.priority === 'high' ? t.important : '',
    isGroup
      ? ''
      : isDone
        ? formatDoneDays(request, [findDays(request, todo)])
        : dueDay === null
          ? ''
          : t.due({ day: formatDay(language, dueDay) }),
    todo.recurrence ? formatRecurrence(request, todo.recurrence) : '',
    steps && !hasWarning ? steps : '',
    todo.created_by === 'child' ? t.addedByChild : '',
  ];
  const renderTag = (text: string, className = '') => html`<span class="tag ${className}">${text}</span>`;
  const renderStatusTag = () => {
    if (todo.plannedAct === 'deleted') return renderTag(t.deleted);
    if (todo.isPaused) return renderTag(t.paused);
    if (todo.plannedAct === 'edited') return renderTag(t.edited);
    if (isOverdue) return renderTag(t.overdue, 'danger');
    return renderTag(t[todo.plannedStatus], STATUS_CLASSES[todo.plannedStatus]);
  };
  return html`<p class="tags">${renderStatusTag()}${hasWarning ? renderTag(steps, 'danger') : ''}${isDone ? renderLateTag(request, listDays(request, rows)) : ''}<span class="hint">${joinDetails(details)}</span></p>`;
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
