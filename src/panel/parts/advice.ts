import { localize, type Misconception } from '../../content/index.ts';
import { toLocalDay } from '../../core/time/days.ts';
import type { Profile } from '../../features/accounts/index.ts';
import {
  type Advice,
  describeQuestion,
  type QuestionInWords,
  type SkillStanding,
} from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatDay, formatDayRange } from './format.ts';
import { getChildPath, getSheetPath, getTogetherPath } from './paths.ts';
import { renderAnswerPicture, renderQuestionMedia } from './question.ts';

type HeadingLevel = 'h2' | 'h3';

interface AdviceOptions {
  readonly level: HeadingLevel;
  /** The child's time zone. */
  readonly timeZone: string;
  readonly maxMisconceptions?: number;
  /** Whether the question is one line, which opens with the answers. */
  readonly isFolded?: boolean;
}

/**
 * Renders the one thing to do about what is hard now and what is going well, below a heading of the given level, and one misconception;
 * the others are folded.
 */
export function renderAdvice(
  request: PanelRequest,
  child: Profile,
  advice: Advice,
  { level, timeZone, maxMisconceptions = 1, isFolded = false }: AdviceOptions,
): Html {
  const [misconception, ...others] = advice.misconceptions
    .slice(0, maxMisconceptions)
    .map((misconception) => renderMisconception(request, child, misconception, isFolded));
  const fold =
    others.length > 0
      ? html`<details class="more-advice"><summary>${request.t.children.cards.misconception.kind}: ${request.t.children.cards.more({ n: others.length })}</summary>${others}</details>`
      : '';
  const [overcome] = advice.overcome;
  const isOneLine =
    advice.focus !== undefined && (isFolded || overcome?.skills.includes(advice.focus.skill.id) === true);
  const focus = renderFocus(request, child, advice, {
    level,
    timeZone,
    isFolded,
    overcome: isOneLine ? overcome : undefined,
  });
  return html`${focus}${misconception ?? ''}${fold}${overcome && !isOneLine ? renderOvercome(request, child, overcome) : ''}`;
}

function renderMisconception(
  request: PanelRequest,
  child: Profile,
  { name, activity }: Misconception,
  isFolded: boolean,
): Html {
  const t = request.t.children.cards.misconception;
  const what = localize(name, request.locale);
  const toDo = localize(activity, request.locale);
  const sentence = t.sentence({ name: child.display_name, what: what.text });
  const help = html`<p><b>${t.activity}</b> <span lang="${toDo.language_served}">${toDo.text}</span></p>`;
  if (isFolded)
    return html`<details class="folded-idea"><summary><span><b>${t.kind}:</b> <span lang="${what.language_served}">${sentence}</span></span></summary>${help}</details>`;
  return html`<div class="advice idea"><p class="advice-kind">${t.kind}</p>
<p class="advice-skill" lang="${what.language_served}">${sentence}</p>
${help}</div>`;
}

function renderOvercome(request: PanelRequest, child: Profile, { praise }: Misconception): Html {
  const t = request.t.children.cards.misconception;
  const what = localize(praise, request.locale);
  return html`<div class="advice well"><p class="advice-kind">${t.overcome}</p>
<p class="advice-skill" lang="${what.language_served}">${t.praise({ name: child.display_name, what: what.text })}</p><p class="hint">${t.tell}</p></div>`;
}

interface FocusOptions extends Pick<AdviceOptions, 'level' | 'timeZone' | 'isFolded'> {
  /** What the child has overcome of the same skill. In a card of its own, the praise would contradict that the skill is hard. */
  readonly overcome: Misconception | undefined;
}

function renderFocus(
  request: PanelRequest,
  child: Profile,
  { focus, strength, skills }: Advice,
  { level, timeZone, isFolded, overcome }: FocusOptions,
): Html | string {
  const t = request.t.children.cards;
  const isHard = focus?.skill.standing === 'hard';
  const calm = isHard || skills.length === 0 ? '' : html`<p class="hint">${request.t.child.lists.answers.none}.</p>`;
  if (!focus) {
    if (!strength) return calm;
    return html`${calm}<div class="advice well">${renderHeading(level, t.well, renderName(request, strength))}<p class="hint">${describeStrength(request, strength)}</p><p>${t.askHow}</p></div>`;
  }
  const { skill, question, questions } = focus;
  const inWords = question && describeQuestion(request.ctx, question, request.locale);
  const action =
    question === undefined
      ? html`<p>${renderSheetLink(request, getChildPath(child), skill, 'secondary')}</p>`
      : html`<p>${renderTogetherLink(request, getTogetherPath(getChildPath(child), question), skill)}</p>`;
  const moreCount = skills.filter(({ standing }) => standing === 'hard').length - 1;
  const hard = moreCount > 0 ? t.hardAndMore({ n: moreCount }) : t.hard;
  const why = questions.length > 0 ? describeMisses(request, questions, timeZone) : describeLast(request, skill);
  return html`${calm}<div class="advice${isHard ? ' hard' : ''}">${renderHeading(level, isHard ? hard : t.look, renderName(request, skill))}
<p class="hint">${why}</p>${inWords ? renderQuestion(request, inWords, isFolded) : ''}${action}</div>
${overcome ? renderOneLess(request, child, overcome) : ''}${isHard && strength ? html`<p class="strength">${t.well}: ${renderName(request, strength)} <span class="hint">${describeStrength(request, strength)}</span></p>` : ''}`;
}

/** Renders the link to a question that the family can try. Its name contains the skill, because a page can have several. */
export function renderTogetherLink({ t, locale }: PanelRequest, path: string, { name }: Named, variant = ''): Html {
  const label = t.children.cards.tryTogether;
  return html`<a class="button ${variant} small" href="${path}" aria-label="${label}: ${localize(name, locale).text}">${label}</a>`;
}

/** Renders the link to the sheet of a skill. */
export function renderSheetLink(
  { t, locale }: PanelRequest,
  childPath: string,
  { id, name }: Named & { readonly id: string },
  variant = 'outline',
): Html {
  const label = t.child.skills.printSheet;
  return html`<a class="button ${variant} small" href="${getSheetPath(childPath, id)}" aria-label="${label}: ${localize(name, locale).text}">${label}</a>`;
}

type Named = Pick<SkillStanding, 'name'>;

function renderOneLess(request: PanelRequest, child: Profile, { praise }: Misconception): Html {
  const t = request.t.children.cards.misconception;
  const what = localize(praise, request.locale);
  return html`<p class="strength" lang="${what.language_served}">${t.oneLess} ${t.praise({ name: child.display_name, what: what.text })}</p>`;
}

/** Says on how many questions and misses it rests that a skill is hard, and from when to when they were missed last. */
export function describeMisses(
  { t, language }: PanelRequest,
  questions: Advice['questions'],
  timeZone: string,
): string {
  const texts = t.child.lists.answers;
  const misses = questions.reduce((sum, question) => sum + question.misses, 0);
  const days = questions.flatMap(({ last_missed_at: at }) => at ?? []).map((at) => toLocalDay(at, timeZone));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  const counts =
    questions.length === 1 ? texts.missed({ misses }) : texts.missedOf({ misses, count: questions.length });
  if (!first || !last) return counts;
  const when =
    first === last ? texts.lastMissed({ day: formatDay(language, last) }) : formatDayRange(language, first, last);
  return `${counts} · ${when}`;
}

/** Says when a child has practiced a skill last, and whether it was sure of it. */
function describeLast({ t, language }: PanelRequest, { memory }: SkillStanding): string {
  const { notSure, practisedOn } = t.child.skills;
  const day = practisedOn({ day: formatDay(language, memory.reviewed_on) });
  return memory.in_row > 0 ? day : `${day} · ${notSure}`;
}

/** A skill that the child still knew after so many days is worth the number. */
export const MIN_PROVEN_DAYS = 7;

/** Says for how long a child has known a skill, or how often in a row. */
export function describeKnown({ t }: PanelRequest, { memory }: SkillStanding): string {
  const days = Math.floor(memory.proven_days);
  const texts = t.child.skills;
  return days >= MIN_PROVEN_DAYS ? texts.stillKnown({ count: days }) : texts.knownInRow({ count: memory.in_row });
}

/** Says on what it rests that a skill is going well. */
function describeStrength(request: PanelRequest, skill: SkillStanding): string {
  const day = formatDay(request.language, skill.memory.reviewed_on);
  return [...(skill.memory.in_row > 0 ? [describeKnown(request, skill)] : []), day].join(' · ');
}

function renderHeading(level: HeadingLevel, kind: string, name: Html): Html {
  const content = html`<span class="advice-kind">${kind}</span> ${name}`;
  return level === 'h2'
    ? html`<h2 class="advice-skill">${content}</h2>`
    : html`<h3 class="advice-skill">${content}</h3>`;
}

/** Of longer answers, such as pairs and orders, only the first mistake is shown. The page of the question shows all. */
const MAX_ANSWER_LENGTH = 40;

function renderQuestion(
  { t, ctx }: PanelRequest,
  { prompt, media, picture, givenAnswer, rightAnswer, choices, pairs }: QuestionInWords,
  isFolded = false,
): Html {
  const texts = t.child.lists.answers;
  const isShort = [givenAnswer, rightAnswer].every((answer) => answer.length <= MAX_ANSWER_LENGTH);
  const pair = pairs.find(({ given, right }) => given !== right);
  const firstGiven = pair ? `${pair.label} → ${pair.given}` : choices.find(({ mark }) => mark === 'wrong')?.text;
  const firstRight = pair
    ? `${pair.label} → ${pair.right}`
    : choices.find(({ mark, isGiven }) => mark === 'right' && !isGiven)?.text;
  const [given, right] = isShort ? [givenAnswer, rightAnswer] : [firstGiven, firstRight];
  const answers = [
    [texts.childAnswer, given],
    [texts.rightAnswer, right],
  ].filter(([, answer]) => answer);
  const answerLine =
    answers.length > 0
      ? html`<p class="hint answers">${answers.map(([label, answer]) => html`<span>${label}: ${answer}</span> `)}</p>`
      : '';
  const details = html`${renderQuestionMedia(ctx, { media })}${picture ? renderAnswerPicture(ctx, picture) : ''}${answerLine}`;
  return isFolded
    ? html`<details class="folded-question"><summary><span class="quote">${prompt}</span></summary>${details}</details>`
    : html`<p class="quote">${prompt}</p>${details}`;
}

function renderName({ locale }: PanelRequest, { name }: SkillStanding): Html {
  const { text, language_served } = localize(name, locale);
  return html`<span class="skill-name" lang="${language_served}">${text}</span>`;
}
