import { localize, type MultilingualText } from '../../content/index.ts';
import type { Language } from '../../core/text/languages.ts';
import { formatWeek, getDateFormatter } from '../../core/time/date-formats.ts';
import { addDays, type Day, toClampedLocalDay } from '../../core/time/days.ts';
import { toWholeMinutes } from '../../core/time/instant.ts';
import { getMessages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import { type Button, formatFigures, type Part } from '../../platform/email/parts.ts';
import type { Email } from '../../platform/email/transport.ts';
import { buildAvatarUrl, formatNameForEmail, isLinkable } from '../accounts/index.ts';
import { type Focus, findNeed, isUnsure, type QuestionInWords, type SkillStanding } from '../learning/index.ts';
import { buildUnsubscribeLink } from '../notifications/index.ts';
import type { ChildSummary } from './load-child-summaries.ts';

/** The content of a weekly summary. */
interface WeeklySummary {
  /** The first day of the week. */
  readonly monday: Day;
  readonly children: readonly ChildSummary[];
  readonly parentId: string;
}

/** The number of children whom an email tells of, and of to-dos and skills of a child that it lists. */
const SHOWN_CHILDREN = 8;
const SHOWN_TODOS = 5;
const SHOWN_SKILLS = 3;

/**
 * Composes a weekly summary. It is about the child who needs its parents most: first what is good, then what was hard, with the answer,
 * and what to do at home. Then come the other children in short, what waits for the parent, and the to-dos.
 */
export function composeWeeklySummaryEmail(
  ctx: Context,
  recipient: EmailRecipient,
  { monday, children, parentId }: WeeklySummary,
): Email {
  const { baseUrl } = ctx.settings;
  const { language } = recipient;
  const t = getMessages(language).emails.weeklySummary;
  const sorted = children.toSorted(
    (a, b) => rank(a) - rank(b) || countMisses(b) - countMisses(a) || b.week.activeDays - a.week.activeDays,
  );
  const shown = sorted.slice(0, SHOWN_CHILDREN);
  const [leader, ...others] = shown;
  if (!leader) throw new Error('A weekly summary needs a child.');
  const hiddenCount = sorted.length - shown.length;
  const matters = shown.map((summary) => describeMatter(summary, language, monday));
  const avatars = shown.map(({ child }, i) => ({ id: `avatar-${i + 1}`, url: buildAvatarUrl(ctx, child) }));
  const { toReview } = getMessages(language).panel.layout;
  const waiting = children.reduce((sum, summary) => sum + countWaiting(summary), 0);
  const unsubscribe = buildUnsubscribeLink(ctx, 'weekly', parentId);
  return composeEmail(recipient, {
    subject: matters[0] ?? '',
    preview:
      others.length > 0
        ? matters.slice(1).join(' · ')
        : (leader.question?.prompt ?? formatFigures(listFigures(leader, language))),
    parts: [
      { title: matters[0] ?? '' },
      {
        hint: [
          t.intro({ span: formatWeek(language, monday) }),
          ...(waiting > 0 ? [toReview({ count: waiting })] : []),
        ].join(' · '),
      },
      { heading: formatNameForEmail(leader.child), icon: avatars[0] },
      ...(isFirstWeek(leader, monday) ? describeFirstWeek(leader, language) : describeGoodNews(leader, language)),
      describeWeek(leader, language),
      ...describeAdvice(baseUrl, leader, language),
      ...describeMisconception(leader, language),
      ...others.flatMap((summary, i) => [
        { heading: formatNameForEmail(summary.child), icon: avatars[i + 1] },
        ...describeOtherChild(baseUrl, summary, language),
      ]),
      ...(hiddenCount > 0
        ? [t.otherChildren({ count: hiddenCount }), { label: t.button, url: `${baseUrl}/panel`, isSecondary: true }]
        : []),
      ...describeWaiting(baseUrl, children, language),
      ...describeTodos(baseUrl, shown, language),
    ],
    footer: [t.reason, { label: t.unsubscribe, url: unsubscribe.url }],
    headers: unsubscribe.headers,
  });
}

/** What is hard matters most, then what is due, and then what is going well. A child without activity comes last. */
function rank(summary: ChildSummary): number {
  const { focus, strength } = summary.advice;
  if (isQuiet(summary)) return 4;
  if (focus) return focus.skill.standing === 'hard' ? 0 : 1;
  return strength ? 2 : 3;
}

function countMisses({ advice: { focus } }: ChildSummary): number {
  return (focus?.questions ?? []).reduce((sum, { misses }) => sum + misses, 0);
}

/** The matter of a child in a few words, such as "Leo: addition – practise together". */
function describeMatter(summary: ChildSummary, language: Language, monday: Day): string {
  const { child, advice, week } = summary;
  const { focus, strength } = advice;
  const t = getMessages(language).emails.weeklySummary.subject;
  const name = formatNameForEmail(child);
  if (focus) {
    const text = findNeed(focus.skill) === 'needsPractice' ? t.hard : t.look;
    return text({ name, skill: formatSkill(focus.skill, language) });
  }
  if (strength) return t.well({ name, skill: formatSkill(strength, language) });
  return isFirstWeek(summary, monday) ? t.first({ name }) : t.days({ name, count: week.activeDays });
}

/** Whether a child has begun in the week, and too little is known for advice. */
function isFirstWeek({ child, timeZone, advice: { focus, strength }, week }: ChildSummary, monday: Day): boolean {
  return week.activeDays > 0 && !focus && !strength && toClampedLocalDay(child.created_at, timeZone) >= monday;
}

function describeFirstWeek({ child }: ChildSummary, language: Language): Part[] {
  const { begun, soon } = getMessages(language).emails.weeklySummary.first;
  return [{ good: `${begun({ name: formatNameForEmail(child) })} ${soon}` }];
}

function isQuiet({ week, finishedTodoCount }: ChildSummary): boolean {
  return week.activeDays === 0 && week.xp === 0 && finishedTodoCount === 0;
}

function describeWeek(summary: ChildSummary, language: Language): Part {
  return isQuiet(summary) ? describeQuietWeek(summary, language) : { figures: listFigures(summary, language) };
}

function describeQuietWeek({ child }: ChildSummary, language: Language): string {
  return getMessages(language).emails.weeklySummary.quiet({ name: formatNameForEmail(child) });
}

/** Fewer active days in a week are in the figures, but are no reason to praise. */
const MIN_PRAISED_DAYS = 3;

/** One thing that is good and true: a misconception that is gone, what is going well next to what is hard, or many active days. */
function describeGoodNews({ child, advice, week, overcome }: ChildSummary, language: Language): Part[] {
  const { emails, panel } = getMessages(language);
  const { well, misconception } = panel.children.cards;
  const { focus, strength } = advice;
  if (overcome) {
    const what = localize(overcome.praise, language).text;
    const oneLess = misconception.oneLess({ skill: localize(overcome.skill, language).text });
    return [
      { good: `${oneLess} ${misconception.praise({ name: formatNameForEmail(child), what })} ${misconception.tell}` },
    ];
  }
  if (strength) return focus ? [{ good: `${well}: ${formatSkill(strength, language)}` }] : []; // without a focus, it is the advice
  if (week.activeDays < MIN_PRAISED_DAYS) return [];
  return [{ good: `${well}: ${emails.weeklySummary.days({ count: week.activeDays })}` }];
}

/** The number of to-dos stands in place of those of learning for a week with only to-dos. */
function listFigures({ week, finishedTodoCount }: ChildSummary, language: Language) {
  const { emails, panel } = getMessages(language);
  const { days, tasks, minutes, xp } = emails.weeklySummary.figures;
  const toFigure = (label: string, value: number) => ({ label, value: formatNumber(language, value) });
  return [
    { label: days, value: `${week.activeDays}/7` },
    ...(!hasLearned(week) && finishedTodoCount > 0
      ? [toFigure(panel.child.overview.todos, finishedTodoCount)]
      : [toFigure(tasks, week.tasks), toFigure(minutes, toWholeMinutes(week.seconds))]),
    toFigure(xp, week.xp),
  ];
}

/** Whether there is anything but to-dos in a week. */
function hasLearned({ tasks, seconds }: ChildSummary['week']): boolean {
  return tasks > 0 || seconds > 0;
}

/** What to do with a child about whom too little is known for advice. */
function suggestBeginning({ week }: ChildSummary, language: Language): string {
  const { ask, begin } = getMessages(language).emails.weeklySummary;
  return hasLearned(week) ? ask : begin;
}

/** What the panel says on its start page, with the question in full, and one thing to do at home. */
function describeAdvice(baseUrl: string, summary: ChildSummary, language: Language): Part[] {
  const { child, advice, activity, question } = summary;
  const { emails, panel } = getMessages(language);
  const t = emails.weeklySummary;
  const { well, askHow } = panel.children.cards;
  const { focus, strength } = advice;
  const childUrl = `${baseUrl}/panel/children/${child.id}`;
  if (!focus)
    return [
      ...(strength ? [{ heading: well }, askHow] : [{ heading: t.home }, suggestBeginning(summary, language)]),
      { label: t.openChild({ name: formatNameForEmail(child) }), url: childUrl, isSecondary: true },
    ];
  const { skill } = focus;
  return [
    { heading: nameNeed(focus, language) },
    { hint: describeAnswers(skill, language) },
    ...describeShown(summary, language),
    ...(question && focus.question ? [toQuestionPart(question, language)] : isUnsure(skill) ? [] : [t.lookAgain]),
    toFocusButton(childUrl, focus, language),
    { heading: t.home },
    describeHome(focus, activity, language),
  ];
}

/** What a skill needs and its name, as the panel says it. */
function nameNeed({ skill }: Focus, language: Language): string {
  const { cards } = getMessages(language).panel.children;
  const { skills } = getMessages(language).panel.child;
  const need = skill.standing === 'hard' ? cards.hard : isUnsure(skill) ? skills[findNeed(skill)] : cards.look;
  return `${need}: ${formatSkill(skill, language)}`;
}

/** What a family can do at home for the skill of the focus. */
function describeHome({ homeTask }: Focus, activity: ChildSummary['activity'], language: Language): string {
  const t = getMessages(language).emails.weeklySummary;
  if (activity) return localize(activity, language).text;
  if (!homeTask) return t.explain; // the packs of an operator can have no idea for a skill
  const title = localize(homeTask.title, language).text;
  return `${t.homeTask({ title, minutes: homeTask.estimated_minutes })}: ${localize(homeTask.instructions, language).text}`;
}

/** Opens the question of the focus, or else exercises to print. */
function toFocusButton(childUrl: string, { skill, question }: Focus, language: Language): Button {
  const { children, child } = getMessages(language).panel;
  return question
    ? { label: children.cards.tryTogether, url: buildTogetherUrl(childUrl, question) }
    : { label: child.skills.printSheet, url: buildSheetUrl(childUrl, skill) };
}

/** What the wrong answers of the child show. One can be a slip, so it is said with care. */
function describeShown({ child, shown }: ChildSummary, language: Language): string[] {
  if (!shown) return [];
  const { inOne, inSeveral } = getMessages(language).panel.children.cards.misconception;
  const { misconception, count, questionCount } = shown;
  const names = { name: formatNameForEmail(child), what: localize(misconception.name, language).text };
  const values = { ...names, count, all: questionCount };
  return [count === 1 ? inOne(values) : inSeveral(values)];
}

/** What the panel says of a misconception. */
function describeMisconception({ child, repeated: misconception }: ChildSummary, language: Language): Part[] {
  const t = getMessages(language).panel.children.cards.misconception;
  const name = formatNameForEmail(child);
  const toText = (text: MultilingualText) => localize(text, language).text;
  if (!misconception) return [];
  return [
    { heading: t.kind },
    t.sentence({ name, what: toText(misconception.name) }),
    `${t.activity} ${toText(misconception.activity)}`,
  ];
}

function toQuestionPart(question: QuestionInWords, language: Language): Part {
  const { emails, panel } = getMessages(language);
  const { picture, sound, cross, frame } = emails.weeklySummary;
  const { childAnswer, rightAnswer, ...texts } = panel.child.lists.answers;
  const { prompt, media, choices, pairs, picture: pointed, givenAnswer, explanation } = question;
  const drawn = media.find(({ mime }) => mime === 'image/svg+xml');
  const answers = [
    { label: pointed?.point ? `${childAnswer} (${cross})` : childAnswer, text: givenAnswer },
    { label: pointed ? `${rightAnswer} (${frame})` : rightAnswer, text: question.rightAnswer },
  ];
  return {
    caption: prompt,
    picture: pointed
      ? { id: 'question', url: pointed.url, marks: { point: pointed.point, areas: pointed.right_areas } }
      : drawn && { id: 'question', url: drawn.url },
    pictureTexts: [...media, ...(pointed ? [{ mime: '', alt_text: pointed.alt_text }] : [])].map(
      ({ mime, alt_text }) => (mime.startsWith('audio/') ? sound({ text: alt_text }) : picture({ text: alt_text })),
    ),
    ...(pairs.length > 0 && { comparison: { given: childAnswer, right: rightAnswer, rows: pairs } }),
    rows: choices.map(({ text, mark, isGiven }) => ({
      text,
      mark,
      note: [...(isGiven ? [childAnswer] : []), ...(mark === 'right' ? [rightAnswer] : [])].join(' · ') || undefined,
    })),
    details: [
      ...(choices.length > 0 || pairs.length > 0 ? [] : answers),
      ...(explanation?.lines ?? []).map((line, i) => {
        const text = keepSums(line);
        return i === 0 && explanation ? { label: texts[explanation.kind], text } : { text };
      }),
    ],
  };
}

/** A child in short: one line of evidence, one activity and one button. */
function describeOtherChild(baseUrl: string, summary: ChildSummary, language: Language): Part[] {
  if (isQuiet(summary)) return [describeQuietWeek(summary, language)];
  const { child, advice, activity } = summary;
  const { emails, panel } = getMessages(language);
  const { well, askHow } = panel.children.cards;
  const { focus, strength } = advice;
  const childUrl = `${baseUrl}/panel/children/${child.id}`;
  const openChild = emails.weeklySummary.openChild({ name: formatNameForEmail(child) });
  const parts = focus
    ? [
        {
          caption: nameNeed(focus, language),
          details: [
            ...describeShown(summary, language).map((text) => ({ text })),
            ...describeEvidence(summary, focus, language).map((text) => ({ text })),
            { label: emails.weeklySummary.home, text: describeHome(focus, activity, language) },
          ],
        },
        { ...toFocusButton(childUrl, focus, language), isSecondary: true },
      ]
    : [
        ...(strength
          ? [{ caption: `${well}: ${formatSkill(strength, language)}`, details: [{ text: askHow }] }]
          : [suggestBeginning(summary, language)]),
        { label: openChild, url: childUrl, isSecondary: true },
      ];
  return [{ hint: formatFigures(listFigures(summary, language)) }, ...parts];
}

/** Longer answers, such as pairs and orders, do not fit into a line. */
const MAX_ANSWER_LENGTH = 40;

/** The question and a line with the answers, or else what the last answers say. */
function describeEvidence({ question }: ChildSummary, { skill }: Focus, language: Language): string[] {
  const { childAnswer, rightAnswer } = getMessages(language).panel.child.lists.answers;
  const { givenAnswer = '', rightAnswer: answer = '' } = question ?? {};
  if (question && givenAnswer && answer && Math.max(givenAnswer.length, answer.length) <= MAX_ANSWER_LENGTH)
    return [question.prompt, `${childAnswer}: ${givenAnswer}\u00a0· ${rightAnswer}: ${answer}`].map(keepSums);
  return [describeAnswers(skill, language)];
}

/** How many of the last answers were wrong, or else when the child last practiced. */
function describeAnswers({ answers, memory }: SkillStanding, language: Language): string {
  const { lists, skills } = getMessages(language).panel.child;
  const tries = answers.length;
  const misses = answers.filter(({ isRight }) => !isRight).length;
  if (tries === 0)
    return skills.practisedOn({ day: getDateFormatter(language, 'day').format(new Date(memory.reviewed_on)) });
  return tries === 1 && misses === 1 ? lists.answers.oneWrong : lists.answers.wrongAnswers({ misses, tries });
}

/** Keeps a sign on one line with the number after it. */
function keepSums(text: string): string {
  return text.replaceAll(/([+−–×÷·:=<>]) (?=\d)/g, '$1\u00a0');
}

function buildTogetherUrl(childUrl: string, { task_id, item_id }: { task_id: string; item_id: string }): string {
  return `${childUrl}/together?${new URLSearchParams({ task: task_id, item: item_id })}`;
}

function buildSheetUrl(childUrl: string, { id }: SkillStanding): string {
  return `${childUrl}/sheet?${new URLSearchParams({ skill: id })}`;
}

function countWaiting({ waitingWorkCount, waitingTodoCount, waitingRewardCount }: ChildSummary): number {
  return waitingWorkCount + waitingTodoCount + waitingRewardCount;
}

function describeWaiting(baseUrl: string, children: readonly ChildSummary[], language: Language): Part[] {
  const { emails, panel } = getMessages(language);
  const { works, todos, rewards } = panel.children.cards;
  const lines = children.flatMap(({ child, waitingWorkCount, waitingTodoCount, waitingRewardCount }) => {
    const counts = [
      ...(waitingRewardCount > 0 ? [rewards({ count: waitingRewardCount })] : []),
      ...(waitingTodoCount > 0 ? [todos({ count: waitingTodoCount })] : []),
      ...(waitingWorkCount > 0 ? [works({ count: waitingWorkCount })] : []),
    ];
    if (children.length === 1) return counts;
    return counts.length > 0 ? [`${formatNameForEmail(child)}: ${counts.join(', ')}`] : [];
  });
  if (lines.length === 0) return [];
  const { waits, review } = emails.weeklySummary;
  const hiddenCount = lines.length - SHOWN_CHILDREN;
  const shown = [
    ...lines.slice(0, SHOWN_CHILDREN),
    ...(hiddenCount > 0 ? [panel.children.cards.more({ n: hiddenCount })] : []),
  ];
  return [
    { heading: waits, lines: shown },
    { label: review, url: `${baseUrl}/panel/approvals` },
  ];
}

/** How many to-dos were finished last week, and those of the next week: a line each, or one for each of several children. */
function describeTodos(baseUrl: string, children: readonly ChildSummary[], language: Language): Part[] {
  const { emails, panel } = getMessages(language);
  const t = emails.weeklySummary;
  const everyDay = panel.child.todos.recurrence.every.daily({ count: 1 });
  const formatWeekday = (day: Day) => getDateFormatter(language, 'shortWeekday').format(new Date(day));
  const formatDay = (day: Day) => getDateFormatter(language, 'day').format(new Date(day));
  const formatTitle = (title: string) => (isLinkable(title) ? t.someTodo : title);
  const finished = children.filter(({ finishedTodoCount }) => finishedTodoCount > 0);
  const counts = finished.map(({ child, finishedTodoCount: count }) =>
    children.length === 1 ? count : `${formatNameForEmail(child)}\u00a0${count}`,
  );
  const next = listByChild(children, language, SHOWN_TODOS, ({ nextTodos, nextDayCount }) =>
    nextTodos.map(({ title, days, openSince }) => {
      const onDays = days.length === nextDayCount && days.length > 1 ? everyDay : days.map(formatWeekday).join(', ');
      const since = openSince ? t.openSince({ day: formatDay(openSince) }) : '';
      const when = [onDays, since].filter(Boolean).join('; ');
      return `${formatTitle(title)}${when ? ` (${when})` : ''}`;
    }),
  );
  const skills = children.length === 1 ? listNextSkills(children[0], language) : [];
  const ahead = [...next, ...(skills.length > 0 ? [t.practice({ skills: skills.join(', ') })] : [])];
  return [
    ...(counts.length > 0 ? [`${t.done}: ${counts.join(' · ')}`] : []),
    ...(ahead.length > 0 ? [{ heading: t.ahead, lines: ahead }] : []),
    ...(next.length > 0 ? [{ label: t.plan, url: `${baseUrl}/panel/plan`, isSecondary: true }] : []),
  ];
}

function listByChild(
  children: readonly ChildSummary[],
  language: Language,
  max: number,
  list: (summary: ChildSummary) => string[],
): string[] {
  const { more } = getMessages(language).panel.children.cards;
  return children.flatMap((summary) => {
    const entries = list(summary);
    const hiddenCount = entries.length - max;
    const shown = [...entries.slice(0, max), ...(hiddenCount > 0 ? [more({ n: hiddenCount })] : [])];
    if (children.length === 1 || shown.length === 0) return shown;
    return [`${formatNameForEmail(summary.child)}: ${shown.join(', ')}`];
  });
}

/** The skills that the daily practice will ask about until the end of the next week, the earliest first. */
function listNextSkills(summary: ChildSummary | undefined, language: Language): string[] {
  if (!summary) return [];
  const { skills, focus } = summary.advice;
  const lastDay = addDays(summary.today, summary.nextDayCount - 1);
  return skills
    .filter(({ id, memory }) => id !== focus?.skill.id && memory.due_on <= lastDay)
    .toSorted((a, b) => (a.memory.due_on < b.memory.due_on ? -1 : Number(a.memory.due_on > b.memory.due_on)))
    .slice(0, SHOWN_SKILLS)
    .map((skill) => formatSkill(skill, language));
}

function formatSkill({ name }: SkillStanding, language: Language): string {
  return localize(name, language).text;
}

function formatNumber(language: Language, value: number): string {
  return value.toLocaleString(language);
}
