import { type Static, Type } from 'typebox';
import { Enum, Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../core/requests/paging.ts';
import { buildAvatarPath, type Profile } from '../../features/accounts/index.ts';
import {
  countPendingSubmissions,
  listPendingSubmissions,
  type SubmissionDetails,
  SubmissionSchema,
  serializeSubmissionFiles,
} from '../../features/learning/index.ts';
import {
  countTodosAwaitingApproval,
  listTodosAwaitingApproval,
  type TodoAwaitingApproval,
} from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePanelList, type PanelList, type PanelRequest } from '../endpoints.ts';
import { formatDay, formatTaskTitle } from '../parts/format.ts';
import { renderList } from '../parts/paged-list.ts';
import { getChildPath } from '../parts/paths.ts';
import { addAvatarSize } from '../parts/pictures.ts';
import { renderSubmissionContent, renderSubmissionReviewForm, renderTodoReviewForm } from './review-forms.ts';

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

/** A submission or to-do that waits for a parent's approval. */
export interface PendingApproval
  extends Pick<
    Static<typeof ApprovalSchema>,
    'kind' | 'id' | 'title' | 'text' | 'caption' | 'xp_reward' | 'waiting_since'
  > {
  readonly child: Profile;
  readonly files: SubmissionDetails['files'];
}

/** The pending approvals of a parent's children, except for children whose deletion is planned. */
export const approvalList: PanelList<PanelRequest, PendingApproval, typeof ApprovalSchema> = {
  operationId: 'listApprovals',
  summary: 'List the pending approvals of all children',
  description: 'Submissions come first, then to-dos. Within each kind, those that have waited longest come first.',
  load: loadApprovals,
  rowSchema: ApprovalSchema,
  serialize: ({ ctx }, { child, files, ...row }) => ({
    ...row,
    child_id: child.id,
    child_name: child.display_name,
    child_avatar_url: ctx.settings.baseUrl + buildAvatarPath(ctx, child),
    media: serializeSubmissionFiles(ctx, files),
  }),
  /** Each card has a checkbox, so that a parent can approve several submissions and to-dos together. */
  render(request, page, mode) {
    const { t } = request;
    const props = { t, texts: t.approvals, fragmentPath: '/api/approvals', pagePath: '/panel/approvals' };
    const renderRow = (row: PendingApproval) =>
      renderApprovalCard(request, row, '/panel/approvals', { hasCheckbox: true });
    return renderList({ ...page, ...props, className: 'cards', renderRow }, mode);
  },
};

export const listApprovals = definePanelList(approvalList);

export async function countPendingApprovals({ ctx, loadFamily }: PanelRequest): Promise<number> {
  const childIds = (await loadFamily()).childrenWithoutDeletion.map(({ id }) => id);
  if (childIds.length === 0) return 0;
  return (await countTodosAwaitingApproval(ctx, childIds)) + (await countPendingSubmissions(ctx, childIds));
}

async function loadApprovals(request: PanelRequest, pageParams: OffsetParams): Promise<PagedRows<PendingApproval>> {
  const { ctx } = request;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  if (children.length === 0) return { rows: [], total: 0 };
  const childIds = children.map(({ id }) => id);
  const submissions = await listPendingSubmissions(ctx, childIds, pageParams);
  const todoCount = await countTodosAwaitingApproval(ctx, childIds);
  const todoLimit = pageParams.per_page - submissions.rows.length;
  const skippedTodoCount = Math.max(0, getFirstRowIndex(pageParams) - submissions.total);
  const todos =
    todoLimit > 0 && skippedTodoCount < todoCount
      ? await listTodosAwaitingApproval(ctx, childIds, todoLimit, skippedTodoCount)
      : [];
  const findChild = (id: string) => children.find((child) => child.id === id) as Profile; // all rows are of these children
  return {
    rows: [
      ...submissions.rows.map((submission) => fromSubmission(request, findChild(submission.profile_id), submission)),
      ...todos.map((todo) => fromTodo(findChild(todo.profile_id), todo)),
    ],
    total: submissions.total + todoCount,
  };
}

function fromSubmission(request: PanelRequest, child: Profile, submission: SubmissionDetails): PendingApproval {
  const { task_id, submitted_at: waiting_since } = submission;
  const title = formatTaskTitle(request, task_id);
  return { ...submission, kind: 'work', child, title, xp_reward: null, waiting_since }; // the serializer leaves out other fields
}

function fromTodo(child: Profile, todo: TodoAwaitingApproval): PendingApproval {
  const { id, title, notes: text, xp_reward, completed_at: waiting_since } = todo;
  return { kind: 'todo', id, child, title, text, caption: '', files: [], xp_reward, waiting_since };
}

/** Renders a pending approval with the form to review it. After the review, the parent returns to the page `returnTo`. */
export function renderApprovalCard(
  request: PanelRequest,
  row: PendingApproval,
  returnTo: string,
  { hasCheckbox = false } = {},
): Html {
  const { ctx, language, t } = request;
  const { kind, id, child, title, text } = row;
  const since = row.waiting_since === null ? '' : formatDay(language, row.waiting_since.slice(0, 10));
  const xp = row.xp_reward ? t.child.todos.list.xp({ n: row.xp_reward }) : '';
  const details = [t.approvals.kinds[kind], since, xp].filter(Boolean).join(' · ');
  const checkbox = html`<label class="select-box"><span class="visually-hidden">${t.approvals.select({ title })}</span><input type="checkbox" name="chosen" form="bulk" value="${kind} ${id}"></label>`;
  return html`<article class="approval">
<p class="approval-child"><img src="${addAvatarSize(buildAvatarPath(ctx, child))}" alt="" width="40" height="40"><a href="${getChildPath(child)}"><bdi>${child.display_name}</bdi></a>${hasCheckbox ? checkbox : ''}</p>
<div id="${kind === 'work' ? 'submission' : 'todo'}-${id}">
${hasCheckbox ? html`<h2 class="item-title">${title}</h2>` : html`<h3 class="item-title">${title}</h3>`}
<p class="hint">${details}</p>
${kind === 'work' ? renderSubmissionContent(request, title, row) : ''}
${kind === 'todo' && text ? html`<p class="user-text">${text}</p>` : ''}
${kind === 'work' ? renderSubmissionReviewForm(request, id, returnTo) : renderTodoReviewForm(request, id, returnTo)}
</div>
</article>`;
}
