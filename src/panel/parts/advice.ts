import { localize } from '../../content/index.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { type Advice, formatQuestions, type SkillStanding } from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { getChildPath, getQuestionPath, getSheetPath } from './paths.ts';

/** Renders the one thing to do about what is hard now, or else what is going well. */
export function renderAdvice(request: PanelRequest, child: Profile, { focus, strength }: Advice): Html | string {
  const t = request.t.children.cards;
  if (!focus) {
    if (!strength) return '';
    return html`<div class="advice well"><p class="advice-kind">${t.well}</p><p class="advice-skill">${renderName(request, strength)}</p><p class="hint">${t.askHow}</p></div>`;
  }
  const { skill, question } = focus;
  const isHard = skill.standing === 'hard';
  const [quote] = question ? formatQuestions(request.ctx.content.current, [question], 1, request.locale) : [];
  const action =
    question === undefined
      ? html`<p><a class="button secondary small" href="${getSheetPath(getChildPath(child), skill.id)}">${request.t.child.skills.printSheet}</a></p>`
      : html`<p><a class="button small" href="${getQuestionPath(getChildPath(child), question)}">${t.tryTogether}</a></p>`;
  return html`<div class="advice${isHard ? ' hard' : ''}"><p class="advice-kind">${isHard ? t.hard : t.look}</p>
<p class="advice-skill">${renderName(request, skill)}</p>
${quote === undefined ? '' : html`<p class="quote">${quote}</p>`}${action}</div>`;
}

function renderName({ locale }: PanelRequest, { name }: SkillStanding): Html {
  const { text, language_served } = localize(name, locale);
  return html`<span class="skill-name" lang="${language_served}">${text}</span>`;
}
