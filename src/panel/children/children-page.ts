import { addSeconds, DAY } from '../../core/time/instant.ts';
import { signOutOfPanel } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { renderAccountDeletionNotice } from '../account/account-page.ts';
import { renderProofOffer } from '../account/proof-offer.ts';
import { findOutcome } from '../approvals/undo.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderFirstSteps } from '../first-steps/first-steps.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { formatWeekday } from '../parts/format.ts';
import { LIST_PAGE_QUERY, parsePageParams } from '../parts/paged-list.ts';
import { getChildPath } from '../parts/paths.ts';
import { type ChildRow, childList, countPending, hasResults, renderFamilyGlance, renderMatter } from './child-cards.ts';
import { renderGuardianNotices } from './guardian-notices.ts';

export const showChildren = definePanelPage({
  summary:
    'Show what a parent should know today: for each child the day, the week, what is hard, due or waits for review',
  query: LIST_PAGE_QUERY,
  run: async (request, { query }) => {
    const { children, deletions } = await request.loadFamily();
    const t = request.t.children.page;
    const notice = await findOutcome(request, query, '/panel');
    const deletion = deletions.get(request.parent.profileId);
    if (children.length === 0) {
      const start = deletion
        ? { title: t.title, main: html`<h1>${t.title}</h1>${renderAccountDeletionNotice(request, deletion)}` }
        : await renderFirstSteps(request);
      return renderPanelLayout(request, { ...start, section: 'today', notice, width: 'narrow' });
    }
    const pageParams = parsePageParams(query);
    const pagedRows = await childList.load(request, pageParams);
    const [firstRow] = pagedRows.rows;
    const pendingCount = pagedRows.rows.reduce((sum, row) => sum + countPending(row), 0);
    const isLong = pagedRows.total > 2 || (pagedRows.total === 2 && pendingCount > 0);
    const main = html`<div class="today-heading"><h1>${t.title}</h1>${firstRow ? html`<p class="hint">${formatWeekday(request.language, firstRow.overview.today)}</p>` : ''}</div>
${deletion ? renderAccountDeletionNotice(request, deletion) : ''}
${await renderGuardianNotices(request)}
${isLong && pagedRows.rows.some(({ overview }) => hasResults(overview)) ? renderFamilyGlance(request, pagedRows.rows) : ''}
${childList.render(request, { ...pagedRows, ...pageParams }, 'page')}
${deletion ? '' : renderWhatNext(request, pagedRows.rows)}
${await renderProofOffer(request)}`;
    const isWholeFamily = pagedRows.rows.length === pagedRows.total;
    return renderPanelLayout(request, {
      title: t.title,
      section: 'today',
      notice,
      main,
      ...(isWholeFamily && { pendingCount }),
    });
  },
});

/** For so long after its children were added, a family is shown what it can do besides. */
const FIRST_DAYS = 3;

/** Renders what a parent can do on the first days, while the pages have little to tell about the children. */
function renderWhatNext({ ctx, t }: PanelRequest, rows: readonly ChildRow[]): Html | string {
  const firstDays = addSeconds(ctx.now(), -FIRST_DAYS * DAY);
  const child = rows.find(({ deletedAt }) => deletedAt === null)?.child;
  if (!child || rows.some(({ child: { created_at } }) => created_at < firstDays)) return '';
  const { title, plan, guardian, monday } = t.children.whatNext;
  return html`<section class="card spaced"><h2>${title}</h2>
${renderMatter('/panel/plan', 'plan', html`<b>${plan}</b>`)}
${renderMatter(`${getChildPath(child)}/settings?open=guardians#guardians`, 'settings', html`<b>${guardian}</b>`)}
<p class="hint">${monday}</p></section>`;
}

export const submitLogout = definePanelForm({
  summary: 'Sign out of the panel',
  run: async ({ ctx, parent }) => new Redirect('/login', await signOutOfPanel(ctx, parent)),
});
