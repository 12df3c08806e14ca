import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { LookupText } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { getLearner } from '../../features/learning/index.ts';
import { listDailyStats, listOverviews } from '../../features/progress/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { type Endpoint, page } from '../../platform/http/endpoint.ts';
import { calendar, calendarStart } from '../parts/charts/calendar.ts';
import { weekBars } from '../parts/charts/week-bars.ts';
import { weekCompared } from '../parts/charts/week-compared.ts';
import { flashMessage } from '../parts/flash.ts';
import { formatDays, formatNumber } from '../parts/format.ts';
import { parseOffset } from '../parts/paged-list.ts';
import { activityList } from './activity.ts';
import { answersList } from './answers.ts';
import { badgesList } from './badges.ts';
import { childPage, type Section } from './child-layout.ts';
import { type ChildList, childListView } from './child-list.ts';
import { childParams, loadChild } from './child-param.ts';
import { ledgerList } from './ledger.ts';

import { submissionsList } from './submissions.ts';
import { worldsView } from './worlds.ts';

export const showChild = page({
  summary: 'How a child does',
  params: childParams,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, client }) => {
    const child = await loadChild(ctx, caller, params.id);
    return childPage(ctx, caller, client, { child, section: 'overview', content: await overview(ctx, caller, child) });
  },
});

export const showActivity = listPage('activity', 'What a child has played', activityList);
export const showAnswers = listPage('answers', 'What a child found hard', answersList);
export const showBadges = listPage('badges', "A child's badges", badgesList);
export const showLedger = listPage('ledger', "A child's XP, and why", ledgerList);

export const showSubmissions = listPage('works', 'What a child has handed in', submissionsList);

/** A section that is a list and nothing else. */
// biome-ignore lint/suspicious/noExplicitAny: the list's own item, which its own view reads
function listPage(section: Section, summary: string, list: ChildList<any>): Endpoint<PanelParent> {
  return page({
    summary,
    params: childParams,
    query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
    errorCodes: ['NOT_FOUND'],
    run: async (ctx, caller: PanelParent, { params, query, client }) => {
      const child = await loadChild(ctx, caller, params.id);
      const reader = { caller, childId: child.id, client };
      const t = messages(languageFor(caller.language)).panel.child;
      return childPage(ctx, caller, client, {
        child,
        section,
        notice: flashMessage(languageFor(caller.language), query.done),
        ...(section === 'answers' && { heading: t.answersTitle }),
        content: await childListView(ctx, list, reader, parseOffset(query)),
      });
    },
  });
}

async function overview(ctx: Context, { language: locale }: PanelParent, child: Profile): Promise<Html> {
  const language = languageFor(locale);
  const t = messages(language).panel.child;
  const known = (await listOverviews(ctx, [child.id])).get(child.id);
  if (!known) throw new Error('Every child asked for is known.');
  const { today, totals, streak, thisWeek, lastWeek } = known;
  const twelve = await listDailyStats(ctx.db, child.id, calendarStart(today), today);
  const learner = await getLearner(ctx, ctx.db, child.id);
  const minutes = (seconds: number) => ({ minutes: Math.round(seconds / 60) });
  return html`<div class="overview">
<section class="card"><h2>${t.thisWeek}</h2>
${weekCompared(language, { ...thisWeek, ...minutes(thisWeek.seconds) }, { ...lastWeek, ...minutes(lastWeek.seconds) })}
${weekBars(language, today, twelve)}</section>
<section class="card"><h2>${t.activeDays}</h2>
<p class="facts"><span><b>${formatNumber(language, streak)}</b> ${t.streak({ count: streak })}</span><span class="hint">${t.longest({ days: formatDays(language, totals.longest_streak_days) })}</span></p>
${calendar(language, today, twelve)}</section>
<section class="card worlds"><h2>${t.worlds}</h2>
${worldsView(ctx, learner, locale)}</section>
</div>`;
}
