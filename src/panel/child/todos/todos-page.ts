import { assignTodo } from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, childForm, childPage } from '../../endpoints.ts';
import { noticeFragment } from '../../layout/panel-layout.ts';
import { addFlash, findSharedFlash } from '../../parts/flash.ts';
import { renderFormError } from '../../parts/forms/field.ts';
import { catchError, formPage } from '../../parts/forms/form.ts';
import { TextField } from '../../parts/forms/form-fields.ts';
import { parseOffset } from '../../parts/paged-list.ts';
import { childPath } from '../../parts/paths.ts';
import { childLayout } from '../child-layout.ts';
import { childListView } from '../child-list.ts';
import { ASSIGN_FORM, parseAssignForm, type RefusedAssignForm } from './assign-form.ts';
import { assignView } from './assign-view.ts';
import { todosList } from './todo-list.ts';

export const showTodos = childPage({
  summary: "Show a child's to-dos and the form to assign one",
  query: { page: TextField, done: TextField },
  run: (request, { query }) => todosPage(request, query),
});

export const submitTodo = childForm({
  summary: 'Assign a to-do to children',
  body: ASSIGN_FORM,
  errorCodes: ['CONFLICT'],
  run: (request, { body: values }) => {
    const { ctx, parent, child, client } = request;
    return catchError(
      async () => {
        const { childIds, draft } = parseAssignForm(values, child.id);
        await assignTodo(ctx, parent.profileId, childIds, draft);
        if (client.wantsFragment) return assignedFragment(request);
        return new Redirect(addFlash(`${childPath(child)}/todos`, 'assigned'));
      },
      async (error) => {
        const refused = { error, values };
        const view = client.wantsFragment ? assignView(request, refused) : todosPage(request, {}, refused);
        return formPage(await view, error);
      },
    );
  },
});

async function todosPage(
  request: ChildPageRequest,
  query: { page?: string | undefined; done?: string | undefined },
  refused?: RefusedAssignForm,
): Promise<Html> {
  const main = html`${request.deletion ? renderFormError(request.language, refused?.error) : await assignView(request, refused)}
${await renderList(request, query)}`;
  return childLayout(request, { tab: 'todos', main, notice: findSharedFlash(request.language, query.done) });
}

/** After a to-do was assigned: an empty form, the updated list and a notice. */
async function assignedFragment(request: ChildPageRequest): Promise<Html> {
  const list = await renderList(request, {});
  return html`${await assignView(request)}
<hx-partial hx-target="#list" hx-swap="outerHTML">${list}</hx-partial>
${noticeFragment(findSharedFlash(request.language, 'assigned') ?? html``)}`;
}

function renderList(request: ChildPageRequest, query: { page?: string | undefined }): Promise<Html> {
  return childListView(todosList, { ...request, childId: request.child.id }, parseOffset(query));
}
