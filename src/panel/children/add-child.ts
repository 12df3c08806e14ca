import { countSecondsUntil, type Instant } from '../../core/time/instant.ts';
import { issueParentCode } from '../../features/access/index.ts';
import { requireNoAccountDeletion } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { renderConsent } from '../parts/privacy-notice.ts';

export const showAddChild = definePanelPage({
  summary: 'Explain how to link a child',
  description: 'Redirects to the account if its deletion is planned.',
  run: async (request) => {
    const { deletions } = await request.loadFamily();
    if (deletions.has(request.parent.profileId)) return new Redirect('/panel/account');
    return renderAddChildPage(request);
  },
});

/** The code appears only in the response to the form, because it is not stored in clear text. */
export const submitAddChild = definePanelForm({
  summary: 'Create a code for linking a child',
  needsPresence: true,
  description: 'Up to four codes are valid at the same time. Refused while the deletion of the account is planned.',
  errorCodes: ['CONFLICT'],
  run: async (request) => {
    const { ctx, parent } = request;
    await requireNoAccountDeletion(ctx, parent.profileId);
    return renderAddChildPage(request, await issueParentCode(ctx, 'linking', parent));
  },
});

function renderAddChildPage(request: PanelRequest, linkingCode?: { code: string; expires_at: Instant }): Promise<Html> {
  const t = request.t.children.addChild;
  const minutes = linkingCode ? Math.ceil(countSecondsUntil(request.ctx.now(), linkingCode.expires_at) / 60) : 0;
  const code = linkingCode
    ? html`<p class="code-display" role="status"><b id="linking-code">${linkingCode.code}</b><span class="hint"><br>${t.expiresIn({ count: minutes })}</span></p>`
    : '';
  const button = renderButtonForm(request, '/panel/add-child', linkingCode ? t.getNewCode : t.getCode, {
    variant: linkingCode ? 'secondary' : 'primary',
  });
  const main = html`<h1>${t.title}</h1><p class="intro">${t.intro}</p>
<section class="card">${code}${button}</section>
<ol class="steps card">${t.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="hint">${t.otherGuardian}</p>${renderConsent(request.t.privacy)}`;
  return renderPanelLayout(request, { title: t.title, section: 'settings', width: 'narrow', main });
}
