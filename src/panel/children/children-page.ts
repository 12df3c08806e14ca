import { signOutOfPanel } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { renderAccountDeletionNotice } from '../account/account-page.ts';
import { renderProofOffer } from '../account/proof-offer.ts';
import { findOutcome } from '../approvals/undo.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { formatWeekday } from '../parts/format.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { LIST_PAGE_QUERY, parsePageParams } from '../parts/paged-list.ts';
import { renderSampleAvatars } from '../parts/pictures.ts';
import { childList, countPending } from './child-cards.ts';

export const showChildren = definePanelPage({
  summary:
    'Show what a parent should know today: for each child the day, the week, what is hard, due or waits for review',
  query: LIST_PAGE_QUERY,
  run: async (request, { query }) => {
    const { children, deletions } = await request.loadFamily();
    const t = request.t.children.page;
    const notice = findOutcome(request, query, '/panel');
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
    const [firstRow] = pagedRows.rows;
    const main = html`<div class="today-heading"><h1>${t.title}</h1>${firstRow ? html`<p class="hint">${formatWeekday(request.language, firstRow.overview.today)}</p>` : ''}</div>
${deletion ? renderAccountDeletionNotice(request, deletion) : ''}
${childList.render(request, { ...pagedRows, ...pageParams }, 'page')}
${await renderProofOffer(request)}`;
    const isWholeFamily = pagedRows.rows.length === pagedRows.total;
    const pendingCount = pagedRows.rows.reduce((sum, row) => sum + countPending(row), 0);
    return renderPanelLayout(request, {
      title: t.title,
      section: 'today',
      notice,
      main,
      ...(isWholeFamily && { pendingCount }),
    });
  },
});

export const submitLogout = definePanelForm({
  summary: 'Sign out of the panel',
  run: async ({ ctx, parent }) => new Redirect('/login', await signOutOfPanel(ctx, parent)),
});

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
