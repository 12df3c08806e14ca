import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderApprovalsCount } from '../layout/panel-layout.ts';
import { addFlash } from '../parts/flash.ts';
import { toPanelPath } from '../parts/paths.ts';
import { countPendingApprovals } from './pending-approvals.ts';

interface ReviewOutcome {
  /** The id of the element that htmx replaces. */
  readonly elementId: string;
  readonly title: string;
  /** The text of the new status. */
  readonly status: string;
  readonly isApproved: boolean;
}

/**
 * Creates the response to a review: a redirect to the page `returnTo`. With htmx, the response is the outcome, which replaces the
 * reviewed submission or to-do and receives the focus.
 */
export async function respondToReview(
  { ctx, parent, client, t }: PanelRequest,
  returnTo: string | undefined,
  { elementId, title, status, isApproved }: ReviewOutcome,
): Promise<Redirect | Html> {
  if (!client.wantsFragment)
    return new Redirect(addFlash(toPanelPath(returnTo), isApproved ? 'approved' : 'sent-back'));
  const pendingCount = await countPendingApprovals(ctx, parent.profileId);
  return html`<div class="line review-outcome" id="${elementId}" tabindex="-1" autofocus><p class="item-title">${title}</p><span class="tag ${isApproved ? 'success' : ''}">${status}</span></div>${renderApprovalsCount(t, pendingCount, 'fragment')}`;
}
