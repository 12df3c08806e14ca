import { getLearner } from '../../features/learning/index.ts';
import { listDailyStats, listOverviews } from '../../features/progress/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { type ChildPageRequest, childPage } from '../endpoints.ts';
import { calendar, calendarStart } from '../parts/charts/calendar.ts';
import { weekBars } from '../parts/charts/week-bars.ts';
import { weekComparison } from '../parts/charts/week-comparison.ts';
import { formatDays, formatNumber } from '../parts/format.ts';
import { childLayout } from './child-layout.ts';
import { worldsView } from './worlds.ts';

export const showChildOverview = childPage({
  summary: "Show an overview of a child's progress",
  run: async (request) => childLayout(request, { tab: 'overview', main: await overview(request) }),
});

async function overview(request: ChildPageRequest): Promise<Html> {
  const { ctx, child, language } = request;
  const t = getMessages(language).panel.child.overview;
  const summary = (await listOverviews(ctx, [child.id])).get(child.id);
  if (!summary) throw new Error('listOverviews returned no overview for the child.');
  const { today, totals, streak, thisWeek, lastWeek } = summary;
  const days = await listDailyStats(ctx.db, child.id, calendarStart(today), today);
  const learner = await getLearner(ctx, ctx.db, child.id);
  const addMinutes = (week: typeof thisWeek) => ({ ...week, minutes: Math.round(week.seconds / 60) });
  return html`<div class="overview">
<section class="card"><h2>${t.thisWeek}</h2>
${weekComparison(language, addMinutes(thisWeek), addMinutes(lastWeek))}
${weekBars(language, today, days)}</section>
<section class="card"><h2>${t.activeDays}</h2>
<p class="stats"><span><b>${formatNumber(language, streak)}</b> ${t.streak({ count: streak })}</span><span class="hint">${t.longestStreak({ days: formatDays(language, totals.longest_streak_days) })}</span></p>
${calendar(language, today, days)}</section>
<section class="card worlds"><h2>${t.worlds}</h2>
${worldsView(request, learner)}</section>
</div>`;
}
