import { localize } from '../../content/index.ts';
import type { Day } from '../../core/time/days.ts';
import { chooseTalkingPoints, MASTERY_LEVELS, type SkillState } from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ChildPageRequest } from '../endpoints.ts';
import { renderWorldIcon } from './worlds.ts';

/** Renders up to two talking points, and the skills that the child has practiced in each world, best known first. */
export function renderSkills(request: ChildPageRequest, skills: readonly SkillState[], today: Day): Html {
  const { ctx, locale } = request;
  const practicedSkills = skills
    .filter(({ mastery }) => mastery !== 'new')
    .toSorted((a, b) => MASTERY_LEVELS.indexOf(b.mastery) - MASTERY_LEVELS.indexOf(a.mastery));
  const worlds = [...ctx.content.current.worlds.values()].flatMap((world) => {
    const worldSkills = practicedSkills.filter(({ world_ids }) => world_ids.includes(world.id));
    return worldSkills.length > 0 ? [{ world, worldSkills }] : [];
  });
  if (worlds.length === 0) return html`<p class="hint">${request.t.child.skills.none}</p>`;
  return html`${renderTalkingPoints(request, skills, today)}
${worlds.map(
  ({ world, worldSkills }, i) => html`<details class="world"${i === 0 ? html` open` : ''}>
<summary>${renderWorldIcon(ctx, world, 40)}<span class="grow"><b>${localize(world.title, locale).text}</b>
<span class="hint">${request.t.child.skills.practiced({ n: worldSkills.length })}</span></span></summary>
<ul>${worldSkills.map((skill) => renderSkill(request, skill))}</ul>
</details>`,
)}`;
}

function renderTalkingPoints(request: ChildPageRequest, skills: readonly SkillState[], today: Day): Html | string {
  const { strength, practice } = chooseTalkingPoints(skills, today);
  if (!strength && !practice) return '';
  const renderTalkingPoint = (skill: SkillState | undefined, hint: string) =>
    skill ? html`<li>${renderSkillName(request, skill)}<span class="hint">${hint}</span></li>` : '';
  return html`<h3>${request.t.child.skills.talkAbout({ n: strength && practice ? 2 : 1 })}</h3>
<ul class="talking-points">${renderTalkingPoint(strength, request.t.child.skills.strength)}${renderTalkingPoint(practice, request.t.child.skills.practice)}</ul>`;
}

function renderSkill(request: ChildPageRequest, skill: SkillState): Html {
  const { mastery, isDue } = skill;
  if (mastery === 'new') return html``;
  const dueHint = isDue ? html`<span class="hint">${request.t.child.skills.due}</span>` : '';
  return html`<li><span class="grow">${renderSkillName(request, skill)}${dueHint}</span><span class="tag${mastery === 'mastered' ? ' success' : ''}">${renderSteps(mastery)}${request.t.child.skills[mastery]}</span></li>`;
}

/**
 * Renders a picture of three steps: one is filled for a growing skill, two for a steady skill, and three for a mastered skill.
 */
function renderSteps(mastery: SkillState['mastery']): Html {
  const filledCount = MASTERY_LEVELS.indexOf(mastery);
  return html`<svg class="mastery-steps" viewBox="0 0 18 14" width="18" height="14" aria-hidden="true">${[1, 2, 3].map(
    (step) =>
      html`<rect x="${6 * step - 5}" y="${13 - 4 * step}" width="4" height="${4 * step}" rx="1" class="${step <= filledCount ? 'filled' : 'empty'}"/>`,
  )}</svg>`;
}

function renderSkillName({ locale }: ChildPageRequest, { name }: SkillState): Html {
  const { text, language_served } = localize(name, locale);
  return html`<span class="skill-name" lang="${language_served}">${text}</span>`;
}
