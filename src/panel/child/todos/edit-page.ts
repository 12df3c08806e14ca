import { Type } from 'typebox';
import {
  areRewardsOn,
  type ChangeScope,
  endAssignedSeries,
  getChangeableTodo,
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
import { OptionalField, type RefusedForm } from '../../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField, renderHiddenField } from '../../parts/forms/form.ts';
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
  body: { ...ASSIGN_FORM_FIELDS, scope: OptionalField },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body }) => {
    const draft = { ...toTodoDraft(body), scope: toScope(body.scope) };
    const todo = await planTodoEdit(request.ctx, request.parent.profileId, params.id, draft);
    return redirectToUndo(todo, body.back, 'todo-saved');
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
  body: { ...BACK, scope: OptionalField },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ ctx, parent }, { params, body }) => {
    const todo = await planTodoDeletion(ctx, parent.profileId, params.id, toScope(body.scope));
    return redirectToUndo(todo, body.back, 'todo-deleted');
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
    body: BACK,
    errorCodes: ['NOT_FOUND', 'CONFLICT'],
    run: async ({ ctx, parent }, { params, body }) => {
      const todo = await run(ctx, parent.profileId, params.id);
      return new Redirect(addFlash(getReturnPath(todo, body.back), notice));
    },
  });
}

type Notice = keyof PanelMessages['parts']['notices'];

function getReturnPath({ profile_id }: Todo, back: string | undefined): string {
  return back === PLAN_PATH ? PLAN_PATH : `${getChildPath({ id: profile_id })}/todos`;
}

/** Redirects to the page from which the parent came, which offers to undo the change. */
function redirectToUndo(todo: Todo, back: string | undefined, notice: Notice): Redirect {
  return new Redirect(addUndoableFlash(getReturnPath(todo, back), notice, `todo ${todo.id}`));
}

/** A missing scope means the series, so that a to-do that is deleted without one does not come back. */
function toScope(scope: string | undefined): ChangeScope {
  return scope === 'one' ? 'one' : 'series';
}

type EditForm = AssignForm & { readonly scope?: string };

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
  const values: Partial<EditForm> = refused?.values ?? toFormValues(todo);
  const scopeChoice = todo.recurrence ? renderScopeChoice(t, values.scope) : html``;
  const isFromPlan = back === PLAN_PATH;
  const fields = isFromPlan ? { back } : undefined;
  const pause =
    todo.paused_at === null
      ? renderButtonForm(request, `${path}/pause`, t.pause, { variant: 'outline small', fields })
      : renderButtonForm(request, `${path}/resume`, t.resume, { variant: 'secondary small', fields });
  const main = html`<a class="back-link" href="${getReturnPath(todo, back)}">${isFromPlan ? request.t.layout.plan : t.back}</a>
<div class="actions compact todo-acts">${pause}${todo.recurrence ? html`<a class="button outline small" href="#end">${t.endTitle}</a>` : ''}<a class="button outline small" href="#delete">${t.deleteTitle}</a></div>
<p class="hint">${t.pauseHint}</p>
<form class="card todo-form" method="post" action="${path}">${renderCsrfField(request)}${isFromPlan ? renderHiddenField('back', back) : ''}
${renderTodoFields({ request, values, error: refused?.error, hasRewards }, scopeChoice)}
<button class="button">${t.save}</button></form>
${todo.recurrence ? html`<section class="card" id="end"><h2>${t.endTitle}</h2><p class="hint">${t.endHint}</p>${renderButtonForm(request, `${path}/end`, t.end, { fields })}</section>` : ''}
<section class="card" id="delete"><h2>${t.deleteTitle}</h2><p class="hint">${t.deleteHint}</p><div class="actions">
${todo.recurrence ? renderButtonForm(request, `${path}/delete`, t.deleteOne, { fields: { ...fields, scope: 'one' } }) : ''}
${renderButtonForm(request, `${path}/delete`, todo.recurrence ? t.deleteSeries : t.delete, { variant: 'outline danger', fields })}</div></section>`;
  return renderChildLayout(request, { tab: 'todos', heading: t.title, main });
}

function renderScopeChoice(t: PanelMessages['child']['todos']['edit'], scope: string | undefined): Html {
  const renderRadio = (value: ChangeScope, label: string) =>
    html`<label class="checkbox"><input type="radio" name="scope" value="${value}"${toScope(scope) === value ? html` checked` : ''}> ${label}</label>`;
  return html`<fieldset class="checkboxes"><legend>${t.scope}</legend>${renderRadio('series', t.series)}${renderRadio('one', t.one)}</fieldset>`;
}
