import type { Static } from 'typebox';
import { buildPicturePath } from '../../features/content-media/index.ts';
import { BadgeSchema, listBadgesPage, serializeBadge } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { defineChildListEndpoint } from '../endpoints.ts';
import { formatDateTime } from '../parts/format.ts';
import { createChildList, defineChildListPage } from './child-list.ts';

const badgesList = createChildList({
  tab: 'badges',
  operationId: 'listChildBadges',
  summary: "List a child's badges",
  description: 'The newest badge is first.',
  load: ({ ctx, child }, pageParams) => listBadgesPage(onReplica(ctx), child.id, pageParams),
  rowSchema: BadgeSchema,
  serialize: ({ ctx, locale }, { badge_id, earned_at }) => serializeBadge(ctx, badge_id, earned_at, locale),
  className: 'badges',
  getTexts: (t) => t.child.lists.badges,
  renderRow({ ctx, language, timeZone }, { badge_id, earned_at }) {
    const badge = ctx.content.current.badges.get(badge_id); // a badge of a removed pack has its id as its name
    const picture = badge
      ? html`<img src="${buildPicturePath(ctx, badge.icon)}" alt="" width="40" height="40" loading="lazy">`
      : '';
    return html`<div class="badge">
${renderMedal(badge?.rarity ?? 'common', picture)}
<div><h2 class="item-title">${badge?.name[language] ?? badge_id}</h2><p>${badge?.description[language] ?? ''}</p><p class="hint">${formatDateTime(language, earned_at, timeZone)}</p></div>
</div>`;
  },
});

export const listBadges = defineChildListEndpoint(badgesList);
export const showBadges = defineChildListPage(badgesList, "Show a child's badges");

type Rarity = Static<typeof BadgeSchema>['rarity'];

/**
 * The number of points of a medal's rim, and the radii between which the rim zigzags. A rarer badge has a more
 * elaborate rim.
 */
const RIMS: Readonly<Record<Rarity, readonly [points: number, outer: number, inner: number]>> = {
  common: [48, 43, 43],
  rare: [14, 45, 40],
  epic: [20, 47, 40],
  legendary: [10, 48, 37],
};

/** Renders the frame of a medal around the picture of a badge. */
function renderMedal(rarity: Rarity, picture: Html | ''): Html {
  const rim = computeRimPath(rarity);
  return html`<span class="medal ${rarity}"><svg viewBox="0 0 100 112" aria-hidden="true"><path class="ribbon" d="M28 60L16 104l16-5 11 12 7-30 7 30 11-12 16 5-12-44z"/><path class="edge" d="${rim}" transform="translate(0 3)"/><path class="rim" d="${rim}"/><circle class="ring" cx="50" cy="49" r="35"/><circle class="face" cx="50" cy="49" r="32"/></svg>${picture}</span>`;
}

function computeRimPath(rarity: Rarity): string {
  const [points, outer, inner] = RIMS[rarity];
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (i / points) * Math.PI;
    const radius = i % 2 ? inner : outer;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(49 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}
