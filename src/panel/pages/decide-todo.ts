import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { speaks } from '../../core/languages.ts';
import { Words } from '../../core/wire.ts';
import { decideTodo } from '../../features/todos/index.ts';
import { html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/answers.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { decided } from '../lists/decide-forms.ts';
import { TODO_WORDS } from '../lists/todo-words.ts';
import { TOKEN, Typed } from '../parts/form-fields.ts';
import { withNotice } from '../parts/notices.ts';
import { ownPath } from '../parts/own-path.ts';
import { waitingBadge } from '../shell.ts';
import { countWaiting } from '../waiting.ts';

export const submitTodoDecision = page({
  summary: "A parent's word on a to-do that waits for it",
  params: { id: Type.String() },
  body: { ...TOKEN, back: Typed, note: Typed, decision: Words(['approved', 'rejected']) },
  refuses: ['NOT_FOUND', 'CONFLICT'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const { decision, note = null } = body;
    const todo = await decideTodo(ctx, caller.profileId, params.id, { decision, note });
    const good = todo.status === 'approved';
    if (!client.inPlace) return new Redirect(withNotice(ownPath(body.back), good ? 'approved' : 'sent-back'));
    const language = speaks(caller.language);
    const outcome = TODO_WORDS[language][todo.status];
    const waiting = await countWaiting(ctx, caller.profileId);
    return html`${decided(`todo-${todo.id}`, todo.title, outcome, good)}${waitingBadge(language, waiting, true)}`;
  },
});
