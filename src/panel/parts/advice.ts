import { type Content, localize, type Misconception, type Task } from '../../content/index.ts';
import type { Language } from '../../core/text/languages.ts';
import { addDays, toLocalDay } from '../../core/time/days.ts';
import type { Profile } from '../../features/accounts/index.ts';
import {
  type Advice,
  describeQuestion,
  findHomeActivity,
  findNeed,
  findShownMisconception,
  findSkillOfMisconception,
  findSkillOfQuestion,
  isUnsure,
  listQuestionsShowing,
  listRepeatedMisconceptions,
  MASTERED_DAYS,
  type OpenQuestion,
  type QuestionInWords,
  REST_DAYS,
  type ShownMisconception,
  type SkillStanding,
  TELLING_ANSWERS,
} from '../../features/learning/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatDay } from './format.ts';
import { getChildPath, getSheetPath, getTogetherPath } from './paths.ts';
import { renderAnswerPicture, renderExplanation, renderQuestionMedia } from './question.ts';

type HeadingLevel = 'h2' | 'h3';

interface AdviceOptions {
  readonly level: HeadingLevel;
  /** The child's time zone. */
  readonly timeZone: string;
  readonly maxMisconceptions?: number;
  /** Whether it stands on Today, where the question is one line, which opens with the answers. */
  readonly isFolded?: boolean;
  /** Whether another child's advice is the one that stands out on the page: then it is told in short. */
  readonly isSecond?: boolean;
}

/**
 * Renders the one thing to do about what is hard now and what is going well, below a heading of the given level, and one misconception;
 * the others are folded.
 */
export function renderAdvice(
  request: PanelRequest,
  child: Profile,
  advice: Advice,
  { maxMisconceptions = 1, isFolded = false, ...options }: AdviceOptions,
): Html {
  const shown = advice.focus && findShownMisconception(request.ctx.content.current, advice, advice.focus.skill.id);
  const [misconception, ...others] = listRepeatedMisconceptions(request.ctx.content.current, advice, shown)
    .slice(0, maxMisconceptions)
    .map((misconception) => renderMisconception(request, child, misconception, { advice, isFolded }));
  const fold =
    others.length > 0
      ? html`<details class="more-advice"><summary>${request.t.children.cards.misconception.kind}: ${request.t.children.cards.more({ n: others.length })}</summary>${others}</details>`
      : '';
  const [overcome] = advice.overcome;
  const isOneLine =
    advice.focus !== undefined && (isFolded || overcome?.skills.includes(advice.focus.skill.id) === true);
  const focus = renderFocus(request, child, advice, {
    ...options,
    isFolded,
    shown,
    overcome: isOneLine ? overcome : undefined,
  });
  return html`${focus}${misconception ?? ''}${fold}${overcome && !isOneLine ? renderOvercome(request, child, advice, overcome) : ''}`;
}

function renderMisconception(
  request: PanelRequest,
  child: Profile,
  misconception: Misconception,
  { advice, isFolded }: { readonly advice: Advice; readonly isFolded: boolean },
): Html {
  const { ctx, locale } = request;
  const content = ctx.content.current;
  const t = request.t.children.cards.misconception;
  const what = localize(misconception.name, locale);
  const sentence = t.sentence({ name: child.display_name, what: what.text });
  const ofIt = advice.skills.filter(({ id }) => misconception.skills.includes(id));
  const isInOthers = ofIt.length > 0 && ofIt.every((skill) => findNeed(skill) === 'secure');
  const kind = isInOthers ? t.kindInOthers : t.kind;
  const showing = listQuestionsShowing(content, advice, misconception);
  const inWords = showing[0] && describeQuestion(ctx, showing[0], locale);
  const example = inWords
    ? html`<p class="hint">${t.example({ count: showing.length, question: inWords.prompt, answer: describeAnswers(inWords)[0] ?? '' })}</p>`
    : '';
  // The focus, which stands above, says what helps against it.
  const isInFocus =
    advice.focus?.question !== undefined &&
    findHomeActivity(content, advice.focus.skill.id, advice) === misconception.activity;
  const help = html`${example}${isInFocus ? '' : renderActivity(request, misconception.activity)}`;
  if (isFolded)
    return html`<details class="folded-idea"><summary><span><b>${kind}:</b> <span lang="${what.language_served}">${sentence}</span></span></summary>${help}</details>`;
  return html`<div class="advice idea"><p class="advice-kind">${kind}</p>
<p class="advice-skill" lang="${what.language_served}">${sentence}</p>
${help}</div>`;
}

/** Renders what a family can do about a misconception in two minutes. */
export function renderActivity(request: PanelRequest, activity: Misconception['activity']): Html {
  return renderActivityText(request, activity, request.t.children.cards.misconception.activity);
}

/** Renders it below a heading that says what it is, or after its name. */
export function renderActivityText({ locale }: PanelRequest, activity: Misconception['activity'], name = ''): Html {
  const { text, language_served } = localize(activity, locale);
  return html`<p class="home-idea">${name ? html`<b>${name}</b> ` : ''}<span lang="${language_served}">${text}</span></p>`;
}

/** Renders a task of the packs that a parent reads aloud and does with the child. */
export function renderHomeTask({ t, locale, language }: PanelRequest, task: Task): Html {
  const [title, instructions] = [localize(task.title, locale), localize(task.instructions, locale)];
  const { homeTask } = getMessages(language).emails.weeklySummary;
  return html`<p><b lang="${title.language_served}">${homeTask({ title: title.text, minutes: task.estimated_minutes })}</b></p><p class="hint">${t.child.together.homeLead}</p><p lang="${instructions.language_served}">${instructions.text}</p>`;
}

/**
 * Renders in one sentence what the child's wrong answers to these questions show. One answer can be a slip, so it is said with care; of
 * several it says how many.
 */
export function renderShown(
  { t, locale }: PanelRequest,
  child: Profile,
  { misconception, count, questionCount }: ShownMisconception,
): Html {
  const { text, language_served } = localize(misconception.name, locale);
  const texts = t.children.cards.misconception;
  const values = { name: child.display_name, what: text, count, all: questionCount };
  return html`<p class="shown-idea" lang="${language_served}">${count === 1 ? texts.inOne(values) : texts.inSeveral(values)}</p>`;
}

/** Returns the name of the skill that a question asks for. */
export function nameSkillOfQuestion(
  content: Content,
  question: { readonly task_id: string; readonly item_id: string },
  locale: string,
): string {
  return localize(content.skills.get(findSkillOfQuestion(content, question) ?? '')?.name ?? {}, locale).text;
}

function nameSkill({ ctx, locale }: PanelRequest, advice: Advice, misconception: Misconception): string {
  return localize(findSkillOfMisconception(ctx.content.current, misconception, advice), locale).text;
}

function renderOvercome(request: PanelRequest, child: Profile, advice: Advice, overcome: Misconception): Html {
  const t = request.t.children.cards.misconception;
  const what = localize(overcome.praise, request.locale);
  const skill = nameSkill(request, advice, overcome);
  return html`<div class="advice well"><p class="advice-kind">${t.overcome} · <span class="skill-name">${skill}</span></p>
<p class="advice-skill" lang="${what.language_served}">${t.praise({ name: child.display_name, what: what.text })}</p><p class="hint">${t.tell}</p></div>`;
}

interface FocusOptions extends Omit<AdviceOptions, 'maxMisconceptions'> {
  readonly shown: ShownMisconception | undefined;
  /** What the child has overcome of the same skill. In a card of its own, the praise would contradict that the skill is hard. */
  readonly overcome: Misconception | undefined;
}

function renderFocus(
  request: PanelRequest,
  child: Profile,
  advice: Advice,
  { level, timeZone, isFolded = false, isSecond, shown, overcome }: FocusOptions,
): Html | string {
  const { focus, strength, skills } = advice;
  const content = request.ctx.content.current;
  const t = request.t.children.cards;
  const isHard = focus?.skill.standing === 'hard';
  const isOpen = focus !== undefined && isUnsure(focus.skill) && skills.every(({ standing }) => standing !== 'hard');
  const calm = isHard || isOpen || skills.length === 0 ? '' : renderCalm(request, advice, timeZone);
  if (!focus) {
    if (!strength) return calm;
    return html`${calm}<div class="advice well">${renderHeading(level, t.well, renderName(request, strength))}<p class="hint">${describeStrength(request, strength)}</p><p>${t.askHow}</p></div>`;
  }
  const { skill, question, homeTask } = focus;
  const inWords = question && describeQuestion(request.ctx, question, request.locale);
  const path = getChildPath(child);
  const back = isFolded ? '/panel' : path;
  const action =
    question === undefined
      ? renderSheetLink(request, path, skill, 'secondary')
      : renderTogetherLink(request, getTogetherPath(path, question, { back }), skill, isSecond ? 'secondary' : '');
  const isActive = ({ id }: SkillStanding) =>
    advice.questions.some((open) => findSkillOfQuestion(content, open) === id);
  const moreCount = skills.filter((other) => other.standing === 'hard' && other !== skill && isActive(other)).length;
  const more =
    isHard && moreCount > 0
      ? html` <a class="more-hard" href="${path}/answers" aria-label="${t.moreHard({ count: moreCount })}: ${child.display_name}">${t.moreHard({ count: moreCount })}</a>`
      : '';
  const activity = findHomeActivity(content, skill.id, advice);
  const tip = activity
    ? renderActivity(request, activity)
    : question === undefined && homeTask
      ? renderHomeTask(request, homeTask)
      : '';
  const kind = isHard ? t.hard : isUnsure(skill) ? request.t.child.skills[findNeed(skill)] : t.look;
  const about = html`<span class="visually-hidden"> – ${child.display_name}, ${renderName(request, skill)}</span>`;
  const missedDay = question?.last_missed_at && toLocalDay(question.last_missed_at, timeZone);
  const lastWrong = findLastWrong(skill);
  const isLast = lastWrong && toLocalDay(lastWrong.at, timeZone) === missedDay; // which the evidence says
  const missedOn = missedDay && !isLast ? ` (${formatDay(request.language, missedDay)})` : '';
  const evidence = html`<p class="hint">${renderEvidence(request, skill, timeZone)}</p>`;
  const asked = inWords ? renderQuestion(request, inWords, { isFolded, isSecond, shown, tip, about, missedOn }) : tip;
  const reason = html`${evidence}${asked}`;
  return html`${calm}<div class="advice${isHard ? ' hard' : ''}">${renderHeading(level, kind, renderName(request, skill))}
${shown ? renderShown(request, child, shown) : ''}${reason}<p>${action}${more}</p></div>
${overcome ? renderOneLess(request, child, advice, overcome) : ''}${isHard && strength ? html`<p class="strength">${t.well}: ${renderName(request, strength)} <span class="hint">${describeStrength(request, strength)}</span></p>` : ''}`;
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

function renderOneLess(request: PanelRequest, child: Profile, advice: Advice, overcome: Misconception): Html {
  const t = request.t.children.cards.misconception;
  const what = localize(overcome.praise, request.locale);
  const skill = nameSkill(request, advice, overcome);
  return html`<p class="strength" lang="${what.language_served}">${t.oneLess({ skill })} ${t.praise({ name: child.display_name, what: what.text })}</p>`;
}

/** Says that what is hard was tried together, or what needs practice, or that nothing is hard. */
function renderCalm(request: PanelRequest, { skills, resting }: Advice, timeZone: string): Html {
  const { t, language, locale } = request;
  const name = (listed: readonly SkillStanding[]) => listed.map(({ name }) => localize(name, locale).text).join(', ');
  const hard = name(skills.filter(({ standing }) => standing === 'hard'));
  const needy = name(skills.filter((skill) => findNeed(skill) === 'needsPractice'));
  const { none, tried } = t.child.lists.answers;
  const day = formatNextDay(language, resting, timeZone);
  if (hard) return html`<p class="hint"><span class="skill-name">${hard}</span>: ${tried({ day })}.</p>`;
  return html`<p class="hint">${needy ? `${t.child.skills.needsPractice}: ${needy}` : none}.</p>`;
}

/** The day on which the app asks first again what was tried together. */
export function formatNextDay(language: Language, resting: readonly OpenQuestion[], timeZone: string): string {
  const [first] = resting.flatMap(({ tried_together_at: at }) => at ?? []).toSorted();
  return first ? formatDay(language, addDays(toLocalDay(first, timeZone), REST_DAYS)) : '';
}

function findLastWrong({ answers }: SkillStanding) {
  return answers.findLast(({ isRight }) => !isRight);
}

/** Renders what the standing of a skill rests on: the last answers, and when the last one was wrong. */
export function renderEvidence(request: PanelRequest, skill: SkillStanding, timeZone: string): Html {
  const { t, language } = request;
  const texts = t.child.lists.answers;
  const { answers, memory } = skill;
  const wrongCount = answers.filter(({ isRight }) => !isRight).length;
  const last = findLastWrong(skill);
  const inWords = answers.map(({ isRight }) => (isRight ? texts.right : texts.wrong)).join(', ');
  const marks = answers.map(
    ({ isRight }) => html`<span class="${isRight ? 'right' : 'wrong'}">${isRight ? '✓' : '✗'}</span>`,
  );
  const row =
    answers.length >= TELLING_ANSWERS
      ? html`<span class="last-answers" role="img" aria-label="${texts.lastAnswers({ count: answers.length })}: ${inWords}">${marks.slice(0, -1)}<span class="newest">${marks.at(-1)} ← ${texts.newest}</span></span> `
      : '';
  const facts = [
    ...(answers.length > 0
      ? [
          answers.length === 1 && last
            ? texts.oneWrong
            : texts.wrongAnswers({ misses: wrongCount, tries: answers.length }),
        ]
      : []),
    (last
      ? texts.lastMissed({ day: formatDay(language, toLocalDay(last.at, timeZone)) })
      : t.child.skills.practisedOn({ day: formatDay(language, memory.reviewed_on) })
    ).replaceAll(' ', '\u00a0'),
    ...(skill.isAhead ? [t.child.skills.ahead({ age: skill.age })] : []),
  ];
  return html`${row}<span>${facts.join('\u00a0· ')}</span>`; // a line does not begin with the dot
}

/** Says after how many days without practice a child still knew a skill: what its standing rests on. */
export function describeKnown({ t }: PanelRequest, { memory, standing }: SkillStanding): string {
  const count = Math.max(1, Math.floor(memory.proven_days));
  const known = t.child.skills.stillKnown({ count });
  return standing === 'steady' && count >= MASTERED_DAYS ? `${known}, ${t.child.skills.onceMore}` : known;
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

/** Returns the child's answer and the right one. */
export function describeAnswers({
  givenAnswer,
  rightAnswer,
  choices,
  pairs,
}: QuestionInWords): [given: string | undefined, right: string | undefined] {
  if (Math.max(givenAnswer.length, rightAnswer.length) <= MAX_ANSWER_LENGTH) return [givenAnswer, rightAnswer];
  const pair = pairs.find(({ given, right }) => given !== right);
  return pair
    ? [`${pair.label} → ${pair.given}`, `${pair.label} → ${pair.right}`]
    : [
        choices.find(({ mark }) => mark === 'wrong')?.text,
        choices.find(({ mark, isGiven }) => mark === 'right' && !isGiven)?.text,
      ];
}

interface QuestionOptions extends Pick<FocusOptions, 'isFolded' | 'isSecond' | 'shown'> {
  readonly tip: Html | string;
  /** The child and the skill, for who does not see the card. */
  readonly about: Html;
  /** The day of the child's answer in parentheses; empty if it is told already. */
  readonly missedOn: string;
}

function renderQuestion(
  request: PanelRequest,
  inWords: QuestionInWords,
  { isFolded, isSecond, shown, tip, about, missedOn }: QuestionOptions,
): Html {
  const { t, ctx } = request;
  const { prompt, media, picture, explanation } = inWords;
  const texts = t.child.lists.answers;
  const [given, right] = describeAnswers(inWords);
  const answers = [
    [texts.childAnswer + missedOn, given, 'wrong'],
    [texts.rightAnswer, right, 'right'],
  ].filter(([, answer]) => answer);
  const answerLine =
    answers.length > 0
      ? html`<p class="hint answers">${answers.map(([label, answer, kind]) => html`<span class="${kind}">${label}: ${keepTogether(answer)}</span> `)}</p>`
      : '';
  const said = explanation ? renderExplanation(t, explanation) : '';
  const pictures = html`${renderQuestionMedia(ctx, { media })}${picture ? renderAnswerPicture(ctx, picture) : ''}`;
  if (!isFolded) return html`<p class="quote">${prompt}</p>${pictures}${answerLine}${said}${tip}`;
  // One child's advice is told in full; the page of each child has the rest of the others'.
  if (isSecond) return html`<p class="quote">${prompt}</p>${answerLine}`;
  const hasPicture = media.length > 0 || picture !== null;
  // What happened is in sight, unless a sentence says what the child thinks.
  const [folded, inSight] = shown ? [answerLine, ''] : ['', answerLine];
  const { home, picture: pictureText, explanation: explanationText } = t.children.cards;
  const inside = [hasPicture && pictureText, explanation && explanationText, tip && home].filter(Boolean);
  if (inside.length === 0) return html`<p class="quote">${prompt}</p>${answerLine}`;
  const label = html`${inside.join(' · ')}${about}`;
  return html`<p class="quote">${prompt}</p>${inSight}${renderFold(label, html`${pictures}${folded}${said}${tip}`)}`;
}

/** A short answer, such as "1 0 1 1 0", stays on one line. */
function keepTogether(answer = ''): string {
  return answer.length <= 12 ? answer.replaceAll(' ', '\u00a0') : answer;
}

function renderFold(label: Html, content: Html): Html {
  return html`<details class="folded-question"><summary>${label}</summary>${content}</details>`;
}

function renderName({ locale }: PanelRequest, { name }: SkillStanding): Html {
  const { text, language_served } = localize(name, locale);
  return html`<span class="skill-name" lang="${language_served}">${text}</span>`;
}
