import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { Enum } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import { reviewTodo } from '../../features/todos/index.ts';
import { messages } from '../../locales/index.ts';
import { html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { approvalsBadge } from '../layout/panel-layout.ts';
import { withFlash } from '../parts/flash.ts';
import { TOKEN, Typed } from '../parts/forms/form-fields.ts';
import { ownPath } from '../parts/paths.ts';
import { countPendingApprovals } from './pending-approvals.ts';
import { reviewOutcome } from './review-forms.ts';

export const submitTodoReview = page({
  summary: "A parent's word on a to-do that waits for it",
  params: { id: Type.String() },
  body: { ...TOKEN, back: Typed, note: Typed, decision: Enum(['approved', 'rejected']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const { decision, note = null } = body;
    const todo = await reviewTodo(ctx, caller.profileId, params.id, { decision, note });
    const good = todo.status === 'approved';
    if (!client.inPlace) return new Redirect(withFlash(ownPath(body.back), good ? 'approved' : 'sent-back'));
    const language = languageFor(caller.language);
    const outcome = messages(language).panel.todos[todo.status];
    const waiting = await countPendingApprovals(ctx, caller.profileId);
    return html`${reviewOutcome(`todo-${todo.id}`, todo.title, outcome, good)}${approvalsBadge(language, waiting, true)}`;
  },
});
