import { type Static, Type } from 'typebox';
import { Enum, Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { getFirstRowIndex, type OffsetPage, type OffsetParams, type PagedRows } from '../../core/requests/paging.ts';
import { toLocalDay } from '../../core/time/days.ts';
import { buildAvatarPath, type Profile } from '../../features/accounts/index.ts';
import {
  countPendingSubmissions,
  listPendingSubmissions,
  type SubmissionDetails,
  SubmissionSchema,
  serializeSubmissionFiles,
} from '../../features/learning/index.ts';
import {
  areRewardsOn,
  countWaiting,
  getTodoStars,
  listTodosAwaitingApproval,
  type Todo,
  type TodoAwaitingApproval,
} from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePanelList, type PanelList, type PanelRequest, type RenderMode } from '../endpoints.ts';
import {
  type Details,
  type DoneDays,
  findDoneDays,
  formatDoneDays,
  renderDoneDays,
  renderLateTag,
} from '../parts/done-days.ts';
import { bindNumbers, formatTaskInstructions, formatTaskTitle, joinDetails } from '../parts/format.ts';
import { renderList } from '../parts/paged-list.ts';
import { getChildPath } from '../parts/paths.ts';
import { addAvatarSize, renderAvatar } from '../parts/pictures.ts';
import {
  APPROVALS_PATH,
  hasOpenSteps,
  renderApproveAllForm,
  renderChecklist,
  renderRepeatReviewForms,
  renderSubmissionContent,
  renderSubmissionReviewForms,
  renderTodoReviewForms,
} from './review-forms.ts';

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
  /** What the child was asked to do, besides the title. */
  readonly asked: string;
  readonly checklist: TodoAwaitingApproval['checklist'];
  /** The stars for the to-do, if the child has rewards. */
  readonly stars: number;
  /** In the family's time zone. */
  readonly days: DoneDays;
}

/** The pending approvals of a parent's children, except for children whose deletion is planned. */
export const approvalList: PanelList<PanelRequest, PendingApproval, typeof ApprovalSchema> = {
  operationId: 'listApprovals',
  summary: 'List the pending approvals of all children',
  description: 'To-dos come first, then submissions. Within each kind, those that have waited longest come first.',
  load: async (request, pageParams) =>
    loadApprovals(request, pageParams, (await request.loadFamily()).childrenWithoutDeletion),
  rowSchema: ApprovalSchema,
  serialize: ({ ctx }, { child, files, asked, checklist, stars, days, ...row }) => ({
    ...row,
    child_id: child.id,
    child_name: child.display_name,
    child_avatar_url: ctx.settings.baseUrl + buildAvatarPath(ctx, child),
    media: serializeSubmissionFiles(ctx, files),
  }),
  render: renderApprovals,
};

/**
 * Renders a page of approvals: first the to-dos that a parent can approve at once, then those with open steps, and the submissions, each of
 * which is approved where it is shown, so that nobody approves a picture unseen. `pagePath` is the page for one child, if not for all.
 */
export function renderApprovals(
  request: PanelRequest,
  page: OffsetPage<PendingApproval>,
  mode: RenderMode,
  pagePath = APPROVALS_PATH,
): Html {
  const { t } = request;
  return renderList(
    {
      ...page,
      t,
      texts: t.approvals,
      pagePath,
      ...(pagePath === APPROVALS_PATH && { fragmentPath: '/api/approvals' }),
      renderRow: (row, repeats) =>
        row.kind === 'todo'
          ? renderTodoRow(request, row, repeats, pagePath)
          : renderSubmissionCard(request, row, pagePath),
      groupKey: (row) =>
        row.kind === 'todo' ? JSON.stringify([row.child.id, row.title, row.asked, hasOpenSteps(row)]) : null,
      split(rows) {
        const waiting = rows.filter(({ kind }) => kind === 'todo');
        const todos = [...Map.groupBy(waiting, ({ child }) => child.id).values()].flat(); // by child, then the longest waiting
        const [openTodos = [], easyTodos = []] = [true, false].map((isOpen) =>
          todos.filter((todo) => hasOpenSteps(todo) === isOpen),
        );
        const works = rows.filter(({ kind }) => kind === 'work');
        const approveAll =
          easyTodos.length > 1
            ? renderApproveAllForm(request, easyTodos, pagePath, { target: '#list', title: t.approvals.todos })
            : '';
        return [
          {
            rows: easyTodos,
            heading: html`<div class="part-heading"><h2>${t.approvals.todos}</h2>${approveAll}</div>`,
            className: 'lines waiting-todos',
          },
          {
            rows: openTodos,
            heading: html`<div class="part-heading"><h2>${t.approvals.todosWithOpenSteps}</h2></div>`,
            className: 'lines waiting-todos',
          },
          {
            rows: works,
            heading: html`<div class="part-heading"><h2>${t.approvals.works}</h2></div>`,
            className: 'cards',
          },
        ];
      },
    },
    mode,
  );
}

export const listApprovals = definePanelList(approvalList);

export async function countPendingApprovals({ ctx, loadFamily }: PanelRequest): Promise<number> {
  const childIds = (await loadFamily()).childrenWithoutDeletion.map(({ id }) => id);
  if (childIds.length === 0) return 0;
  const { todoCount, requestCount } = await countWaiting(ctx, childIds);
  return todoCount + requestCount + (await countPendingSubmissions(ctx, childIds));
}

/** A page of approvals of these children, and the number of wishes for rewards, which are not in the list. */
export async function loadApprovals(
  request: PanelRequest,
  pageParams: OffsetParams,
  children: readonly Profile[],
): Promise<PagedRows<PendingApproval> & { readonly requestCount: number }> {
  const { ctx } = request;
  if (children.length === 0) return { rows: [], total: 0, requestCount: 0 };
  const childIds = children.map(({ id }) => id);
  const { todoCount, requestCount } = await countWaiting(ctx, childIds);
  const firstIndex = getFirstRowIndex(pageParams);
  const todos =
    firstIndex < todoCount ? await listTodosAwaitingApproval(ctx, childIds, pageParams.per_page, firstIndex) : [];
  const submissionLimit = pageParams.per_page - todos.length;
  const submissions = await listPendingSubmissions(ctx, childIds, submissionLimit, Math.max(0, firstIndex - todoCount));
  const findChild = (id: string) => children.find((child) => child.id === id) as Profile; // all rows are of these children
  const timeZone = todos.length + submissions.rows.length > 0 ? await request.loadTimeZone() : 'UTC';
  const rows = [
    ...todos.map((todo) => fromTodo(findChild(todo.profile_id), todo, timeZone)),
    ...submissions.rows.map((submission) =>
      fromSubmission(request, findChild(submission.profile_id), submission, timeZone),
    ),
  ];
  return { rows, total: submissions.total + todoCount, requestCount };
}

function fromSubmission(
  request: PanelRequest,
  child: Profile,
  submission: SubmissionDetails,
  timeZone: string,
): PendingApproval {
  const { task_id, submitted_at: waiting_since } = submission;
  const title = formatTaskTitle(request, task_id);
  const asked = formatTaskInstructions(request, task_id);
  // The serializer leaves out other fields.
  return {
    ...submission,
    kind: 'work',
    child,
    title,
    asked,
    checklist: [],
    stars: 0,
    days: { doneDay: toLocalDay(waiting_since, timeZone), dueDay: null },
    xp_reward: null,
    waiting_since,
  };
}

function fromTodo(child: Profile, todo: TodoAwaitingApproval, timeZone: string): PendingApproval {
  const { id, title, notes: text, checklist, xp_reward, completed_at: waiting_since } = todo;
  return {
    kind: 'todo',
    id,
    child,
    title,
    text,
    asked: text,
    checklist,
    caption: '',
    files: [],
    stars: todo.hasRewards ? getTodoStars(todo) : 0,
    days: findDoneDays(todo, waiting_since && toLocalDay(waiting_since, timeZone)),
    xp_reward,
    waiting_since,
  };
}

/**
 * Renders a to-do as a row with the forms to review it. A to-do that a child has done several times is one row, in which the parent can
 * approve all of them.
 */
function renderTodoRow(
  request: PanelRequest,
  row: PendingApproval,
  repeats: readonly PendingApproval[],
  returnTo: string,
): Html {
  const { child, id } = row;
  const rows = [row, ...repeats];
  const title = `${row.title} · ${child.display_name}`; // siblings often have the same to-do
  const isGroup = repeats.length > 0;
  const about = html`<h3 class="item-title">${row.title}${isGroup ? html` <span class="times">× ${rows.length}</span>` : ''}</h3>
${isGroup ? renderGroupLines(request, row, rows) : renderChildLine(request, child, describeRows(request, rows))}${renderAsked(request, isGroup ? { ...row, checklist: [] } : row)}`;
  if (!isGroup)
    return html`<div class="line" id="todo-${id}"><div>${about}</div>${renderTodoReviewForms(request, { ...row, title }, returnTo)}</div>`;
  const describe = (each: PendingApproval) => describeRows(request, [each]);
  return html`<div class="line"><div>${about}</div>
${renderRepeatReviewForms(request, [row, ...repeats], returnTo, { title, describe })}</div>`;
}

/** Renders whose to-dos they are, what approving all of them earns, and below it the days, unless each needs a look. */
function renderGroupLines(request: PanelRequest, row: PendingApproval, rows: readonly PendingApproval[]): Html {
  const days = rows.map((each) => each.days);
  const details = { text: formatEarned(request, rows), tag: renderLateTag(request, days) };
  return html`${renderChildLine(request, row.child, details)}${hasOpenSteps(row) ? '' : renderDoneDays(request, days)}`;
}

/** Renders whose to-dos or submission it is, and the details. */
export function renderChildLine(request: PanelRequest, child: Profile, details: Details | undefined): Html {
  return html`<p class="hint todo-child">${renderAvatar(request.ctx, child, 24)}<bdi>${child.display_name}</bdi>${details?.text || details?.tag ? html`\u00a0· ${details.text} ${details.tag}` : ''}</p>`;
}

/** Renders a submission with the forms to review it. */
function renderSubmissionCard(request: PanelRequest, row: PendingApproval, returnTo: string): Html {
  const { child, id, title } = row;
  return html`<article class="approval" id="submission-${id}">
<p class="approval-child"><img src="${addAvatarSize(buildAvatarPath(request.ctx, child))}" alt="" width="40" height="40"><a href="${getChildPath(child)}"><bdi>${child.display_name}</bdi></a><span class="hint">${describeRows(request, [row]).text}</span></p>
<h3 class="item-title">${title}</h3>
${renderSubmissionContent(request, row, { title, child, isWaiting: true })}${renderAsked(request, row)}${renderSubmissionReviewForms(request, { id, title: `${title} · ${child.display_name}` }, returnTo)}
</article>`;
}

/** Describes a to-do as the list does before the decision on it. */
export async function describeTodo(request: PanelRequest, child: Profile, todo: Todo): Promise<Details> {
  const hasRewards = await areRewardsOn(request.ctx, child.id);
  return describeRows(request, [fromTodo(child, { ...todo, hasRewards }, await request.loadTimeZone())]);
}

/** Describes the days and what approving all of them earns: "25 Nov (2), 26 Nov · 10 XP · 2 stars". No line ends after a number. */
function describeRows(request: PanelRequest, rows: readonly PendingApproval[]): Details {
  const days = rows.map((row) => row.days);
  const text = joinDetails([formatDoneDays(request, days), formatEarned(request, rows)]);
  return { text: bindNumbers(text), tag: renderLateTag(request, days) };
}

/** Formats what approving all of them earns: "10 XP · 2 stars". */
function formatEarned({ t }: PanelRequest, rows: readonly PendingApproval[]): string {
  const xp = rows.reduce((sum, { xp_reward }) => sum + (xp_reward ?? 0), 0);
  const stars = rows.reduce((sum, row) => sum + row.stars, 0);
  return joinDetails([
    xp > 0 ? t.child.todos.list.xp({ n: xp }) : '',
    stars > 0 ? t.child.rewards.stars({ count: stars }) : '',
  ]);
}

/** Renders what the child was asked to do: the words of the task, folded, or the notes and the checklist of the to-do. */
function renderAsked(request: PanelRequest, { kind, title, child, asked, checklist }: PendingApproval): Html {
  const { t } = request;
  if (kind === 'work')
    return html`<details class="disclosure"><summary aria-label="${t.approvals.asked}: ${title} · ${child.display_name}">${t.approvals.asked}</summary><p class="user-text">${asked}</p></details>`;
  return html`${asked ? html`<p class="user-text">${asked}</p>` : ''}${renderChecklist(request, { checklist })}`;
}
