import { toLocalDay } from '../../core/time/days.ts';
import { buildAvatarPath, type Profile } from '../../features/accounts/index.ts';
import { listUndecidedRequests } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatDay } from '../parts/format.ts';
import { getChildPath } from '../parts/paths.ts';
import { addAvatarSize } from '../parts/pictures.ts';
import { renderRewardReviewForms } from './review-forms.ts';

/** Renders the rewards for which these children ask, with the forms to answer. */
export async function renderRewardRequests(
  request: PanelRequest,
  children: readonly Profile[],
  returnTo: string,
): Promise<Html | string> {
  const { ctx, language, t } = request;
  const texts = t.child.rewards;
  const requests = await listUndecidedRequests(
    ctx,
    children.map(({ id }) => id),
  );
  if (requests.length === 0) return '';
  const timeZone = await request.loadTimeZone();
  const cards = requests.flatMap((row) => {
    const child = children.find(({ id }) => id === row.profile_id);
    if (!child) return [];
    const details = [texts.stars({ count: row.stars }), formatDay(language, toLocalDay(row.asked_at, timeZone))].join(
      ' · ',
    );
    return [
      html`<li><article class="approval" id="reward-${row.id}">
<p class="approval-child"><img src="${addAvatarSize(buildAvatarPath(ctx, child))}" alt="" width="40" height="40"><span><a href="${getChildPath(child)}/rewards"><bdi>${child.display_name}</bdi></a> ${texts.asks}</span></p>
<h3 class="item-title">${row.title}</h3>
<p class="hint">${details}</p>${renderRewardReviewForms(request, { ...row, childId: child.id }, returnTo)}
</article></li>`,
    ];
  });
  return html`<section class="reward-requests"><h2>${texts.requests}</h2><ul class="rows cards">${cards}</ul></section>`;
}
