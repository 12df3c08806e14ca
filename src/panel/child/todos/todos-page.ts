import { Type } from 'typebox';
import type { PanelParent } from '../../../core/caller.ts';
import type { Client } from '../../../core/client.ts';
import { LookupText } from '../../../core/json-schema.ts';
import { languageFor } from '../../../core/languages.ts';
import { type Refusal, STATUS_BY_CODE } from '../../../core/refusal.ts';
import { listChildren, type Profile } from '../../../features/accounts/index.ts';
import { assignTodo } from '../../../features/todos/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { page } from '../../../platform/http/endpoint.ts';
import { Redirect, ResponseWithHeaders } from '../../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../../platform/http/security/csrf.ts';
import { noticeFragment } from '../../layout/panel-layout.ts';
import { flashMessage, withFlash } from '../../parts/flash.ts';
import { catchRefusal } from '../../parts/forms/field.ts';
import { parseOffset } from '../../parts/paged-list.ts';
import { childPage } from '../child-layout.ts';
import { childListView } from '../child-list.ts';
import { childParams, loadChild } from '../child-param.ts';
import { ASSIGN_FORM, type AssignForm, draftOf } from './assign-form.ts';
import { assignView } from './assign-view.ts';
import { todosList } from './todo-list.ts';

export const showTodos = page({
  summary: "A child's to-dos, and a form for another",
  params: childParams,
  query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, query, client }) => {
    const child = await loadChild(ctx, caller, params.id);
    return todosPage(ctx, caller, client, child, query);
  },
});

export const submitTodo = page({
  summary: 'Give a to-do to children',
  params: childParams,
  body: ASSIGN_FORM,
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const child = await loadChild(ctx, caller, params.id);
    return catchRefusal(
      async () => {
        const { childIds, draft } = draftOf(body, child.id);
        await assignTodo(ctx, caller.profileId, childIds, draft);
        if (client.inPlace) return assignedInPlace(ctx, caller, client, child);
        return new Redirect(withFlash(`/panel/children/${child.id}/todos`, 'assigned'));
      },
      async (problem) => {
        const shown = client.inPlace
          ? await assignForm(ctx, caller, client, child, { typed: body, problem })
          : await todosPage(ctx, caller, client, child, {}, { typed: body, problem });
        return new ResponseWithHeaders<Html>(shown, {}, STATUS_BY_CODE[problem.code]);
      },
    );
  },
});

interface Tried {
  readonly typed: AssignForm;
  readonly problem: Refusal;
}

async function todosPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  child: Profile,
  query: { page?: string | undefined; done?: string | undefined },
  tried?: Tried,
): Promise<Html> {
  const reader = { caller, childId: child.id, client };
  return childPage(ctx, caller, client, {
    child,
    section: 'todos',
    notice: flashMessage(languageFor(caller.language), query.done),
    content: html`${await assignForm(ctx, caller, client, child, tried)}
${await childListView(ctx, todosList, reader, parseOffset(query))}`,
  });
}

async function assignForm(ctx: Context, caller: PanelParent, client: Client, child: Profile, tried?: Tried) {
  const children = await listChildren(ctx.db, caller.profileId);
  return assignView(ctx, client, { language: languageFor(caller.language), child, children, ...tried });
}

/** An empty form again, the list anew with the new one in it, and a word that it is done. */
async function assignedInPlace(ctx: Context, caller: PanelParent, client: Client, child: Profile): Promise<Html> {
  const reader = { caller, childId: child.id, client };
  const list = await childListView(ctx, todosList, reader, parseOffset({}));
  return html`${await assignForm(ctx, caller, client, child)}
<hx-partial hx-target="#list" hx-swap="outerHTML">${list}</hx-partial>
${noticeFragment(flashMessage(languageFor(caller.language), 'assigned') ?? html``)}`;
}
