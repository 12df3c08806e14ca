import { type Static, Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { Nullable, NullableTimestamp } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import { firstRow, type OffsetPage, type OffsetParams, type PagedRows } from '../../core/offset-page.ts';
import { avatarUrl, listChildren, listDueTimes, type Profile } from '../../features/accounts/index.ts';
import { listOverviews, type WeekSummary } from '../../features/progress/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { offsetList } from '../../platform/http/offset-list.ts';
import { levelRing } from '../parts/charts/level-ring.ts';
import { weekCompared } from '../parts/charts/week-compared.ts';
import { formatDays, formatNumber, wholeMinutes } from '../parts/format.ts';
import { formatLongDate } from '../parts/forms/form-parts.ts';
import { icon } from '../parts/icons.ts';
import { listView, type RenderMode, relativePath } from '../parts/paged-list.ts';

const Count = Type.Integer({ minimum: 0 });
const Sums = Type.Object({ xp: Count, minutes: Count, tasks: Count, active_days: Count });

const ChildShape = Type.Object({
  id: Type.String(),
  display_name: Type.String(),
  birth_year: Nullable(Type.Integer()),
  language: Type.String({ description: 'BCP 47 tag' }),
  avatar_url: Type.String(),
  level: Count,
  level_name: Type.String(),
  level_percent: Type.Integer({ minimum: 0, maximum: 100, description: 'how much of the level is done' }),
  xp_total: Count,
  xp_to_next_level: Count,
  current_streak_days: Count,
  to_be_deleted_at: NullableTimestamp,
  time_zone: Type.String({ description: 'in which its days are meant' }),
  this_week: Sums,
  last_week: Sums,
});
type ChildRow = Static<typeof ChildShape>;

export const listMyChildren = offsetList({
  summary: "The parent's children, and how each does this week",
  description: 'Longest linked first. Weeks begin on Monday.',
  item: ChildShape,
  run: async (ctx, { profileId, language }: PanelParent, { query }) =>
    childRows(ctx, await listChildren(ctx.db, profileId), language, query),
  fragment: (ctx, { language }, shown) => childrenView(ctx, language, shown, 'alone'),
});

/** Children as rows: a few queries, however many they are. */
export async function childRows(
  ctx: Context,
  children: readonly Profile[],
  locale: string,
  offset: OffsetParams,
): Promise<PagedRows<ChildRow>> {
  const start = firstRow(offset);
  const here = children.slice(start, start + offset.per_page);
  const ids = here.map(({ id }) => id);
  const known = await listOverviews(ctx, ids);
  const due = await listDueTimes(ctx.db, ids);
  const rows = here.flatMap((child) => {
    const overview = known.get(child.id);
    if (!overview) return [];
    const { level, xpInLevel, xpToNext } = overview.level;
    const { id, display_name, birth_year, language } = child;
    return {
      id,
      display_name,
      birth_year,
      language,
      avatar_url: avatarUrl(ctx, child),
      level,
      level_name: ctx.content.current.levels[level - 1]?.name[languageFor(locale)] ?? '',
      level_percent: xpToNext === 0 ? 100 : Math.floor((100 * xpInLevel) / (xpInLevel + xpToNext)),
      xp_total: overview.totals.xp_total,
      xp_to_next_level: xpToNext,
      current_streak_days: overview.streak,
      to_be_deleted_at: due.get(id) ?? null,
      time_zone: overview.zone,
      this_week: weekResponse(overview.thisWeek),
      last_week: weekResponse(overview.lastWeek),
    };
  });
  return { rows, total: children.length };
}

/** The children as cards, each the way to its own page. */
export function childrenView(ctx: Context, locale: string, shown: OffsetPage<ChildRow>, coming: RenderMode): Html {
  const list = { fragmentPath: '/api/children', pagePath: '/panel', empty: html``, kind: 'children' };
  return listView({ ...shown, ...list, locale, row: (child) => childCard(ctx, locale, child) }, coming);
}

function childCard(ctx: Context, locale: string, child: ChildRow): Html {
  const language = languageFor(locale);
  const t = messages(language).panel.childCards;
  const toGo = child.xp_to_next_level;
  return html`<article class="child card">
<div class="who">
${levelRing(relativePath(ctx.settings.baseUrl, child.avatar_url), child.level_percent)}
<div>
<div class="named"><h2><a class="whole" href="/panel/children/${child.id}"><bdi>${child.display_name}</bdi></a></h2>
${child.current_streak_days > 0 ? html`<p class="streak">${icon('flame')}<span>${formatDays(language, child.current_streak_days)}</span></p>` : ''}</div>
<p>${child.level_name}</p>
<p class="hint">${t.level({ level: child.level })}${toGo === 0 ? '' : ` · ${t.toGo({ xp: formatNumber(language, toGo) })}`}</p>
</div>
</div>
${child.to_be_deleted_at === null ? '' : html`<p class="hint">${t.closing({ day: formatLongDate(language, child.to_be_deleted_at) })}</p>`}
${weekCompared(language, child.this_week, child.last_week)}
</article>`;
}

function weekResponse({ xp, seconds, tasks, activeDays }: WeekSummary): ChildRow['this_week'] {
  return { xp, minutes: wholeMinutes(seconds), tasks, active_days: activeDays };
}
