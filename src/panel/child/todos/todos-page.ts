import { type AssignedTodoDraft, assignTodo } from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { addUndoableFlash, findOutcome } from '../../approvals/undo.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../../endpoints.ts';
import { renderNotice } from '../../layout/panel-layout.ts';
import { OptionalField, type RefusedForm, renderFormError } from '../../parts/forms/field.ts';
import { LIST_PAGE_QUERY, parsePageParams } from '../../parts/paged-list.ts';
import { renderChildLayout } from '../child-layout.ts';
import { renderChildList } from '../child-list.ts';
import {
  ALL_CHILDREN,
  ASSIGN_FORM_FIELDS,
  type AssignForm,
  listAddedKeys,
  PLAN_PATH,
  renderAssignedNotice,
  renderAssignForm,
  toTodoDraft,
} from './assign-form.ts';
import { renderPlan } from './board-page.ts';
import { todosList } from './todo-list.ts';

export const showTodos = defineChildPage({
  summary: "Show a child's to-dos and the form to assign one",
  query: { ...LIST_PAGE_QUERY, on: OptionalField, preset: OptionalField },
  run: (request, { query }) => renderTodosPage(request, query),
});

export const submitTodo = defineChildForm({
  summary: 'Assign a to-do to children',
  needsPresence: true,
  body: ASSIGN_FORM_FIELDS,
  errorCodes: ['CONFLICT'],
  run: async (request, { body }) => {
    const { ctx, parent, child, client } = request;
    const childIds = body.child_ids.includes(ALL_CHILDREN)
      ? (await request.loadFamily()).childrenWithoutDeletion.map(({ id }) => id)
      : body.child_ids;
    const isOnBoard = body.back === PLAN_PATH;
    const ids = childIds.length === 0 && !isOnBoard ? [child.id] : childIds;
    const draft = toTodoDraft(body);
    const items = listAddedKeys(await assignTodo(ctx, parent.profileId, ids, draft));
    if (client.wantsFragment) return renderAssignedFragment(request, items, draft.due_date);
    const path = addUndoableFlash(isOnBoard ? PLAN_PATH : `${request.path}/todos`, 'assigned', items);
    return new Redirect(draft.due_date ? `${path}&on=${draft.due_date}` : path);
  },
  renderRefused: (request, error, { body: values }) => {
    const refused = { error, values };
    if (values.back === PLAN_PATH) return renderPlan(request, { refused });
    return request.client.wantsFragment
      ? renderAssignForm(request, { refused })
      : renderTodosPage(request, {}, refused);
  },
});

async function renderTodosPage(
  request: ChildPageRequest,
  query: {
    readonly page?: string;
    readonly per_page?: string;
    readonly done?: string;
    readonly undo?: string;
    readonly on?: string;
    readonly preset?: string;
  },
  refused?: RefusedForm<AssignForm>,
): Promise<Html> {
  const form = { refused, presetName: query.preset };
  const main = html`${request.deletion ? renderFormError(request.language, refused?.error) : await renderAssignForm(request, form)}
${await renderChildList(todosList, request, parsePageParams(query))}`;
  return renderChildLayout(request, {
    tab: 'todos',
    main,
    notice:
      query.done === 'assigned'
        ? await renderAdded(request, (query.undo ?? '').split(','), query.on)
        : await findOutcome(request, query, `${request.path}/todos`),
  });
}

/** The first of the added to-dos is on the page that edits it; the list has several pages. */
function renderAdded(
  request: ChildPageRequest,
  items: readonly string[],
  day: string | null | undefined,
): Promise<Html> {
  const href = `/panel/todos/${items[0]?.split(' ')[1]}`;
  return renderAssignedNotice(request, { items, day, href, returnTo: `${request.path}/todos` });
}

/** Renders the response after a to-do was assigned: an empty form, the updated list and a notice. */
async function renderAssignedFragment(
  request: ChildPageRequest,
  items: readonly string[],
  day: AssignedTodoDraft['due_date'],
): Promise<Html> {
  const list = await renderChildList(todosList, request, parsePageParams({}));
  return html`${await renderAssignForm(request)}
<hx-partial hx-target="#list" hx-swap="outerHTML">${list}</hx-partial>
${renderNotice(await renderAdded(request, items, day))}`;
}
