import { Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { toLocalDay } from '../../core/time/days.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { approveSubmissions, reviewSubmission } from '../../features/learning/index.ts';
import { hasNotificationSettings } from '../../features/notifications/index.ts';
import {
  decideOnRequest,
  planTodoCompletion,
  planTodoReview,
  planTodoReviews,
  type TodoReview,
} from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { NOTIFICATIONS_PATH, renderPushForm } from '../account/notifications.ts';
import { PLAN_PATH } from '../child/todos/assign-form.ts';
import { renderBoard } from '../child/todos/board-page.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import {
  findFlash,
  renderApprovalsCount,
  renderChildChips,
  renderFlash,
  renderNotice,
  renderPanelLayout,
} from '../layout/panel-layout.ts';
import type { Details } from '../parts/done-days.ts';
import { formatDay, formatTaskTitle } from '../parts/format.ts';
import { CheckboxesField, OptionalField, TextField } from '../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { LIST_PAGE_QUERY, parsePageParams } from '../parts/paged-list.ts';
import { getChildPath, toPanelPath } from '../parts/paths.ts';
import {
  countPendingApprovals,
  describeTodo,
  loadApprovals,
  renderApprovals,
  renderChildLine,
} from './approval-list.ts';
import { APPROVALS_PATH, type ItemKey, MAX_NOTE_LENGTH } from './review-forms.ts';
import { renderDecisions } from './reviewed-today.ts';
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
  summary: 'Approve several submissions and to-dos, or reject several to-dos',
  needsPresence: true,
  body: {
    chosen: CheckboxesField,
    back: OptionalField,
    decision: Type.Optional(Enum(['approved', 'rejected'])),
    note: TextField,
    step: CheckboxesField,
  },
  run: async (request, { body: { back, decision = 'approved', note, step, ...body } }) => {
    const selectedValues = [...new Set(body.chosen)];
    const decidedCount = await decideOnSelected(request, selectedValues, { decision, note: joinNote(step, note) });
    const returnTo = toPanelPath(back ?? APPROVALS_PATH);
    const keys = selectedValues.map((key) => `${key} ${decision}` as ItemKey);
    if (decidedCount > 0 && returnTo !== APPROVALS_PATH && !request.client.wantsFragment)
      return new Redirect(addUndoableFlash(returnTo, decision === 'approved' ? 'approved' : 'sent-back', keys));
    const outcome = await describeDecisions(request, keys, { decision, decidedCount, returnTo });
    if (request.client.wantsFragment && back !== undefined)
      return renderOutcome(request, { ...outcome, elementId: 'group-outcome', returnTo });
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
      describe: async () => ({
        text: formatDay(request.language, toLocalDay(submitted_at, await request.loadTimeZone())),
        tag: '',
      }),
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
  body: { back: TextField, note: TextField, step: CheckboxesField, decision: Enum(['approved', 'rejected']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body: { back, decision, note, step } }) => {
    const review = { decision, note: joinNote(step, note) };
    const todo = await planTodoReview(request.ctx, request.parent.profileId, params.id, review);
    return respondToReview(request, back, {
      item: `todo ${todo.id} ${decision}`,
      childId: todo.profile_id,
      describe: (child) => describeTodo(request, child, todo),
      title: todo.title,
      status: request.t.child.todos.list[decision],
      isApproved: decision === 'approved',
    });
  },
});

/** Puts what is missing before the parent's word: "Bed, Desk. Under the bed, too". The word is never cut off. */
function joinNote(steps: readonly string[], word: string): string {
  const missing = steps.join(', ').slice(0, Math.max(0, MAX_NOTE_LENGTH - word.length - 2));
  return [missing, word.trim()].filter(Boolean).join('. ');
}

export const submitTodoDone = definePanelForm({
  summary: 'Tick an assigned to-do in place of the child, and approve it',
  needsPresence: true,
  params: { id: Type.String() },
  body: { back: TextField },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body: { back } }) => {
    const todo = await planTodoCompletion(request.ctx, request.parent.profileId, params.id);
    const status = request.t.child.todos.list.approved;
    if (request.client.wantsFragment && back === PLAN_PATH)
      return html`${await renderBoard(request, { tickedId: todo.id })}${renderNotice(html`<p class="visually-hidden">${status}: ${todo.title}</p>`)}`;
    return respondToReview(request, back, {
      item: `todo ${todo.id} approved`,
      childId: todo.profile_id,
      describe: (child) => describeTodo(request, child, todo),
      title: todo.title,
      status,
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
  /** Describes what the row said beside the child. */
  readonly describe?: (child: Profile) => Promise<Details>;
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
  { item, childId, title, describe, status, isApproved, notice = isApproved ? 'approved' : 'sent-back' }: ReviewOutcome,
): Promise<Redirect | Html> {
  if (!request.client.wantsFragment) return new Redirect(addUndoableFlash(toPanelPath(returnTo), notice, [item]));
  const elementId = item
    .replace(/^work (\S+) .*/, 'submission-$1')
    .replace(/^todo (\S+) .*/, 'todo-$1')
    .replace(/^reward \S+ /, 'reward-'); // of the element that htmx replaces
  const child = (await request.loadFamily()).children.find(({ id }) => id === childId);
  const details = child && (await describe?.(child));
  const about = [title, child?.display_name, details?.text].filter(Boolean).join(' · ');
  return html`${await renderOutcome(request, {
    elementId,
    returnTo: toPanelPath(returnTo),
    title,
    childLine: child && renderChildLine(request, child, details),
    tag: html`<span class="tag ${isApproved ? 'success' : ''}">${status}</span>`,
    undo: renderUndoForm(request, [item], toPanelPath(returnTo), { title: about, hasFocus: true }),
  })}${renderNotice(html`<p class="visually-hidden">${status}: ${about}</p>`)}`;
}

interface OutcomeProps {
  readonly elementId: string;
  readonly returnTo: string;
  readonly title: string;
  readonly childLine?: Html | undefined;
  readonly tag?: Html;
  readonly undo: Html | undefined;
}

async function renderOutcome(
  request: PanelRequest,
  { elementId, returnTo, title, childLine, tag, undo }: OutcomeProps,
): Promise<Html> {
  const pendingCount = await countPendingApprovals(request);
  return html`<div class="line review-outcome" id="${elementId}" tabindex="-1"${undo ? '' : html` autofocus`}><div><p class="item-title">${title}</p>${childLine ?? ''}</div>${tag ?? ''}${undo ?? ''}</div>${renderApprovalsCount(request.t, pendingCount, 'fragment')}${await renderNewDecisions(request, returnTo)}`;
}

/** Renders what was decided today for the page `returnTo`, if that shows it. */
async function renderNewDecisions(request: PanelRequest, returnTo: string): Promise<Html | string> {
  const [path, query] = returnTo.split('?');
  if (path !== APPROVALS_PATH) return '';
  const { childrenWithoutDeletion } = await request.loadFamily();
  const params = new URLSearchParams(query);
  const { children } = selectChildren(childrenWithoutDeletion, params.get('child'));
  const isOpen = params.has('reviewed');
  return html`<hx-partial hx-target="#reviewed-today">${await renderDecisions(request, children, returnTo, { isOpen })}</hx-partial>`;
}

/** The child with this id, or all of them. */
function selectChildren(children: readonly Profile[], id: string | null | undefined) {
  const onlyChild = children.find((child) => child.id === id);
  return { onlyChild, children: onlyChild ? [onlyChild] : children };
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
  const { onlyChild, children } = selectChildren(childrenWithoutDeletion, query.child);
  const { requestCount, ...approvals } = await loadApprovals(request, pageParams, children);
  const title = request.t.layout.work;
  const isOpen = query.reviewed !== undefined || query.done === 'undone'; // something else can still be undone there
  const reviewedPath = getPagePath(onlyChild?.id, { reviewed: 'today' });
  const path = isOpen ? reviewedPath : getPagePath(onlyChild?.id);
  const requests = requestCount > 0 ? await renderRewardRequests(request, children, path) : '';
  const getListPath = (child: Profile) => `${getChildPath(child)}/submissions`;
  const getPath = (child: Profile) =>
    childrenWithoutDeletion.includes(child) ? getPagePath(child.id) : getListPath(child);
  const allWorks = onlyChild
    ? html`<p><a class="button outline small" href="${getListPath(onlyChild)}">${request.t.approvals.allOf({ name: onlyChild.display_name })}</a></p>`
    : '';
  const main = html`${await renderChildChips(request, 'submissions', { current: onlyChild, getPath })}<h1>${title}</h1>
${requests}
${approvals.total > 0 || requests === '' ? renderApprovals(request, { ...approvals, ...pageParams }, 'page', path) : ''}
<div id="reviewed-today">${isOpen ? await renderDecisions(request, children, path, { isOpen }) : html`<a class="button outline small" href="${reviewedPath}#reviewed-today">${request.t.approvals.reviewedToday}</a>`}</div>
${onlyChild ? allWorks : await renderNotificationsOffer(request)}`;
  const pendingCount = onlyChild ? await countPendingApprovals(request) : approvals.total + requestCount;
  return renderPanelLayout(request, { title, section: 'work', pendingCount, notice, main });
}

/** The page of what waits for approval from one child, or from all; with `reviewed`, it shows what was decided today, too. */
function getPagePath(childId: string | undefined, { reviewed }: { readonly reviewed?: 'today' } = {}): string {
  const params = new URLSearchParams({ ...(childId && { child: childId }), ...(reviewed && { reviewed }) });
  return params.size === 0 ? APPROVALS_PATH : `${APPROVALS_PATH}?${params}`;
}

async function renderApprovalsFragment(request: PanelRequest, notice: Html): Promise<Html> {
  const pageParams = parsePageParams({ per_page: ITEMS_PER_PAGE });
  const { childrenWithoutDeletion } = await request.loadFamily();
  const { requestCount, ...approvals } = await loadApprovals(request, pageParams, childrenWithoutDeletion);
  return html`${renderApprovals(request, { ...approvals, ...pageParams }, 'page')}
${renderNotice(notice)}${renderApprovalsCount(request.t, approvals.total + requestCount, 'fragment')}${await renderNewDecisions(request, APPROVALS_PATH)}`;
}

/** Decides on the selected submissions and to-dos that are still pending. Returns how many of them are so decided. */
async function decideOnSelected(
  { ctx, parent }: PanelRequest,
  selectedValues: readonly string[],
  review: TodoReview,
): Promise<number> {
  const workIds = review.decision === 'approved' ? listIdsOfKind('work', selectedValues) : [];
  return (
    (await approveSubmissions(ctx, parent.profileId, workIds)) +
    (await planTodoReviews(ctx, parent.profileId, listIdsOfKind('todo', selectedValues), review))
  );
}

/** Says on how many items a parent has decided and whose they are, with the button that undoes it. */
async function describeDecisions(
  request: PanelRequest,
  keys: readonly ItemKey[],
  { decision, decidedCount, returnTo }: Pick<TodoReview, 'decision'> & { decidedCount: number; returnTo: string },
): Promise<{ readonly title: string; readonly undo: Html | undefined }> {
  const { approvals } = request.t;
  const alreadyReviewed = decidedCount > 0 && decidedCount === keys.length ? '' : approvals.alreadyReviewed;
  if (decidedCount === 0) return { title: alreadyReviewed, undo: undefined };
  const what = await describeItems(request, keys);
  return {
    title: `${what}: ${approvals[decision]({ count: decidedCount })} ${alreadyReviewed}`.trim(),
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
  return html`<section class="card offer"><h2>${t.offer.title}</h2><p class="hint">${t.offer.text}</p>
<div class="actions">${ctx.settings.pushServices.length > 0 ? renderPushForm(request, { isSubscribed: false, label: t.offer.here, back }) : ''}
${answer(renderHiddenField('daily', 'on'), t.daily)}${answer('', messages.passkeys.offer.decline)}</div></section>`;
}
