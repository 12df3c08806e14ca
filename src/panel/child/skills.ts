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
 * Renders the skills that a child has practiced, each once, by school subject, with what is usual at the child's age and what to do next.
 * Within a subject, hard skills come first.
 */
export function renderSkills(request: ChildPageRequest, { skills, newSkills }: SkillsOfChild, today: Day): Html {
  const t = request.t.child.skills;
  if (skills.length === 0) return html`<p class="hint">${t.none}</p>`;
  const bySubject = [...Map.groupBy(skills, ({ subject }) => subject)].map(([subject, group]) => ({
    subject: nameSubject(request, subject),
    hints: renderHints(
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
      ({ subject, hints, group }, i) => html`<details class="world"${i === 0 ? html` open` : ''}>
<summary><b class="grow">${subject}</b>${renderSummaryTags(request, group)}</summary>
${hints}<ul>${group.map((skill) => renderSkill(request, skill, today))}</ul>
</details>`,
    )}`;
}

type SkillsOfChild = Pick<Advice, 'skills' | 'newSkills'>;

/** Renders what is usual at the child's age, and the one thing to do next: what is hard or due, or else something new. */
function renderHints(
  { child, t, ctx, locale }: ChildPageRequest,
  practiced: readonly SkillStanding[],
  newSkills: readonly SkillState[],
): Html {
  const texts = t.child.skills;
  const age = computeAge(child.birth_year, ctx.now().slice(0, 10));
  const isUsual = (skill: SkillState) => age !== undefined && skill.age <= age;
  const met = practiced.filter(isUsual).length;
  const count = met + newSkills.filter(isUsual).length;
  const practicedIds = new Set(practiced.map(({ id }) => id));
  const ready = newSkills
    .filter(
      ({ requires, age: usualAge }) => requires.every((id) => practicedIds.has(id)) && usualAge <= (age ?? 99) + 1,
    )
    .toSorted((a, b) => a.age - b.age)[0];
  const format = ({ name }: SkillState) => ({ skill: localize(name, locale).text });
  const hard = practiced.find(({ standing }) => standing === 'hard');
  const due = practiced.find(({ isDue }) => isDue);
  const next = hard
    ? texts.nextHard(format(hard))
    : due
      ? texts.nextDue(format(due))
      : ready
        ? texts.nextNew(format(ready))
        : '';
  return html`<p class="hint">${age !== undefined && count > 0 ? texts.usual({ age, count, met }) : ''} ${next}</p>`;
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
    t.usualFrom({ age: skill.age }),
    standing === 'mastered' ? t.atLevel({ level: skill.level }) : '',
    t.practisedOn({ day: day(memory.reviewed_on) }),
    // Missed questions of a hard skill come up before the skill itself is due, so that its date would mislead.
    memory.due_on <= today ? t.nextToday : standing === 'hard' ? '' : t.nextOn({ day: day(memory.due_on) }),
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
