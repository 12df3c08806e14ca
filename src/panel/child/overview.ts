import { localize } from '../../content/index.ts';
import { toLanguage } from '../../core/text/languages.ts';
import {
  beginsWithPlacement,
  type Learner,
  listLearningOfDay,
  loadAdvice,
  loadLearner,
  loadNextSteps,
} from '../../features/learning/index.ts';
import { listCalendarDays, listOverviewsByChild } from '../../features/progress/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { findOutcome } from '../approvals/undo.ts';
import { formatFirstAnswers, hasResults, toChildDay } from '../children/child-cards.ts';
import { type ChildPageRequest, defineChildPage } from '../endpoints.ts';
import { renderAdvice } from '../parts/advice.ts';
import { listDaysOfCalendar, renderCalendar } from '../parts/charts/calendar.ts';
import { renderPeriods } from '../parts/charts/periods.ts';
import { formatNumber } from '../parts/format.ts';
import { getLanguageName } from '../parts/forms/controls.ts';
import { OptionalField } from '../parts/forms/field.ts';
import { renderChildLayout } from './child-layout.ts';
import { renderSkills } from './skills.ts';
import { renderWorlds } from './worlds.ts';

export const showChildOverview = defineChildPage({
  summary: "Show an overview of a child's progress",
  query: { done: OptionalField, undo: OptionalField },
  run: async (request, { query }) =>
    renderChildLayout(request, {
      tab: 'overview',
      main: await renderOverview(request),
      notice: await findOutcome(request, query, request.path),
    }),
});

/** A family can work on a few things at a time. */
const MAX_MISCONCEPTIONS = 3;

async function renderOverview(request: ChildPageRequest): Promise<Html> {
  const { ctx, child, language } = request;
  const { overview: t, skills: skillTexts } = request.t.child;
  const childOverview = (await listOverviewsByChild(ctx, [child.id])).get(child.id);
  if (!childOverview) throw new Error('listOverviewsByChild returned no overview for the child.');
  const { today, totals, streakDays, pauses, timeZone } = childOverview;
  const streak = { today, streakDays, lastDay: totals.streak_last_date, pauses };
  const days = await listCalendarDays(ctx, child.id, listDaysOfCalendar(today), streak);
  const { learner } = await loadLearner(ctx, child.id);
  const advice = await loadAdvice(ctx, child, today);
  const nextStep = await renderNextStep(request, learner, timeZone);
  if (!hasResults(childOverview) && advice.skills.length === 0) {
    const learning = (await listLearningOfDay(ctx, [toChildDay(child.id, childOverview)])).get(child.id);
    const firstAnswers = learning && formatFirstAnswers(request, child, learning);
    return html`<div class="overview"><div class="start">${firstAnswers ? html`<p class="card first-answers"><b>${firstAnswers}</b></p>` : ''}${renderMissingVoice(request, learner)}${nextStep}<p class="hint">${t.noResults({ name: child.display_name })}</p></div></div>`;
  }
  const longest = totals.longest_streak_days;
  return html`<div class="overview">
<div class="now">${renderAdvice(request, child, advice, { level: 'h2', timeZone, maxMisconceptions: MAX_MISCONCEPTIONS })}</div>
<section class="card this-week"><h2 class="visually-hidden">${t.thisWeek}</h2>
${renderPeriods(request, childOverview, 'full')}
${child.goal_days === null ? '' : html`<p class="hint">${t.goal({ done: childOverview.thisWeek.activeDays, days: child.goal_days })}</p>`}</section>
${renderMissingVoice(request, learner)}${nextStep}
<section class="card skills"><h2>${skillTexts.title}</h2>
${renderSkills(request, advice, timeZone)}</section>
${
  longest === 0
    ? ''
    : html`<section class="card active-days"><h2>${t.activeDays}</h2>
<p class="stats"><span><b>${formatNumber(language, streakDays)}</b> ${t.streak({ count: streakDays })}</span>${longest > streakDays ? html`<span class="hint">${t.longestStreak({ days: request.t.parts.days({ count: longest }) })}</span>` : ''}</p>
${renderCalendar(request, days)}</section>`
}
<section class="card worlds"><details class="world-list"><summary><h2>${t.worlds}</h2></summary>
${renderWorlds(request, learner)}</details></section>
</div>`;
}

/** Tells that a child who does not read hears nothing on its device, and where a guardian can help. */
function renderMissingVoice({ child, t: { child: texts } }: ChildPageRequest, { reads }: Learner): Html | string {
  if (reads || child.has_voice !== 'no') return '';
  const t = texts.overview;
  const language = getLanguageName(toLanguage(child.language));
  return html`<p class="card next-step"><b>${t.noVoice({ name: child.display_name, language })}</b> <span class="hint">${t.noVoiceHint}</span> <a href="/panel/recordings">${t.recordVoice}</a></p>`;
}

/** Renders what the child's app suggests now, in one line. */
async function renderNextStep(request: ChildPageRequest, learner: Learner, timeZone: string): Promise<Html | string> {
  const { ctx, child, locale } = request;
  const { language, birth_year: birthYear } = child;
  const t = request.t.child.overview.next;
  const [step] = (await loadNextSteps(ctx, learner, { language, birthYear, timeZone })).steps;
  if (step?.kind !== 'continue' && (await beginsWithPlacement(ctx, learner, { locale: language, birthYear })))
    return html`<p class="card next-step"><b>${t.title}:</b> <span>${t.placement}</span></p>`;
  if (!step) return '';
  const skill = learner.content.skills.get(step.reason.skill ?? '');
  const about = skill ? localize(skill.name, locale).text : '';
  const why =
    step.kind === 'review' ? about && t.review({ skill: about }) : [t[step.kind], about].filter(Boolean).join(': ');
  return html`<p class="card next-step"><b>${t.title}:</b> <span>${localize(step.task.title, locale).text}</span> <span class="hint">${why && `(${why})`}</span></p>`;
}
