import { localize } from '../../content/index.ts';
import {
  type Advice,
  compareByShare,
  computeAge,
  findNeed,
  findSkillOfQuestion,
  isUnsure,
  type Need,
  type SkillStanding,
  type SkillState,
} from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ChildPageRequest } from '../endpoints.ts';
import { describeKnown, formatNextDay, renderEvidence, renderSheetLink, renderTogetherLink } from '../parts/advice.ts';
import { formatDay } from '../parts/format.ts';
import { getTogetherPath } from '../parts/paths.ts';

/** The most skills above the folded subjects: those that need practice, with what to do, and those that are known best. */
const MAX_NEEDY_SKILLS = 5;
const MAX_KNOWN_SKILLS = 2;

/**
 * Renders the skills that a child has practiced, each once: first those that need practice and those that are known best, then the
 * others, folded by school subject with what is usual at the child's age.
 */
export function renderSkills(request: ChildPageRequest, advice: SkillsOfChild, timeZone: string): Html {
  const { skills, newSkills } = advice;
  if (skills.length === 0) return html`<p class="hint">${request.t.child.skills.none}</p>`;
  const needy = listNeedySkills(advice);
  const known = skills
    .filter((skill) => skill.memory.in_row > 0 && !needy.includes(skill) && findNeed(skill) !== 'needsPractice')
    .toSorted((a, b) => b.memory.proven_days - a.memory.proven_days || b.memory.in_row - a.memory.in_row)
    .slice(0, MAX_KNOWN_SKILLS);
  const renderGroups = (listed: readonly SkillStanding[]) =>
    [...Map.groupBy(listed, findNeed)].map(
      ([name, group]) =>
        html`<h3>${request.t.child.skills[name]}</h3><ul class="telling">${group.map((skill) => renderSkill(request, skill, { advice, timeZone, isNeedy: needy.includes(skill) }))}</ul>`,
    );
  const subjects = [...Map.groupBy(skills, ({ subject }) => subject)].map(([subject, group]) => {
    const usual = renderUsual(
      request,
      group,
      newSkills.filter((skill) => skill.subject === subject),
    );
    const others = group.filter((skill) => ![...needy, ...known].includes(skill));
    return html`<details class="world">
<summary><b class="grow">${nameSubject(request, subject)}</b>${renderSummaryTags(request, group)}</summary>
${usual}${renderGroups(others.toSorted(compareNeeds))}
</details>`;
  });
  const { levels, whatLevels } = request.t.child.skills;
  return html`<details class="more-of-skill"><summary>${whatLevels}</summary><p class="hint">${levels}</p></details><div class="skill-lists"><div>${renderGroups([...needy, ...known])}</div><div class="subjects">${subjects}</div></div>`;
}

/** What is hard, and what the child is not sure of, with the greatest share of wrong answers first in each group. */
function listNeedySkills({ skills }: SkillsOfChild): SkillStanding[] {
  return skills
    .filter(isUnsure)
    .toSorted((a, b) => compareNeeds(a, b) || compareByShare(a, b))
    .slice(0, MAX_NEEDY_SKILLS);
}

type SkillsOfChild = Pick<Advice, 'skills' | 'newSkills' | 'questions' | 'slips' | 'resting' | 'focus'>;

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
export function nameSubject({ t }: ChildPageRequest, subject: string): string {
  const { subjects } = t.child.skills;
  return Object.hasOwn(subjects, subject) ? subjects[subject as keyof typeof subjects] : subject;
}

function renderSummaryTags(request: ChildPageRequest, group: readonly SkillStanding[]): Html {
  const counts = [...Map.groupBy(group.toSorted(compareNeeds), findNeed)];
  return html`<span class="standings">${counts.map(([need, { length }]) => html`<span class="tag ${TAG_CLASSES[need]}"><b>${length}</b> ${request.t.child.skills[need]}</span>`)}</span>`;
}

/** In the order of the groups. */
const TAG_CLASSES: Readonly<Record<Need, string>> = {
  needsPractice: 'accent',
  tooEarly: '',
  gettingThere: '',
  secure: 'success',
};
const NEEDS = Object.keys(TAG_CLASSES);

/** What is hard comes first in its group. */
function compareNeeds(a: SkillStanding, b: SkillStanding): number {
  return (
    NEEDS.indexOf(findNeed(a)) - NEEDS.indexOf(findNeed(b)) ||
    Number(b.standing === 'hard') - Number(a.standing === 'hard')
  );
}

interface SkillProps {
  readonly advice: SkillsOfChild;
  readonly timeZone: string;
  /** Whether a question to try together is in sight. */
  readonly isNeedy: boolean;
}

/** Renders one line that says why the skill stands as it does, and what to do. The rest is folded. */
function renderSkill(request: ChildPageRequest, skill: SkillStanding, { advice, timeZone, isNeedy }: SkillProps): Html {
  const t = request.t.child.skills;
  const { standing, memory } = skill;
  // The advice above has told of the focus.
  const isFocus = skill.id === advice.focus?.skill.id;
  const sign = isFocus ? '' : describeStanding(request, skill, advice, timeZone);
  const isKnown = standing !== 'hard' && memory.in_row > 0;
  const details = [
    isKnown ? t.knownInRow({ count: memory.in_row }) : '',
    skill.isAhead ? t.ahead({ age: skill.age }) : t.usualFrom({ age: skill.age }),
    standing === 'mastered' ? t.atLevel({ level: skill.level }) : '',
    standing === 'hard' ? '' : t.practisedOn({ day: formatDay(request.language, memory.reviewed_on) }),
    renderNextSkills(request, skill),
  ].filter((detail) => detail !== '' && detail !== sign);
  // The group says it of the other skills.
  const isTagged = standing === 'hard' || standing === 'mastered';
  const tag = isTagged ? html`<span class="tag ${TAG_CLASSES[findNeed(skill)]}">${t[standing]}</span>` : '';
  const together = renderTogether(request, skill, advice);
  const sheet = renderSheetLink(request, request.path, skill);
  return html`<li><details class="skill"><summary><span class="grow">${renderSkillName(request, skill)}${sign ? html`<span class="hint">${sign}</span>` : ''}</span>${tag}</summary><p class="hint">${details.join(' · ')}</p><div class="actions">${isNeedy ? '' : together}${sheet}</div></details>${isNeedy && together && !isFocus ? html`<div class="actions">${together}</div>` : ''}</li>`;
}

/** Renders a link to a question of the skill to try, if one is open. */
function renderTogether(
  request: ChildPageRequest,
  skill: SkillStanding,
  { questions, slips }: SkillsOfChild,
): Html | string {
  const { ctx, path } = request;
  const question = [...questions, ...slips].find((open) => findSkillOfQuestion(ctx.content.current, open) === skill.id);
  return question
    ? renderTogetherLink(request, getTogetherPath(path, question, { back: path }), skill, 'secondary')
    : '';
}

/** Says why a skill stands as it does. */
function describeStanding(
  request: ChildPageRequest,
  skill: SkillStanding,
  { resting }: SkillsOfChild,
  timeZone: string,
): Html | string {
  const { standing, memory, id, answers } = skill;
  const { right: rightOf, practisedOn } = request.t.child.skills;
  if (standing !== 'hard') {
    if (memory.in_row > 0 && findNeed(skill) !== 'needsPractice') return describeKnown(request, skill);
    const right = answers.filter(({ isRight }) => isRight).length;
    return answers.length > 0
      ? rightOf({ right, count: answers.length })
      : practisedOn({ day: formatDay(request.language, memory.reviewed_on) });
  }
  const evidence = renderEvidence(request, skill, timeZone);
  const tried = resting.filter((question) => findSkillOfQuestion(request.ctx.content.current, question) === id);
  if (tried.length === 0) return evidence;
  const day = formatNextDay(request.language, tried, timeZone);
  return html`${evidence}\u00a0· ${request.t.child.lists.answers.tried({ day })}`;
}

/** The skills that come after one that a child knows. */
function renderNextSkills({ t, locale }: ChildPageRequest, { standing, next }: SkillStanding): string {
  if (next.length === 0 || (standing !== 'steady' && standing !== 'mastered')) return '';
  return t.child.skills.next({ skills: next.map(({ name }) => localize(name, locale).text).join(', ') });
}

function renderSkillName({ locale }: ChildPageRequest, { name }: SkillStanding): Html {
  const { text, language_served } = localize(name, locale);
  return html`<span class="skill-name" lang="${language_served}">${text}</span>`;
}
