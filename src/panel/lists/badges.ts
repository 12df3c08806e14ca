import { speaks } from '../../core/languages.ts';
import { BadgeShape, badgeOnWire, listBadgesPage } from '../../features/progress/index.ts';
import { html } from '../../platform/html.ts';
import { emptyState } from '../parts/empty.ts';
import { momentWords } from '../parts/format.ts';
import { type ChildList, childTable } from './child-list.ts';
import { CHILD_WORDS } from './child-words.ts';
import { offsetOf, pathOf } from './list.ts';

export const badgesList: ChildList<typeof BadgeShape> = {
  name: 'badges',
  summary: "A child's badges",
  description: 'The newest first.',
  item: BadgeShape,
  async load(ctx, { language: tag }, { id }, offset) {
    const { rows, total } = await listBadgesPage(ctx.db, id, offset.per_page, offsetOf(offset));
    return { rows: rows.map((row) => badgeOnWire(ctx, row.badge_id, row.earned_at, tag)), total };
  },
  view(ctx, { tag, zone }) {
    const language = speaks(tag);
    const { badges } = CHILD_WORDS[language];
    return {
      kind: 'badges',
      empty: emptyState(badges.none, badges.noneMore),
      row: ({ name, description, icon_url, earned_at }) => html`<div class="badge">
${icon_url ? html`<img src="${pathOf(ctx.settings.baseUrl, icon_url)}" alt="" width="56" height="56" loading="lazy">` : ''}
<div><h2 class="what">${name}</h2><p>${description}</p><p class="hint">${momentWords(language, earned_at, zone)}</p></div>
</div>`,
    };
  },
};

export const listBadges = childTable(badgesList);
