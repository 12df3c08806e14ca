import { languageFor } from '../../core/languages.ts';
import { BadgeShape, badgeResponse, listBadgesPage } from '../../features/progress/index.ts';
import { messages } from '../../locales/index.ts';
import { html } from '../../platform/html.ts';
import { emptyState } from '../parts/empty.ts';
import { formatMoment } from '../parts/format.ts';
import { relativePath } from '../parts/paged-list.ts';
import { type ChildList, childTable } from './child-list.ts';

export const badgesList: ChildList<typeof BadgeShape> = {
  name: 'badges',
  summary: "A child's badges",
  description: 'The newest first.',
  item: BadgeShape,
  async load(ctx, { language: locale }, { id }, offset) {
    const { rows, total } = await listBadgesPage(ctx.db, id, offset);
    return { rows: rows.map((row) => badgeResponse(ctx, row.badge_id, row.earned_at, locale)), total };
  },
  view(ctx, { locale, zone }) {
    const language = languageFor(locale);
    const { badges } = messages(language).panel.childLists;
    return {
      kind: 'badges',
      empty: emptyState(badges.none, badges.noneMore),
      row: ({ name, description, icon_url, earned_at }) => html`<div class="badge">
${icon_url ? html`<img src="${relativePath(ctx.settings.baseUrl, icon_url)}" alt="" width="56" height="56" loading="lazy">` : ''}
<div><h2 class="what">${name}</h2><p>${description}</p><p class="hint">${formatMoment(language, earned_at, zone)}</p></div>
</div>`,
    };
  },
};

export const listBadges = childTable(badgesList);
