import { localize } from '../../content/index.ts';
import type { Day } from '../../core/time/days.ts';
import {
  type Advice,
  computeAge,
  MASTERY_LEVELS,
  type SkillStanding,
  type SkillState,
} from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ChildPageRequest } from '../endpoints.ts';
import { formatDay } from '../parts/format.ts';

/**
 * Renders the skills that a child has practiced, each once, by school subject, with what is usual at the child's age.
 * Within a subject, hard skills come first.
 */
export function renderSkills(request: ChildPageRequest, { skills, newSkills }: SkillsOfChild, today: Day): Html {
  const t = request.t.child.skills;
  if (skills.length === 0) return html`<p class="hint">${t.none}</p>`;
  const bySubject = [...Map.groupBy(skills, ({ subject }) => subject)].map(([subject, group]) => ({
    subject: nameSubject(request, subject),
    usual: renderUsual(
      request,
      group,
      newSkills.filter((skill) => skill.subject === subject),
    ),
    group: group.toSorted((a, b) => compareStandings(a, b)),
    hardCount: group.filter(({ standing }) => standing === 'hard').length,
  }));
  return html`${bySubject
    .toSorted((a, b) => b.hardCount - a.hardCount)
    .map(
      ({ subject, usual, group }) => html`<details class="world">
<summary><b class="grow">${subject}</b>${renderSummaryTags(request, group)}</summary>
${usual}<ul>${group.map((skill) => renderSkill(request, skill, today))}</ul>
</details>`,
    )}`;
}

type SkillsOfChild = Pick<Advice, 'skills' | 'newSkills'>;

/** Renders how many of the skills that are usual at the child's age have begun. */
function renderUsual(
  { child, t, ctx }: ChildPageRequest,
  practiced: readonly SkillState[],
  newSkills: readonly SkillState[],
): Html | string {
  const age = computeAge(child.birth_year, ctx.now().slice(0, 10));
  if (age === undefined) return '';
  const isUsual = (skill: SkillState) => skill.age <= age;
  const met = practiced.filter(isUsual).length;
  const count = met + newSkills.filter(isUsual).length;
  return count > 0 ? html`<p class="hint">${t.child.skills.usual({ age, count, met })}</p>` : '';
}

/** The name of a school subject. A subject that only the packs of an operator have is shown as it is there. */
function nameSubject({ t }: ChildPageRequest, subject: string): string {
  const { subjects } = t.child.skills;
  return Object.hasOwn(subjects, subject) ? subjects[subject as keyof typeof subjects] : subject;
}

function renderSummaryTags(request: ChildPageRequest, group: readonly SkillStanding[]): Html {
  const counts = STANDINGS.map((standing) => ({
    standing,
    count: group.filter((skill) => skill.standing === standing).length,
  })).filter(({ count }) => count > 0);
  return html`<span class="standings">${counts.map(({ standing, count }) => html`<span class="tag ${TAG_CLASSES[standing]}"><b>${count}</b> ${request.t.child.skills[standing]}</span>`)}</span>`;
}

const STANDINGS = ['hard', 'growing', 'steady', 'mastered'] as const;
const TAG_CLASSES: Readonly<Record<SkillStanding['standing'], string>> = {
  hard: 'accent',
  growing: '',
  steady: '',
  mastered: 'success',
};

function compareStandings(a: SkillStanding, b: SkillStanding): number {
  return STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing);
}

function renderSkill(request: ChildPageRequest, skill: SkillStanding, today: Day): Html {
  const t = request.t.child.skills;
  const { standing, memory } = skill;
  const day = (date: Day) => formatDay(request.language, date);
  const details = [
    standing === 'hard' ? t.tryQuestion : memory.in_row === 0 ? t.notSure : t.knownInRow({ count: memory.in_row }),
    t.usualFrom({ age: skill.age }),
    standing === 'mastered' ? t.atLevel({ level: skill.level }) : '',
    t.practisedOn({ day: day(memory.reviewed_on) }),
    // Missed questions of a hard skill come up before the skill itself is due, so that its date would mislead; most skills of a
    // child who is away are due, so that it would say nothing.
    memory.due_on <= today || standing === 'hard' ? '' : t.nextOn({ day: day(memory.due_on) }),
    renderNextSkills(request, skill),
  ];
  return html`<li><span class="grow">${renderSkillName(request, skill)}<span class="hint">${details.filter(Boolean).join(' · ')}</span></span><span class="tag ${TAG_CLASSES[standing]}">${renderSteps(skill)}${t[standing]}</span></li>`;
}

/** The skills that come after one that a child knows. */
function renderNextSkills({ t, locale }: ChildPageRequest, { standing, next }: SkillStanding): string {
  if (next.length === 0 || (standing !== 'steady' && standing !== 'mastered')) return '';
  return t.child.skills.next({ skills: next.map(({ name }) => localize(name, locale).text).join(', ') });
}

/**
 * Renders a picture of three steps: one is filled for a growing skill, two for a steady skill, and three for a mastered skill. A
 * skill that is hard right now has no steps.
 */
function renderSteps({ mastery, standing }: SkillStanding): Html | string {
  if (standing === 'hard') return '';
  const filledCount = MASTERY_LEVELS.indexOf(mastery);
  return html`<svg class="mastery-steps" viewBox="0 0 18 14" width="18" height="14" aria-hidden="true">${[1, 2, 3].map(
    (step) =>
      html`<rect x="${6 * step - 5}" y="${13 - 4 * step}" width="4" height="${4 * step}" rx="1" class="${step <= filledCount ? 'filled' : 'empty'}"/>`,
  )}</svg>`;
}

function renderSkillName({ locale }: ChildPageRequest, { name }: SkillStanding): Html {
  const { text, language_served } = localize(name, locale);
  return html`<span class="skill-name" lang="${language_served}">${text}</span>`;
}
