import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { speaks } from '../../core/languages.ts';
import { Words } from '../../core/wire.ts';
import { textIn } from '../../features/content/index.ts';
import { decideSubmission } from '../../features/learning/index.ts';
import { html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/answers.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { decided } from '../lists/decide-forms.ts';
import { WORK_WORDS } from '../lists/work-words.ts';
import { TOKEN, Typed } from '../parts/form-fields.ts';
import { withNotice } from '../parts/notices.ts';
import { ownPath } from '../parts/own-path.ts';
import { waitingBadge } from '../shell.ts';
import { countWaiting } from '../waiting.ts';

export const submitWorkDecision = page({
  summary: "A parent's word on creative work",
  params: { id: Type.String() },
  body: { ...TOKEN, back: Typed, text: Typed, sticker: Typed, decision: Words(['approved', 'changes_requested']) },
  refuses: ['NOT_FOUND', 'CONFLICT'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const { decision, text = null, sticker = null } = body;
    const work = await decideSubmission(ctx, caller.profileId, params.id, { decision, text, sticker });
    const good = work.status === 'approved';
    if (!client.inPlace) return new Redirect(withNotice(ownPath(body.back), good ? 'approved' : 'sent-back'));
    const language = speaks(caller.language);
    const task = ctx.content.current.tasks.get(work.task_id);
    const title = task ? textIn(task.title, caller.language).text : work.task_id;
    const waiting = await countWaiting(ctx, caller.profileId);
    const outcome = WORK_WORDS[language][work.status];
    return html`${decided(`work-${work.id}`, title, outcome, good)}${waitingBadge(language, waiting, true)}`;
  },
});
