import { Type } from 'typebox';
import { localize } from '../../content/index.ts';
import type { PanelParent } from '../../core/caller.ts';
import { Enum } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import { reviewSubmission } from '../../features/learning/index.ts';
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

export const submitSubmissionReview = page({
  summary: "A parent's word on creative work",
  params: { id: Type.String() },
  body: { ...TOKEN, back: Typed, text: Typed, sticker: Typed, decision: Enum(['approved', 'changes_requested']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const { decision, text = null, sticker = null } = body;
    const work = await reviewSubmission(ctx, caller.profileId, params.id, { decision, text, sticker });
    const good = work.status === 'approved';
    if (!client.inPlace) return new Redirect(withFlash(ownPath(body.back), good ? 'approved' : 'sent-back'));
    const language = languageFor(caller.language);
    const task = ctx.content.current.tasks.get(work.task_id);
    const title = task ? localize(task.title, caller.language).text : work.task_id;
    const waiting = await countPendingApprovals(ctx, caller.profileId);
    const outcome = messages(language).panel.submissions[work.status];
    return html`${reviewOutcome(`work-${work.id}`, title, outcome, good)}${approvalsBadge(language, waiting, true)}`;
  },
});
