import { Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { toLocalDay } from '../../core/time/days.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { approveSubmissions, reviewSubmission } from '../../features/learning/index.ts';
import { hasNotificationSettings } from '../../features/notifications/index.ts';
import { decideOnRequest, planTodoApprovals, planTodoCompletion, planTodoReview } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { NOTIFICATIONS_PATH, renderPushForm } from '../account/notifications.ts';
import { renderChildChips } from '../child/child-layout.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import {
  findFlash,
  renderApprovalsCount,
  renderFlash,
  renderNotice,
  renderPanelLayout,
} from '../layout/panel-layout.ts';
import { formatDay, formatTaskTitle } from '../parts/format.ts';
import { CheckboxesField, OptionalField, TextField } from '../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { LIST_PAGE_QUERY, parsePageParams } from '../parts/paged-list.ts';
import { getChildPath, toPanelPath } from '../parts/paths.ts';
import {
  countPendingApprovals,
  formatTodoDetails,
  loadApprovals,
  renderApprovals,
  renderChildLine,
} from './approval-list.ts';
import { APPROVALS_PATH, type ItemKey } from './review-forms.ts';
import { renderReviewedToday } from './reviewed-today.ts';
import { renderRewardRequests } from './reward-requests.ts';
import { addUndoableFlash, describeItems, findOutcome, listIdsOfKind, renderUndoForm } from './undo.ts';

/** Few families have more waiting, so that what repeats is one row, and the counts are those of everything. */
const ITEMS_PER_PAGE = '50';

export const showApprovals = definePanelPage({
  summary: 'Show the pending approvals of all children',
  query: { ...LIST_PAGE_QUERY, child: OptionalField, reviewed: OptionalField },
  run: async (request, { query }) =>
    renderApprovalsPage(
      request,
      query,
      (await findOutcome(request, query, getPagePath(query.child))) ??
        findFlash(request.t.notifications.flash, query.done?.replace(/^notifications-/, '')),
    ),
});

export const submitApprovals = definePanelForm({
  summary: 'Approve several submissions and to-dos',
  needsPresence: true,
  body: { chosen: CheckboxesField, back: OptionalField },
  run: async (request, { body }) => {
    const selectedValues = [...new Set(body.chosen)];
    const approvedCount = await approveSelected(request, selectedValues);
    const returnTo = toPanelPath(body.back ?? APPROVALS_PATH);
    if (approvedCount > 0 && returnTo !== APPROVALS_PATH && !request.client.wantsFragment)
      return new Redirect(addUndoableFlash(returnTo, 'approved', listApprovalKeys(selectedValues)));
    const outcome = await describeApproval(request, selectedValues, approvedCount, returnTo);
    if (request.client.wantsFragment && body.back !== undefined)
      return renderOutcome(request, { ...outcome, elementId: 'group-outcome' });
    const notice = renderFlash(outcome.title, outcome.undo, outcome.undo ? '' : html` tabindex="-1" autofocus`);
    return request.client.wantsFragment
      ? renderApprovalsFragment(request, notice)
      : renderApprovalsPage(request, {}, notice);
  },
});

export const submitSubmissionReview = definePanelForm({
  summary: 'Approve a submission or request changes',
  needsPresence: true,
  params: { id: Type.String() },
  // `back` is the path of the page to return to.
  body: { back: TextField, text: TextField, sticker: OptionalField, decision: Enum(['approved', 'changes_requested']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body: { back, decision, text, sticker = null } }) => {
    const review = { decision, text, sticker };
    const { id, task_id, profile_id, submitted_at } = await reviewSubmission(
      request.ctx,
      request.parent.profileId,
      params.id,
      review,
    );
    return respondToReview(request, back, {
      item: `work ${id} ${decision}`,
      childId: profile_id,
      formatDetails: async () => formatDay(request.language, toLocalDay(submitted_at, await request.loadTimeZone())),
      title: formatTaskTitle(request, task_id),
      status: request.t.child.submissions[decision],
      isApproved: decision === 'approved',
    });
  },
});

export const submitTodoReview = definePanelForm({
  summary: 'Approve or reject a to-do',
  needsPresence: true,
  params: { id: Type.String() },
  body: { back: TextField, note: TextField, decision: Enum(['approved', 'rejected']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body: { back, decision, note } }) => {
    const review = { decision, note };
    const todo = await planTodoReview(request.ctx, request.parent.profileId, params.id, review);
    return respondToReview(request, back, {
      item: `todo ${todo.id} ${decision}`,
      childId: todo.profile_id,
      formatDetails: (child) => formatTodoDetails(request, child, todo),
      title: todo.title,
      status: request.t.child.todos.list[decision],
      isApproved: decision === 'approved',
    });
  },
});

export const submitTodoDone = definePanelForm({
  summary: 'Tick an assigned to-do in place of the child, and approve it',
  needsPresence: true,
  params: { id: Type.String() },
  body: { back: TextField },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body: { back } }) => {
    const todo = await planTodoCompletion(request.ctx, request.parent.profileId, params.id);
    return respondToReview(request, back, {
      item: `todo ${todo.id} approved`,
      childId: todo.profile_id,
      formatDetails: (child) => formatTodoDetails(request, child, todo),
      title: todo.title,
      status: request.t.child.todos.list.approved,
      isApproved: true,
    });
  },
});

export const submitRewardReview = definePanelForm({
  summary: 'Give a reward that a child has asked for, or decline',
  needsPresence: true,
  params: { id: Type.String() },
  body: { back: TextField, child: TextField, note: TextField, decision: Enum(['given', 'declined']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body: { back, child, decision, note } }) => {
    const { ctx, parent, t } = request;
    const { title } = await decideOnRequest(ctx, parent.profileId, child, params.id, { decision, note });
    return respondToReview(request, back, {
      item: `reward ${child} ${params.id}`,
      childId: child,
      title,
      status: t.child.rewards[decision],
      isApproved: decision === 'given',
      notice: `reward-${decision}`,
    });
  },
});

interface ReviewOutcome {
  readonly item: ItemKey;
  readonly childId: string;
  readonly title: string;
  /** Formats what the row said beside the child. */
  readonly formatDetails?: (child: Profile) => Promise<string>;
  /** The text of the new status. */
  readonly status: string;
  readonly isApproved: boolean;
  /** The key of the message without htmx. */
  readonly notice?: Parameters<typeof addUndoableFlash>[1];
}

/**
 * Creates the response to a review: a redirect to the page `returnTo`. With htmx, the response is the outcome, which replaces the
 * reviewed submission or to-do. The focus goes to the button that undoes it.
 */
async function respondToReview(
  request: PanelRequest,
  returnTo: string,
  {
    item,
    childId,
    title,
    formatDetails,
    status,
    isApproved,
    notice = isApproved ? 'approved' : 'sent-back',
  }: ReviewOutcome,
): Promise<Redirect | Html> {
  if (!request.client.wantsFragment) return new Redirect(addUndoableFlash(toPanelPath(returnTo), notice, [item]));
  const elementId = item
    .replace(/^work (\S+) .*/, 'submission-$1')
    .replace(/^todo (\S+) .*/, 'todo-$1')
    .replace(/^reward \S+ /, 'reward-'); // of the element that htmx replaces
  const child = (await request.loadFamily()).children.find(({ id }) => id === childId);
  const details = child && formatDetails ? await formatDetails(child) : '';
  const about = [title, child?.display_name, details].filter(Boolean).join(' · ');
  return html`${await renderOutcome(request, {
    elementId,
    title,
    childLine: child && renderChildLine(request, child, details),
    tag: html`<span class="tag ${isApproved ? 'success' : ''}">${status}</span>`,
    undo: renderUndoForm(request, [item], toPanelPath(returnTo), { title: about, hasFocus: true }),
  })}${renderNotice(html`<p class="visually-hidden">${status}: ${about}</p>`)}`;
}

interface OutcomeProps {
  readonly elementId: string;
  readonly title: string;
  readonly childLine?: Html | undefined;
  readonly tag?: Html;
  readonly undo: Html | undefined;
}

async function renderOutcome(
  request: PanelRequest,
  { elementId, title, childLine, tag, undo }: OutcomeProps,
): Promise<Html> {
  const pendingCount = await countPendingApprovals(request);
  return html`<div class="line review-outcome" id="${elementId}" tabindex="-1"${undo ? '' : html` autofocus`}><div><p class="item-title">${title}</p>${childLine ?? ''}</div>${tag ?? ''}${undo ?? ''}</div>${renderApprovalsCount(request.t, pendingCount, 'fragment')}`;
}

async function renderApprovalsPage(
  request: PanelRequest,
  query: Parameters<typeof parsePageParams>[0] & {
    readonly child?: string;
    readonly reviewed?: string;
    readonly done?: string;
  },
  notice: Html | undefined,
): Promise<Html> {
  const pageParams = parsePageParams({ per_page: ITEMS_PER_PAGE, ...query });
  const { childrenWithoutDeletion } = await request.loadFamily();
  const onlyChild = childrenWithoutDeletion.find(({ id }) => id === query.child);
  const children = onlyChild ? [onlyChild] : childrenWithoutDeletion;
  const { requestCount, ...approvals } = await loadApprovals(request, pageParams, children);
  const title = request.t.layout.work;
  const path = getPagePath(onlyChild?.id);
  const requests = requestCount > 0 ? await renderRewardRequests(request, children, path) : '';
  const showsReviewed = query.reviewed !== undefined || query.done === 'undone'; // something else can still be undone there
  const getListPath = (child: Profile) => `${getChildPath(child)}/submissions`;
  const getPath = (child: Profile) =>
    childrenWithoutDeletion.includes(child) ? getPagePath(child.id) : getListPath(child);
  const allWorks = onlyChild
    ? html`<p><a class="button outline small" href="${getListPath(onlyChild)}">${request.t.approvals.allOf({ name: onlyChild.display_name })}</a></p>`
    : '';
  const main = html`${await renderChildChips(request, 'submissions', { current: onlyChild, getPath })}<h1>${title}</h1>
${requests}
${approvals.total > 0 || requests === '' ? renderApprovals(request, { ...approvals, ...pageParams }, 'page', path) : ''}
${showsReviewed ? await renderReviewedToday(request, children, path) : renderReviewedTodayLink(request, path)}
${onlyChild ? allWorks : await renderNotificationsOffer(request)}`;
  const pendingCount = onlyChild ? await countPendingApprovals(request) : approvals.total + requestCount;
  return renderPanelLayout(request, { title, section: 'work', pendingCount, notice, main });
}

/** Renders the link that shows what was decided today on the page `path`, which most visits do not need. */
function renderReviewedTodayLink({ t }: PanelRequest, path: string): Html {
  const href = `${path}${path.includes('?') ? '&' : '?'}reviewed=today#reviewed-today`;
  return html`<p class="spaced"><a class="button outline small" href="${href}">${t.approvals.reviewedToday}</a></p>`;
}

/** The page of what waits for approval from one child, or from all. */
function getPagePath(childId: string | undefined): string {
  return childId === undefined ? APPROVALS_PATH : `${APPROVALS_PATH}?${new URLSearchParams({ child: childId })}`;
}

async function renderApprovalsFragment(request: PanelRequest, notice: Html): Promise<Html> {
  const pageParams = parsePageParams({ per_page: ITEMS_PER_PAGE });
  const { childrenWithoutDeletion } = await request.loadFamily();
  const { requestCount, ...approvals } = await loadApprovals(request, pageParams, childrenWithoutDeletion);
  return html`${renderApprovals(request, { ...approvals, ...pageParams }, 'page')}
${renderNotice(notice)}${renderApprovalsCount(request.t, approvals.total + requestCount, 'fragment')}`;
}

/** Approves the selected submissions and to-dos that are still pending. Returns how many of them are approved. */
async function approveSelected({ ctx, parent }: PanelRequest, selectedValues: readonly string[]): Promise<number> {
  return (
    (await approveSubmissions(ctx, parent.profileId, listIdsOfKind('work', selectedValues))) +
    (await planTodoApprovals(ctx, parent.profileId, listIdsOfKind('todo', selectedValues)))
  );
}

/** The keys that undo the approval of these items. */
function listApprovalKeys(selectedValues: readonly string[]): ItemKey[] {
  return selectedValues.map((key) => `${key} approved` as ItemKey);
}

/** Says how many were approved and for whom, with the button that undoes it. */
async function describeApproval(
  request: PanelRequest,
  selectedValues: readonly string[],
  approvedCount: number,
  returnTo: string,
): Promise<{ readonly title: string; readonly undo: Html | undefined }> {
  const { approvals } = request.t;
  const isComplete = approvedCount > 0 && approvedCount === selectedValues.length;
  const alreadyReviewed = isComplete ? '' : approvals.alreadyReviewed;
  if (approvedCount === 0) return { title: alreadyReviewed, undo: undefined };
  const keys = listApprovalKeys(selectedValues);
  const what = await describeItems(request, keys);
  return {
    title: `${what}: ${approvals.approved({ count: approvedCount })} ${alreadyReviewed}`.trim(),
    undo: renderUndoForm(request, keys, returnTo, { title: what, hasFocus: true }),
  };
}

/** Offers to tell the parent what waits, until the parent has answered or saved the settings. */
async function renderNotificationsOffer(request: PanelRequest): Promise<Html | string> {
  const { ctx, parent, t: messages } = request;
  const t = messages.notifications;
  if (await hasNotificationSettings(ctx, parent.profileId)) return '';
  const back = renderHiddenField('back', APPROVALS_PATH);
  const answer = (fields: Html | string, label: string) =>
    html`<form method="post" action="${NOTIFICATIONS_PATH}">${renderCsrfField(request)}${back}${renderHiddenField('waiting', 'on')}${renderHiddenField('done', 'on')}${fields}<button class="button outline">${label}</button></form>`;
  return html`<section class="card offer"><p><b>${t.offer.title}</b></p><p class="hint">${t.offer.text}</p>
<div class="actions">${ctx.settings.pushServices.length > 0 ? renderPushForm(request, { isSubscribed: false, label: t.offer.here, back }) : ''}
${answer(renderHiddenField('daily', 'on'), t.daily)}${answer('', messages.passkeys.offer.decline)}</div></section>`;
}
