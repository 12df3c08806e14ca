import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { speaks } from '../../core/languages.ts';
import { LookupText } from '../../core/wire.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { getLearner } from '../../features/learning/index.ts';
import { listDays, overviews } from '../../features/progress/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { page } from '../../platform/http/endpoint.ts';
import { childPage, type Section } from '../child-page.ts';
import { activityList } from '../lists/activity.ts';
import { answersList } from '../lists/answers.ts';
import { askedChild, childParams } from '../lists/asked-child.ts';
import { badgesList } from '../lists/badges.ts';
import { type ChildList, childListView } from '../lists/child-list.ts';
import { ledgerList } from '../lists/ledger.ts';
import { offsetAsked } from '../lists/list.ts';
import { worksList } from '../lists/works.ts';
import { calendar, calendarStart } from '../parts/calendar.ts';
import { days, number } from '../parts/format.ts';
import { noticeOf } from '../parts/notices.ts';
import { weekBars } from '../parts/week-bars.ts';
import { weekCompared } from '../parts/week-compared.ts';
import { worldsView } from '../parts/worlds.ts';
import { CHILD_PAGE_WORDS } from './child-words.ts';

export const showChild = page({
  summary: 'How a child does',
  params: childParams,
  refuses: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, client }) => {
    const child = await askedChild(ctx, caller, params.id);
    return childPage(ctx, caller, client, { child, section: 'overview', content: await overview(ctx, caller, child) });
  },
});

export const showActivity = listPage('activity', 'What a child has played', activityList);
export const showAnswers = listPage('answers', 'What a child found hard', answersList);
export const showBadges = listPage('badges', "A child's badges", badgesList);
export const showLedger = listPage('ledger', "A child's XP, and why", ledgerList);

export const showWorks = listPage('works', 'What a child has handed in', worksList);

/** A section that is a list and nothing else. */
// biome-ignore lint/suspicious/noExplicitAny: the list's own item, which its own view reads
function listPage(section: Section, summary: string, list: ChildList<any>): Endpoint<PanelParent> {
  return page({
    summary,
    params: childParams,
    query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
    refuses: ['NOT_FOUND'],
    run: async (ctx, caller: PanelParent, { params, query, client }) => {
      const child = await askedChild(ctx, caller, params.id);
      const reader = { caller, childId: child.id, client };
      const words = CHILD_PAGE_WORDS[speaks(caller.language)];
      return childPage(ctx, caller, client, {
        child,
        section,
        notice: noticeOf(speaks(caller.language), query.done),
        ...(section === 'answers' && { heading: words.answersTitle }),
        content: await childListView(ctx, list, reader, offsetAsked(query)),
      });
    },
  });
}

async function overview(ctx: Context, { language: tag }: PanelParent, child: Profile): Promise<Html> {
  const language = speaks(tag);
  const words = CHILD_PAGE_WORDS[language];
  const known = (await overviews(ctx, [child.id])).get(child.id);
  if (!known) throw new Error('Every child asked for is known.');
  const { today, totals, streak, thisWeek, lastWeek } = known;
  const twelve = await listDays(ctx.db, child.id, calendarStart(today), today);
  const learner = await getLearner(ctx, ctx.db, child.id);
  const minutes = (seconds: number) => ({ minutes: Math.round(seconds / 60) });
  return html`<div class="overview">
<section class="card"><h2>${words.thisWeek}</h2>
${weekCompared(language, { ...thisWeek, ...minutes(thisWeek.seconds) }, { ...lastWeek, ...minutes(lastWeek.seconds) })}
${weekBars(language, today, twelve)}</section>
<section class="card"><h2>${words.activeDays}</h2>
<p class="facts"><span><b>${number(language, streak)}</b> ${words.streak(streak)}</span><span class="hint">${words.longest(days(language, totals.longest_streak_days))}</span></p>
${calendar(language, today, twelve)}</section>
<section class="card worlds"><h2>${words.worlds}</h2>
${worldsView(ctx, learner, tag)}</section>
</div>`;
}
