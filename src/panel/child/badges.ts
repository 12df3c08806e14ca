import { BadgeSchema, listBadgesPage, serializeBadge } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { html } from '../../platform/html.ts';
import { formatDateTime } from '../parts/format.ts';
import { renderMedal } from '../parts/medal.ts';
import { renderEmptyState } from '../parts/paged-list.ts';
import { toRelativePath } from '../parts/paths.ts';
import { type ChildList, defineChildListEndpoint, defineChildListPage } from './child-list.ts';

const badgesList: ChildList<typeof BadgeSchema> = {
  name: 'badges',
  tab: 'badges',
  operationId: 'listChildBadges',
  summary: "List a child's badges",
  description: 'The newest badge is first.',
  rowSchema: BadgeSchema,
  async load({ ctx, locale }, childId, pageParams) {
    const { rows, total } = await listBadgesPage(onReplica(ctx), childId, pageParams);
    return { rows: rows.map((row) => serializeBadge(ctx, row.badge_id, row.earned_at, locale)), total };
  },
  createView({ ctx, language, timeZone, t }) {
    return {
      className: 'badges',
      emptyState: renderEmptyState(t.child.lists.badges.none, t.child.lists.badges.noneHint),
      renderRow: ({ name, description, icon_url, rarity, earned_at }) => html`<div class="badge">
${renderMedal(rarity, icon_url ? html`<img src="${toRelativePath(ctx, icon_url)}" alt="" width="40" height="40" loading="lazy">` : '')}
<div><h2 class="item-title">${name}</h2><p>${description}</p><p class="hint">${formatDateTime(language, earned_at, timeZone)}</p></div>
</div>`,
    };
  },
};

export const listBadges = defineChildListEndpoint(badgesList);
export const showBadges = defineChildListPage(badgesList, "Show a child's badges");
