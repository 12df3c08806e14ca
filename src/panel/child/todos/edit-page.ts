import { Type } from 'typebox';
import { type Day, toClampedLocalDay } from '../../../core/time/days.ts';
import { getChildTimeZone } from '../../../features/progress/index.ts';
import {
  areRewardsOn,
  type ChangeScope,
  endAssignedSeries,
  getChangeableTodo,
  listTodosUntil,
  MAX_DUE_DATE,
  pauseAssignedTodo,
  planTodoDeletion,
  planTodoEdit,
  resumeAssignedTodo,
  type Todo,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { addUndoableFlash } from '../../approvals/undo.ts';
import {
  definePanelForm,
  definePanelPage,
  type PanelMessages,
  type PanelRequest,
  toChildRequest,
} from '../../endpoints.ts';
import { addFlash } from '../../layout/panel-layout.ts';
import { CheckboxesField, OptionalField, type RefusedForm } from '../../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../../parts/forms/form.ts';
import { getChildPath } from '../../parts/paths.ts';
import { renderChildLayout } from '../child-layout.ts';
import {
  ASSIGN_FORM_FIELDS,
  type AssignForm,
  PLAN_PATH,
  renderTodoFields,
  toFormValues,
  toTodoDraft,
} from './assign-form.ts';

// The page on which a guardian edits, pauses, ends or deletes an open to-do that a guardian has assigned.

const PARAMS = {
  id: Type.String({ description: 'The id of an assigned to-do.', examples: ['019aa0c1-7d1e-7c55-9b1f-4c8c2f0d6a3b'] }),
};

/** The path of the page to return to: the board of the family; otherwise it is the child's list. */
const BACK = { back: OptionalField };

/** The same to-dos of siblings that are changed, too. */
const ALSO = { also: CheckboxesField };

export const showTodo = definePanelPage({
  summary: 'Show the form to edit an assigned to-do',
  params: PARAMS,
  query: BACK,
  errorCodes: ['NOT_FOUND'],
  run: (request, { params, query }) => renderEditPage(request, params.id, query.back),
});

export const submitTodoEdit = definePanelForm({
  summary: 'Edit an assigned to-do, or this and all following occurrences',
  needsPresence: true,
  params: PARAMS,
  body: { ...ASSIGN_FORM_FIELDS, scope: OptionalField, ...ALSO },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body }) => {
    const { ctx, parent } = request;
    const current = await getChangeableTodo(ctx, parent.profileId, params.id);
    // A sibling who is a day ahead or behind stays so, and what is overdue, too, unless the parent has changed the day or the repetition.
    const shown = toFormValues(current, await loadToday(request, current));
    const keepsDay = body.due_date === shown.due_date && (body.freq !== '' || shown.freq === '');
    const todos = await changeWithTwins(request, current, body.also, ({ id, due_date }) =>
      planTodoEdit(ctx, parent.profileId, id, {
        ...toTodoDraft({ ...body, due_date: keepsDay ? (due_date ?? '') : body.due_date }),
        scope: toScope(body.scope),
      }),
    );
    return redirectToUndo(todos, body.back, 'todo-saved');
  },
  renderRefused: (request, error, { params, body }) =>
    renderEditPage(request, params.id, body.back, { error, values: body }),
});

export const submitTodoPause = defineTodoAction('Pause an assigned to-do', 'todo-paused', pauseAssignedTodo);
export const submitTodoResume = defineTodoAction('Resume a paused to-do', 'todo-resumed', resumeAssignedTodo);
export const submitTodoEnd = defineTodoAction('End the series of an assigned to-do', 'series-ended', endAssignedSeries);

export const submitTodoDelete = definePanelForm({
  summary: 'Delete an assigned to-do, or its series',
  needsPresence: true,
  params: PARAMS,
  body: { ...BACK, ...ALSO, occurrences: OptionalField },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body }) => {
    const { ctx, parent } = request;
    const todo = await getChangeableTodo(ctx, parent.profileId, params.id);
    const todos = await changeWithTwins(request, todo, body.also, ({ id }) =>
      planTodoDeletion(ctx, parent.profileId, id, toScope(body.occurrences)),
    );
    return redirectToUndo(todos, body.back, 'todo-deleted');
  },
});

function defineTodoAction(
  summary: string,
  notice: Notice,
  run: (ctx: PanelRequest['ctx'], parentId: string, todoId: string) => Promise<Todo>,
) {
  return definePanelForm({
    summary,
    needsPresence: true,
    params: PARAMS,
    body: { ...BACK, ...ALSO },
    errorCodes: ['NOT_FOUND', 'CONFLICT'],
    run: async (request, { params, body }) => {
      const { ctx, parent } = request;
      const todo = await getChangeableTodo(ctx, parent.profileId, params.id);
      await changeWithTwins(request, todo, body.also, ({ id }) => run(ctx, parent.profileId, id));
      return new Redirect(addFlash(getReturnPath(todo, body.back), notice));
    },
  });
}

type Notice = keyof PanelMessages['parts']['notices'];

function getReturnPath({ profile_id }: Todo, back: string | undefined): string {
  return back === PLAN_PATH ? PLAN_PATH : `${getChildPath({ id: profile_id })}/todos`;
}

/** Redirects to the page from which the parent came, which offers to undo the change of all these to-dos. */
function redirectToUndo(todos: readonly [Todo, ...Todo[]], back: string | undefined, notice: Notice): Redirect {
  const items = todos.map(({ id }) => `todo ${id}` as const);
  return new Redirect(addUndoableFlash(getReturnPath(todos[0], back), notice, items));
}

/** Changes a to-do, and those of siblings that the parent has chosen. */
async function changeWithTwins(
  request: PanelRequest,
  todo: Todo,
  alsoIds: readonly string[],
  change: (todo: Todo) => Promise<Todo>,
): Promise<readonly [Todo, ...Todo[]]> {
  const twins = alsoIds.length > 0 ? (await listTwins(request, todo)).filter(({ id }) => alsoIds.includes(id)) : [];
  await change(todo);
  for (const twin of twins) await change(twin);
  return [todo, ...twins];
}

/** The same to-do of the child's siblings. */
async function listTwins({ ctx, loadFamily }: PanelRequest, { profile_id, title }: Todo): Promise<Todo[]> {
  const ids = (await loadFamily()).childrenWithoutDeletion.map(({ id }) => id).filter((id) => id !== profile_id);
  const todos = await listTodosUntil(ctx, ids, MAX_DUE_DATE);
  return todos.filter((todo) => todo.title === title && todo.assigned_by !== null && todo.planned_change === null);
}

/** A missing scope means the series, so that a to-do that is deleted without one does not come back. */
function toScope(scope: string | undefined): ChangeScope {
  return scope === 'one' ? 'one' : 'series';
}

type EditForm = AssignForm & { readonly scope?: string; readonly also: readonly string[] };

async function renderEditPage(
  panelRequest: PanelRequest,
  todoId: string,
  back: string | undefined,
  refused?: RefusedForm<EditForm>,
): Promise<Html> {
  const todo = await getChangeableTodo(panelRequest.ctx, panelRequest.parent.profileId, todoId);
  const request = await toChildRequest(panelRequest, todo.profile_id);
  const t = request.t.child.todos.edit;
  const hasRewards = await areRewardsOn(request.ctx, request.child.id);
  const path = `/panel/todos/${todo.id}`;
  const values: Partial<EditForm> = refused?.values ?? toFormValues(todo, await loadToday(request, todo));
  const choices = html`${todo.recurrence ? renderScopeChoice(t, values.scope) : ''}${await renderTwinChoice(request, todo, values.also)}`;
  const isFromPlan = back === PLAN_PATH;
  const hidden = html`${renderCsrfField(request)}${isFromPlan ? renderHiddenField('back', back) : ''}`;
  const deleteButtons = todo.recurrence
    ? html`${renderAct(`${path}/delete`, t.deleteOne, { attributes: html` name="occurrences" value="one"` })}${renderAct(`${path}/delete`, t.deleteSeries, { isDanger: true })}`
    : renderAct(`${path}/delete`, t.delete, { isDanger: true });
  const main = html`<a class="back-link" href="${getReturnPath(todo, back)}">${isFromPlan ? t.backToPlan : t.back}</a>
<form class="todo-form" method="post" action="${path}">${hidden}
<div class="card">${renderTodoFields({ request, values, error: refused?.error, hasRewards }, choices)}
<button class="button">${t.save}</button></div>
<details class="card todo-acts"><summary>${t.acts}</summary>
<p class="hint">${t.pauseHint}</p>${todo.paused_at === null ? renderAct(`${path}/pause`, t.pause) : renderAct(`${path}/resume`, t.resume)}
${todo.recurrence ? html`<p class="hint">${t.endHint}</p>${renderAct(`${path}/end`, t.end)}` : ''}
<p class="hint">${t.deleteHint}</p><div class="actions">${deleteButtons}</div></details></form>`;
  return renderChildLayout(request, { tab: 'todos', heading: t.title, main });
}

/** The child's local date. */
async function loadToday({ ctx }: PanelRequest, { profile_id }: Todo): Promise<Day> {
  return toClampedLocalDay(ctx.now(), await getChildTimeZone(ctx, profile_id));
}

/** Renders a button that sends the form to another path, whatever its fields contain. `attributes` begin with a space. */
function renderAct(path: string, label: string, { isDanger = false, attributes = html`` } = {}): Html {
  return html`<button class="button outline${isDanger ? ' danger' : ''}" formaction="${path}" formnovalidate${attributes}>${label}</button>`;
}

function renderScopeChoice(t: PanelMessages['child']['todos']['edit'], scope: string | undefined): Html {
  const renderRadio = (value: ChangeScope, label: string) =>
    html`<label class="checkbox"><input type="radio" name="scope" value="${value}"${toScope(scope) === value ? html` checked` : ''}> ${label}</label>`;
  return html`<fieldset class="checkboxes"><legend>${t.scope}</legend>${renderRadio('series', t.series)}${renderRadio('one', t.one)}</fieldset>`;
}

/** Renders checkboxes to change the to-do for siblings who have it, too. */
async function renderTwinChoice(
  request: PanelRequest,
  todo: Todo,
  selectedIds: readonly string[] = [],
): Promise<Html | string> {
  const twins = await listTwins(request, todo);
  if (twins.length === 0) return '';
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const checkboxes = twins.map(
    ({ id, profile_id }) =>
      html`<label class="checkbox"><input type="checkbox" name="also" value="${id}"${selectedIds.includes(id) ? html` checked` : ''}> <bdi>${children.find((child) => child.id === profile_id)?.display_name}</bdi></label>`,
  );
  return html`<fieldset class="checkboxes"><legend>${request.t.child.todos.edit.also}</legend>${checkboxes}</fieldset>`;
}
