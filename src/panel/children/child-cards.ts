import { type Static, Type } from 'typebox';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import {
  getFirstRowIndex,
  type OffsetPage,
  type OffsetParams,
  type PagedRows,
} from '../../core/requests/offset-page.ts';
import { toWholeMinutes } from '../../core/time/instant.ts';
import {
  buildAvatarUrl,
  listChildren,
  listDeletionTimesByProfile,
  type Profile,
} from '../../features/accounts/index.ts';
import { listOverviewsByChild, type WeekSummary } from '../../features/progress/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePanelList, type PanelRequest } from '../endpoints.ts';
import { renderLevelRing } from '../parts/charts/level-ring.ts';
import { renderWeekComparison } from '../parts/charts/week-comparison.ts';
import { formatLongDate, formatNumber } from '../parts/format.ts';
import { renderIcon } from '../parts/icons.ts';
import { type RenderMode, renderList } from '../parts/paged-list.ts';
import { getChildPath, toRelativePath } from '../parts/paths.ts';

const Count = Type.Integer({ minimum: 0 });
const WeekSchema = Type.Object(
  { xp: Count, minutes: Count, tasks: Count, active_days: Count },
  { title: 'WeekSummary' },
);

const ChildSchema = Type.Object(
  {
    id: Type.String(),
    display_name: Type.String(),
    birth_year: Nullable(Type.Integer()),
    language: Type.String({ description: 'A BCP 47 tag.' }),
    avatar_url: Type.String(),
    level: Count,
    level_name: Type.String(),
    level_percent: Type.Integer({ minimum: 0, maximum: 100, description: 'The progress within the level.' }),
    xp_total: Count,
    xp_to_next_level: Count,
    current_streak_days: Count,
    to_be_deleted_at: NullableTimestamp,
    time_zone: Type.String({ description: "The time zone in which the child's days begin and end." }),
    this_week: WeekSchema,
    last_week: WeekSchema,
  },
  { title: 'Child' },
);
type ChildRow = Static<typeof ChildSchema>;

export const listMyChildren = definePanelList({
  operationId: 'listChildren',
  summary: "List the parent's children with their progress this week",
  description: 'The child that was linked first comes first. Weeks begin on Monday.',
  rowSchema: ChildSchema,
  load: async (request, pageParams) =>
    loadChildRows(request, await listChildren(request.ctx, request.parent.profileId), pageParams),
  renderFragment: (request, page) => renderChildren(request, page, 'fragment'),
});

/** Loads one page of the children. The number of queries does not depend on the number of children. */
export async function loadChildRows(
  { ctx, language }: PanelRequest,
  children: readonly Profile[],
  pageParams: OffsetParams,
): Promise<PagedRows<ChildRow>> {
  const start = getFirstRowIndex(pageParams);
  const childrenOnPage = children.slice(start, start + pageParams.per_page);
  const ids = childrenOnPage.map(({ id }) => id);
  const overviews = await listOverviewsByChild(ctx, ids);
  const deletionTimes = await listDeletionTimesByProfile(ctx, ids);
  const rows = childrenOnPage.flatMap((child) => {
    const overview = overviews.get(child.id);
    if (!overview) return [];
    const { level, xpInLevel, missingXp } = overview.levelProgress;
    const { id, display_name, birth_year, language: locale } = child;
    return {
      id,
      display_name,
      birth_year,
      language: locale,
      avatar_url: buildAvatarUrl(ctx, child),
      level,
      level_name: ctx.content.current.levels[level - 1]?.name[language] ?? '',
      level_percent: missingXp === 0 ? 100 : Math.floor((100 * xpInLevel) / (xpInLevel + missingXp)),
      xp_total: overview.totals.xp_total,
      xp_to_next_level: missingXp,
      current_streak_days: overview.streakDays,
      to_be_deleted_at: deletionTimes.get(id) ?? null,
      time_zone: overview.timeZone,
      this_week: toWeek(overview.thisWeek),
      last_week: toWeek(overview.lastWeek),
    };
  });
  return { rows, total: children.length };
}

/** Renders the children as cards that link to their pages. */
export function renderChildren(request: PanelRequest, page: OffsetPage<ChildRow>, mode: RenderMode): Html {
  const listProps = { fragmentPath: '/api/children', pagePath: '/panel', emptyState: html``, className: 'children' };
  const renderRow = (child: ChildRow) => renderChildCard(request, child);
  return renderList({ ...page, ...listProps, t: request.t, renderRow }, mode);
}

function renderChildCard(request: PanelRequest, child: ChildRow): Html {
  const { ctx, language, t } = request;
  const xpToGo = child.xp_to_next_level;
  return html`<article class="child-card card">
<div class="child-summary">
${renderLevelRing(toRelativePath(ctx, child.avatar_url), child.level_percent)}
<div>
<div class="name-and-streak"><h2><a class="stretched-link" href="${getChildPath(child)}"><bdi>${child.display_name}</bdi></a></h2>
${child.current_streak_days > 0 ? html`<p class="streak">${renderIcon('flame')}<span>${t.parts.days({ count: child.current_streak_days })}</span></p>` : ''}</div>
<p>${child.level_name}</p>
<p class="hint">${t.children.cards.level({ level: child.level })}${xpToGo === 0 ? '' : ` · ${t.children.cards.xpToGo({ xp: formatNumber(language, xpToGo) })}`}</p>
</div>
</div>
${child.to_be_deleted_at === null ? '' : html`<p class="hint">${t.children.cards.plannedDeletion({ day: formatLongDate(language, child.to_be_deleted_at) })}</p>`}
${renderWeekComparison(request, child.this_week, child.last_week)}
</article>`;
}

function toWeek({ xp, seconds, tasks, activeDays }: WeekSummary): ChildRow['this_week'] {
  return { xp, minutes: toWholeMinutes(seconds), tasks, active_days: activeDays };
}
