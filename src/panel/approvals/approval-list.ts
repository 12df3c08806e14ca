import { type Static, Type } from 'typebox';
import { Enum, Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../../core/requests/offset-page.ts';
import { buildAvatarUrl } from '../../features/accounts/index.ts';
import { SubmissionSchema } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePanelList, type PanelRequest } from '../endpoints.ts';
import { addAvatarSize } from '../parts/avatars.ts';
import { formatDay } from '../parts/format.ts';
import { type RenderMode, renderEmptyState, renderList } from '../parts/paged-list.ts';
import { toRelativePath } from '../parts/paths.ts';
import { renderSubmissionContent } from '../parts/submission-content.ts';
import { listPendingApprovals, type PendingApproval } from './pending-approvals.ts';
import { renderSubmissionReviewForm, renderTodoReviewForm } from './review-forms.ts';

const ApprovalSchema = Type.Object(
  {
    kind: Enum(['work', 'todo']), // the API calls a submission a work
    id: Type.String({ description: 'The id of the submission or to-do.' }),
    child_id: Type.String(),
    child_name: Type.String(),
    child_avatar_url: Type.String(),
    title: Type.String(),
    text: Type.String({ description: "The child's text, or the notes of the to-do." }),
    caption: Type.String(),
    media: SubmissionSchema.properties.media,
    xp_reward: Nullable(
      Type.Integer({ description: 'The XP for the to-do if it is approved; null for a submission.' }),
    ),
    waiting_since: NullableTimestamp,
  },
  { title: 'PendingApproval' },
);
export type ApprovalRow = Static<typeof ApprovalSchema>;

export const listApprovals = definePanelList({
  operationId: 'listApprovals',
  summary: 'List the pending approvals of all children',
  description: 'Submissions come first, then to-dos. Within each kind, those that have waited longest come first.',
  rowSchema: ApprovalSchema,
  load: loadApprovals,
  renderFragment: (request, page) => renderApprovals(request, page, 'fragment'),
});

export async function loadApprovals(request: PanelRequest, pageParams: OffsetParams): Promise<PagedRows<ApprovalRow>> {
  const { rows, total } = await listPendingApprovals(request, pageParams);
  return { rows: rows.map((approval) => toApprovalRow(request.ctx, approval)), total };
}

/** Renders the list with a checkbox in each card, so that a parent can approve several submissions and to-dos together. */
export function renderApprovals(request: PanelRequest, page: OffsetPage<ApprovalRow>, mode: RenderMode): Html {
  const listProps = {
    t: request.t,
    fragmentPath: '/api/approvals',
    pagePath: '/panel/approvals',
    className: 'cards',
    emptyState: renderEmptyState(request.t.approvals.none, request.t.approvals.noneHint),
    renderRow: (row: ApprovalRow) => renderApprovalCard(request, row, '/panel/approvals', { hasCheckbox: true }),
  };
  return renderList({ ...page, ...listProps }, mode);
}

/** Renders a pending approval with the form to review it. After the review, the parent returns to the page `returnTo`. */
export function renderApprovalCard(
  request: PanelRequest,
  row: ApprovalRow,
  returnTo: string,
  { hasCheckbox = false } = {},
): Html {
  const { ctx, language } = request;
  const since = row.waiting_since === null ? '' : formatDay(language, row.waiting_since.slice(0, 10));
  const xp = row.xp_reward ? request.t.child.todos.list.xp({ n: row.xp_reward }) : '';
  const details = [request.t.approvals.kinds[row.kind], since, xp].filter(Boolean).join(' · ');
  const checkbox = html`<label class="select-box"><span class="visually-hidden">${request.t.approvals.select({ title: row.title })}</span><input type="checkbox" name="chosen" form="bulk" value="${row.kind} ${row.id}"></label>`;
  return html`<article class="approval">
<p class="approval-child"><img src="${addAvatarSize(toRelativePath(ctx, row.child_avatar_url))}" alt="" width="40" height="40"><a href="/panel/children/${row.child_id}"><bdi>${row.child_name}</bdi></a>${hasCheckbox ? checkbox : ''}</p>
<div id="${row.kind === 'work' ? 'submission' : 'todo'}-${row.id}">
${hasCheckbox ? html`<h2 class="item-title">${row.title}</h2>` : html`<h3 class="item-title">${row.title}</h3>`}
<p class="hint">${details}</p>
${row.kind === 'work' ? renderSubmissionContent(request, row) : ''}
${row.kind === 'todo' && row.text ? html`<p class="user-text">${row.text}</p>` : ''}
${row.kind === 'work' ? renderSubmissionReviewForm(request, row.id, returnTo) : renderTodoReviewForm(request, row.id, returnTo)}
</div>
</article>`;
}

function toApprovalRow(ctx: Context, approval: PendingApproval): ApprovalRow {
  const { child } = approval;
  const childFields = {
    child_id: child.id,
    child_name: child.display_name,
    child_avatar_url: buildAvatarUrl(ctx, child),
  };
  if (approval.kind === 'submission') {
    const { id, task_title: title, text, caption, media, submitted_at: waiting_since } = approval.submission;
    return { kind: 'work', id, ...childFields, title, text, caption, media, xp_reward: null, waiting_since };
  }
  const { id, title, notes: text, xp_reward, completed_at: waiting_since } = approval.todo;
  return { kind: 'todo', id, ...childFields, title, text, caption: '', media: [], xp_reward, waiting_since };
}
