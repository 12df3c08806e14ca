import type { PagedRows } from '../../core/requests/paging.ts';
import { signOutOfPanel } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { renderAccountDeletionNotice } from '../account/account-page.ts';
import { renderProofOffer } from '../account/proof-offer.ts';
import { approvalList, type PendingApproval, renderApprovalCard } from '../approvals/approval-list.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { findFlash, renderPanelLayout } from '../layout/panel-layout.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { LIST_PAGE_QUERY, parsePageParams } from '../parts/paged-list.ts';
import { renderSampleAvatars } from '../parts/pictures.ts';
import { childList } from './child-cards.ts';

/** The maximum number of pending approvals on this page. Another page lists all of them. */
const MAX_APPROVALS = 3;

export const showChildren = definePanelPage({
  summary: "Show the parent's children and the first pending approvals",
  query: LIST_PAGE_QUERY,
  run: async (request, { query }) => {
    const { children, deletions } = await request.loadFamily();
    const t = request.t.children.page;
    const notice = findFlash(request.t.parts.notices, query.done);
    const deletion = deletions.get(request.parent.profileId);
    if (children.length === 0)
      return renderPanelLayout(request, {
        title: deletion ? t.title : t.none,
        section: 'today',
        notice,
        width: 'narrow',
        main: deletion
          ? html`<h1>${t.title}</h1>${renderAccountDeletionNotice(request, deletion)}`
          : html`${renderFirstSteps(request)}${await renderProofOffer(request)}`,
      });
    const pageParams = parsePageParams(query);
    const pagedRows = await childList.load(request, pageParams);
    const approvals = await approvalList.load(request, { page: 1, per_page: MAX_APPROVALS });
    const main = html`<h1>${t.title}</h1>
${deletion ? renderAccountDeletionNotice(request, deletion) : ''}
${childList.render(request, { ...pagedRows, ...pageParams }, 'page')}
${approvals.total > 0 ? renderApprovalsSection(request, approvals) : ''}
${await renderProofOffer(request)}`;
    return renderPanelLayout(request, {
      title: t.title,
      section: 'today',
      notice,
      main,
      pendingCount: approvals.total,
    });
  },
});

export const submitLogout = definePanelForm({
  summary: 'Sign out of the panel',
  run: async ({ ctx, parent }) => new Redirect('/login', await signOutOfPanel(ctx, parent)),
});

function renderApprovalsSection(request: PanelRequest, { rows, total }: PagedRows<PendingApproval>): Html {
  const cards = rows.map((row) => html`<li>${renderApprovalCard(request, row, '/panel')}</li>`);
  return html`<section class="pending-approvals"><h2>${request.t.children.page.needsReview}</h2><ul class="rows cards">${cards}</ul>
${total > rows.length ? html`<p><a class="button outline" href="/panel/approvals">${request.t.children.page.viewAll({ n: total })}</a></p>` : ''}</section>`;
}

/** Renders an explanation for a parent without children: how to link the first child. */
function renderFirstSteps(request: PanelRequest): Html {
  const { none, noneIntro } = request.t.children.page;
  const { getCode, steps, otherGuardian } = request.t.children.addChild;
  return html`
${renderSampleAvatars(request.ctx, 2, html`<span class="placeholder"></span>`)}
<h1>${none}</h1>
<p class="intro">${noneIntro}</p>
<section class="card">${renderButtonForm(request, '/panel/add-child', getCode, { variant: 'primary' })}</section>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="hint">${otherGuardian}</p>`;
}
