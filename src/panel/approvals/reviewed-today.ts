import { toLocalDay, toLocalMidnight } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { listProfiles, type Profile } from '../../features/accounts/index.ts';
import { getPlannedDecision, listReviewsSince } from '../../features/learning/index.ts';
import { getPlannedStatus, getSettledUntil, listDecisionsSince } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatTaskTitle, formatTime } from '../parts/format.ts';
import type { ItemKey } from './review-forms.ts';
import { renderUndoForm } from './undo.ts';

/** What a guardian has decided on a submission, a to-do or a request for a reward. */
interface Decision {
  readonly item: ItemKey;
  readonly childId: string;
  readonly title: string;
  readonly status: string;
  readonly isApproved: boolean;
  /** Null while the decision can be undone. */
  readonly at: Instant | null;
  readonly by: string | null;
}

/** Renders what was decided today, with buttons to undo what still can be. */
export async function renderReviewedToday(
  request: PanelRequest,
  children: readonly Profile[],
  returnTo: string,
): Promise<Html> {
  const { ctx, language, t } = request;
  const timeZone = await request.loadTimeZone();
  const since = toLocalMidnight(toLocalDay(ctx.now(), timeZone), timeZone);
  const decisions = await listDecisions(request, children, since);
  const guardians = await listProfiles(ctx, [...new Set(decisions.flatMap(({ by }) => by ?? []))]);
  const rows = decisions.map(({ item, childId, title, status, isApproved, at, by }) => {
    const names = [children.find(({ id }) => id === childId), guardians.find(({ id }) => id === by)];
    const details = [
      ...(at === null ? [] : [formatTime(language, at, timeZone)]),
      ...names.flatMap((profile) => profile?.display_name ?? []),
    ];
    return html`<li><div class="line"><div><p class="item-title">${title}</p>
<p class="tags"><span class="tag ${isApproved ? 'success' : ''}">${status}</span><span class="hint">${details.join(' · ')}</span></p></div>${at === null ? renderUndoForm(request, [item], returnTo) : ''}</div></li>`;
  });
  const undoable = decisions.filter(({ at }) => at === null).map(({ item }) => item);
  const undoAll =
    undoable.length > 1
      ? html`<li><div class="line"><div></div>${renderUndoForm(request, undoable, returnTo, t.approvals.undoAll({ n: undoable.length }))}</div></li>`
      : '';
  const list =
    decisions.length === 0
      ? html`<p class="hint">${t.approvals.noneReviewed}</p>`
      : html`<ul class="rows lines">${undoAll}${rows}</ul>`;
  return html`<section class="reviewed-today" id="reviewed-today" tabindex="-1"><h2>${t.approvals.reviewedToday} <span class="times">${decisions.length}</span></h2>${list}</section>`;
}

/** Later than any decision. */
const UNDECIDED = '9999';

/** What guardians have decided since an instant, the newest first, after what can still be undone. */
async function listDecisions(
  request: PanelRequest,
  children: readonly Profile[],
  since: Instant,
): Promise<readonly Decision[]> {
  const { ctx, t } = request;
  const { child } = t;
  const childIds = children.map(({ id }) => id);
  const { planned, todos, requests } = await listDecisionsSince(ctx, childIds, since);
  const works = await listReviewsSince(ctx, childIds, since);
  const decisions: Decision[] = [
    ...[...planned, ...todos].flatMap((todo): Decision[] => {
      const status = getPlannedStatus(todo);
      if (status !== 'approved' && status !== 'rejected') return []; // an edit or a deletion
      const isTicked = status === 'approved' && todo.completed_at === todo.decided_at;
      return [
        {
          item: `todo ${todo.id}`,
          childId: todo.profile_id,
          title: todo.title,
          status: child.todos.list[isTicked ? 'done' : status],
          isApproved: status === 'approved',
          at: todo.planned_change === null ? todo.decided_at : null,
          by: todo.decided_by,
        },
      ];
    }),
    ...[...works.planned, ...works.reviewed].flatMap((work): Decision[] => {
      const status = getPlannedDecision(work) ?? work.status;
      if (status === 'pending_review') return [];
      return [
        {
          item: `work ${work.id}`,
          childId: work.profile_id,
          title: formatTaskTitle(request, work.task_id),
          status: child.submissions[status],
          isApproved: status === 'approved',
          at: work.planned_change === null ? work.reviewed_at : null,
          by: work.reviewer_id,
        },
      ];
    }),
    ...requests.flatMap(({ id, profile_id, title, decision, decided_at, decided_by }): Decision[] => {
      if (decision === null || decided_at === null) return [];
      return [
        {
          item: `reward ${profile_id} ${id}`,
          childId: profile_id,
          title,
          status: child.rewards[decision],
          isApproved: decision === 'given',
          at: decided_at > getSettledUntil(ctx.now()) ? null : decided_at,
          by: decided_by,
        },
      ];
    }),
  ];
  return decisions.toSorted((a, b) => (b.at ?? UNDECIDED).localeCompare(a.at ?? UNDECIDED));
}
