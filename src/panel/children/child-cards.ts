import { type Static, Type } from 'typebox';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { getFirstRowIndex } from '../../core/requests/paging.ts';
import { type Instant, toWholeMinutes } from '../../core/time/instant.ts';
import { buildAvatarPath, type Profile } from '../../features/accounts/index.ts';
import { listOverviewsByChild, type ProgressOverview, type WeekSummary } from '../../features/progress/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePanelList, type PanelList, type PanelRequest } from '../endpoints.ts';
import { renderWeekComparison } from '../parts/charts/week-comparison.ts';
import { formatLongDate, formatNumber } from '../parts/format.ts';
import { renderList } from '../parts/paged-list.ts';
import { getChildPath } from '../parts/paths.ts';
import { addAvatarSize, renderIcon } from '../parts/pictures.ts';

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

/** A child with its progress. */
interface ChildRow {
  readonly child: Profile;
  readonly overview: ProgressOverview;
  /** When the child will be deleted, if its deletion is planned. */
  readonly deletedAt: Instant | null;
}

/** The parent's children, as cards that link to their pages. */
export const childList: PanelList<PanelRequest, ChildRow, typeof ChildSchema> = {
  operationId: 'listChildren',
  summary: "List the parent's children with their progress this week",
  description: 'The child that was linked first comes first. Weeks begin on Monday.',
  /** The number of queries does not depend on the number of children. */
  async load({ ctx, loadFamily }, pageParams) {
    const { children, deletions } = await loadFamily();
    const start = getFirstRowIndex(pageParams);
    const childrenOnPage = children.slice(start, start + pageParams.per_page);
    const overviews = await listOverviewsByChild(
      ctx,
      childrenOnPage.map(({ id }) => id),
    );
    const rows = childrenOnPage.flatMap((child) => {
      const overview = overviews.get(child.id);
      return overview ? [{ child, overview, deletedAt: deletions.get(child.id)?.due_at ?? null }] : [];
    });
    return { rows, total: children.length };
  },
  rowSchema: ChildSchema,
  serialize: serializeChild,
  render(request, page, mode) {
    const props = { t: request.t, fragmentPath: '/api/children', pagePath: '/panel', className: 'children' };
    return renderList({ ...page, ...props, renderRow: (row: ChildRow) => renderChildCard(request, row) }, mode);
  },
};

export const listMyChildren = definePanelList(childList);

function serializeChild(request: PanelRequest, { child, overview, deletedAt }: ChildRow): Static<typeof ChildSchema> {
  const { ctx } = request;
  const { level, missingXp } = overview.levelProgress;
  return {
    ...child, // the serializer leaves out the fields that the schema does not contain
    avatar_url: ctx.settings.baseUrl + buildAvatarPath(ctx, child),
    level,
    level_name: getLevelName(request, level),
    level_percent: computeLevelPercent(overview),
    xp_total: overview.totals.xp_total,
    xp_to_next_level: missingXp,
    current_streak_days: overview.streakDays,
    to_be_deleted_at: deletedAt,
    time_zone: overview.timeZone,
    this_week: serializeWeek(overview.thisWeek),
    last_week: serializeWeek(overview.lastWeek),
  };
}

function serializeWeek({ xp, seconds, tasks, activeDays }: WeekSummary): Static<typeof WeekSchema> {
  return { xp, minutes: toWholeMinutes(seconds), tasks, active_days: activeDays };
}

function getLevelName({ ctx, language }: PanelRequest, level: number): string {
  return ctx.content.current.levels[level - 1]?.name[language] ?? '';
}

function computeLevelPercent({ levelProgress: { xpInLevel, missingXp } }: ProgressOverview): number {
  return missingXp === 0 ? 100 : Math.floor((100 * xpInLevel) / (xpInLevel + missingXp));
}

function renderChildCard(request: PanelRequest, { child, overview, deletedAt }: ChildRow): Html {
  const { ctx, language, t } = request;
  const { streakDays, thisWeek, lastWeek } = overview;
  const { level, missingXp } = overview.levelProgress;
  return html`<article class="child-card card">
<div class="child-summary">
${renderLevelRing(buildAvatarPath(ctx, child), computeLevelPercent(overview))}
<div>
<div class="name-and-streak"><h2><a class="stretched-link" href="${getChildPath(child)}"><bdi>${child.display_name}</bdi></a></h2>
${streakDays > 0 ? html`<p class="streak">${renderIcon('flame')}<span>${t.parts.days({ count: streakDays })}</span></p>` : ''}</div>
<p>${getLevelName(request, level)}</p>
<p class="hint">${t.children.cards.level({ level })}${missingXp === 0 ? '' : ` · ${t.children.cards.xpToGo({ xp: formatNumber(language, missingXp) })}`}</p>
</div>
</div>
${deletedAt === null ? '' : html`<p class="hint">${t.children.cards.plannedDeletion({ day: formatLongDate(language, deletedAt) })}</p>`}
${renderWeekComparison(request, thisWeek, lastWeek)}
</article>`;
}

/** Renders a child's avatar inside a ring that shows the progress in the level. The text next to it has the same meaning. */
function renderLevelRing(avatarPath: string, percent: number): Html {
  return html`<span class="level-ring">
<svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="47"/>${percent > 0 ? renderArc(percent) : ''}</svg>
<img src="${addAvatarSize(avatarPath)}" alt="" width="72" height="72">
</span>`;
}

function renderArc(percent: number): Html {
  return html`<circle class="done" cx="50" cy="50" r="47" pathLength="100" stroke-dasharray="${percent} 100" transform="rotate(-90 50 50)"/>`;
}
