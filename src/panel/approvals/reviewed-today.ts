import { toLocalDay, toLocalMidnight } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { listProfiles, type Profile } from '../../features/accounts/index.ts';
import { listReviewsSince, listUndoableReviews } from '../../features/learning/index.ts';
import { canDecisionBeUndone, getPlannedStatus, listDecisionsSince } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { type DoneDays, findDoneDays, formatDoneDays, renderLateTag } from '../parts/done-days.ts';
import { formatTaskTitle, formatTime, joinDetails } from '../parts/format.ts';
import { renderAvatar } from '../parts/pictures.ts';
import type { ItemKey } from './review-forms.ts';
import { renderUndoForm } from './undo.ts';

/** What a guardian has decided on a submission, a to-do or a request for a reward. */
interface Decision {
  readonly item: ItemKey;
  readonly childId: string;
  readonly title: string;
  readonly status: string;
  readonly isApproved: boolean;
  /** The days of a to-do. */
  readonly days?: DoneDays;
  /** What the child got for it: "+10 XP". */
  readonly earned?: string;
  /** The guardian's word to the child. */
  readonly note: string | null;
  readonly at: Instant;
  readonly by: string | null;
  readonly canBeUndone: boolean;
}

/** Renders what was decided today, by child, with a button for each decision that can still be undone. */
export async function renderDecisions(
  request: PanelRequest,
  children: readonly Profile[],
  returnTo: string,
  { isOpen }: { readonly isOpen: boolean },
): Promise<Html> {
  const { ctx, language, t } = request;
  const timeZone = await request.loadTimeZone();
  const since = toLocalMidnight(toLocalDay(ctx.now(), timeZone), timeZone);
  const decisions = await listDecisions(request, children, since, timeZone);
  const guardians = await listProfiles(ctx, [...new Set(decisions.flatMap(({ by }) => by ?? []))]);
  const renderRow = (
    { item, title, status, isApproved, days, earned, note, at, by, canBeUndone }: Decision,
    child: Profile,
  ) => {
    const guardian = guardians.find(({ id }) => id === by);
    const doneDays = days && formatDoneDays(request, [days]);
    const lateTag = days && renderLateTag(request, [days]);
    const details = joinDetails([doneDays, earned, formatTime(language, at, timeZone), guardian?.display_name]);
    const about = joinDetails([title, child.display_name, doneDays]);
    const undo = canBeUndone ? renderUndoForm(request, [item], returnTo, { title: about }) : '';
    return html`<li><div class="line"><div><p class="item-title">${title}</p>
<p class="tags"><span class="tag ${isApproved ? 'success' : ''}">${status}</span>${lateTag ?? ''}<span class="hint">${details}</span></p>${note ? html`<p class="hint user-text">“${note}”</p>` : ''}</div>${undo}</div></li>`;
  };
  const lists = children.flatMap((child) => {
    const rows = decisions.filter(({ childId }) => childId === child.id).map((decision) => renderRow(decision, child));
    return rows.length === 0
      ? []
      : [
          html`<h3 class="approval-child">${renderAvatar(ctx, child, 32)}<bdi>${child.display_name}</bdi></h3><ul class="rows lines">${rows}</ul>`,
        ];
  });
  return html`<details class="reviewed-today"${isOpen ? html` open` : ''}><summary><h2>${t.approvals.reviewedToday} <span class="times">${decisions.length}</span></h2></summary>${lists.length === 0 ? html`<p class="hint">${t.approvals.noneReviewed}</p>` : lists}</details>`;
}

/** What guardians have decided since an instant, the newest first. What is planned has the instant at which it takes effect. */
async function listDecisions(
  request: PanelRequest,
  children: readonly Profile[],
  since: Instant,
  timeZone: string,
): Promise<readonly Decision[]> {
  const { ctx, t } = request;
  const { child } = t;
  const now = ctx.now();
  const childIds = children.map(({ id }) => id);
  const { planned, todos, requests } = await listDecisionsSince(ctx, childIds, since);
  const works = await listReviewsSince(ctx, childIds, since);
  const undoableIds = await listUndoableReviews(ctx, works);
  const decisions: Decision[] = [
    ...[...planned, ...todos].flatMap((todo): Decision[] => {
      const status = getPlannedStatus(todo);
      const isPlanned = todo.planned_change !== null;
      const at = todo.change_due_at ?? todo.decided_at;
      if ((status !== 'approved' && status !== 'rejected') || at === null) return []; // an edit or a deletion
      const xp = status === 'rejected' ? 0 : isPlanned ? todo.xp_reward : todo.xp_paid;
      return [
        {
          item: `todo ${todo.id} ${status}`,
          childId: todo.profile_id,
          title: todo.title,
          status: child.todos.list[status],
          isApproved: status === 'approved',
          days: findDoneDays(todo, todo.completed_at && toLocalDay(todo.completed_at, timeZone)),
          ...(xp > 0 && { earned: `+${child.todos.list.xp({ n: xp })}` }),
          note: isPlanned ? null : todo.decision_note,
          at,
          by: todo.decided_by,
          canBeUndone: isPlanned || canDecisionBeUndone(todo, now),
        },
      ];
    }),
    ...works.flatMap(({ id, profile_id, task_id, status, reviewed_at, reviewer_id, feedback_text }): Decision[] => {
      if (reviewed_at === null) return [];
      return [
        {
          item: `work ${id} ${status}`,
          childId: profile_id,
          title: formatTaskTitle(request, task_id),
          status: child.submissions[status],
          isApproved: status === 'approved',
          note: feedback_text,
          at: reviewed_at,
          by: reviewer_id,
          canBeUndone: undoableIds.has(id),
        },
      ];
    }),
    ...requests.flatMap(({ id, profile_id, title, decision, decided_at, decided_by, note }): Decision[] => {
      if (decision === null || decided_at === null) return [];
      return [
        {
          item: `reward ${profile_id} ${id}`,
          childId: profile_id,
          title,
          status: child.rewards[decision],
          isApproved: decision === 'given',
          note,
          at: decided_at,
          by: decided_by,
          canBeUndone: true,
        },
      ];
    }),
  ];
  return decisions.toSorted((a, b) => b.at.localeCompare(a.at));
}
