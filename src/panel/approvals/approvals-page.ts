import { approveSubmissions } from '../../features/learning/index.ts';
import { approveTodos } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderApprovalsCount, renderNotice, renderPanelLayout } from '../layout/panel-layout.ts';
import { findFlash, renderFlash } from '../parts/flash.ts';
import { renderCsrfField } from '../parts/forms/form.ts';
import { CheckboxField, listCheckedValues, TextField } from '../parts/forms/form-fields.ts';
import { parsePageParams } from '../parts/paged-list.ts';
import { type ApprovalRow, loadApprovals, renderApprovals } from './approval-list.ts';
import { countPendingApprovals } from './pending-approvals.ts';

export const showApprovals = definePanelPage({
  summary: 'Show the pending approvals of all children',
  query: { page: TextField, done: TextField },
  run: (request, { query }) => renderApprovalsPage(request, query, findFlash(request.t.parts.notices, query.done)),
});

export const submitApprovals = definePanelForm({
  summary: 'Approve the selected submissions and to-dos',
  body: { chosen: CheckboxField },
  run: async (request, { body }) => {
    const selectedValues = [...new Set(listCheckedValues(body.chosen))];
    const notice =
      selectedValues.length === 0
        ? renderNothingSelectedError(request)
        : await approveSelected(request, selectedValues);
    const view = request.client.wantsFragment
      ? renderApprovalsFragment(request, notice)
      : renderApprovalsPage(request, {}, notice);
    return new ResponseWithHeaders(await view, {}, selectedValues.length === 0 ? 400 : 200);
  },
});

async function renderApprovalsPage(
  request: PanelRequest,
  query: { page?: string },
  notice: Html | undefined,
): Promise<Html> {
  const pageParams = parsePageParams(query);
  const pagedRows = await loadApprovals(request, pageParams);
  const main = html`<h1>${request.t.approvals.title}</h1>
${pagedRows.total > 0 ? renderBulkForm(request) : ''}
${renderApprovals(request, { ...pagedRows, ...pageParams }, 'page')}`;
  return renderPanelLayout(request, { title: request.t.approvals.title, section: 'approvals', notice, main });
}

async function renderApprovalsFragment(request: PanelRequest, notice: Html): Promise<Html> {
  const { ctx, parent } = request;
  const pageParams = parsePageParams({});
  const pagedRows = await loadApprovals(request, pageParams);
  const pendingCount = await countPendingApprovals(ctx, parent.profileId);
  return html`${renderApprovals(request, { ...pagedRows, ...pageParams }, 'fragment')}
${renderNotice(notice)}${renderApprovalsCount(request.t, pendingCount, 'fragment')}`;
}

/**
 * Renders the form with which a parent approves several submissions and to-dos together. The checkboxes in the cards refer to
 * the form by its id, because the form is outside the list, which htmx replaces.
 */
function renderBulkForm(request: PanelRequest): Html {
  return html`<form id="bulk" class="bulk" method="post" action="/panel/approvals" hx-post="/panel/approvals" hx-target="#list" hx-swap="outerHTML" hx-push-url="/panel/approvals">
${renderCsrfField(request)}
<label class="checkbox"><input type="checkbox" data-check-all="chosen"> ${request.t.approvals.selectAll}</label>
<button class="button secondary">${request.t.approvals.approveSelected}</button>
</form>`;
}

/** Approves the selected submissions and to-dos that are still pending. Returns the notice to show. */
async function approveSelected({ ctx, parent, t }: PanelRequest, selectedValues: readonly string[]): Promise<Html> {
  const approvedCount =
    (await approveSubmissions(ctx, parent.profileId, listIds('work', selectedValues))) +
    (await approveTodos(ctx, parent.profileId, listIds('todo', selectedValues)));
  const sentences = [
    approvedCount > 0 ? t.approvals.approved({ count: approvedCount }) : '',
    approvedCount < selectedValues.length ? t.approvals.alreadyReviewed : '',
  ];
  return renderFlash(sentences.filter(Boolean).join(' '));
}

/**
 * Returns the selected ids of one kind. The value of a checkbox consists of a kind and an id, such as "todo 0199…", or
 * "work 0199…" for a submission.
 */
function listIds(kind: ApprovalRow['kind'], selectedValues: readonly string[]): string[] {
  return selectedValues.filter((value) => value.startsWith(`${kind} `)).map((value) => value.slice(kind.length + 1));
}

function renderNothingSelectedError({ t }: PanelRequest): Html {
  return html`<p class="error">${t.approvals.nothingSelected}</p>`;
}
