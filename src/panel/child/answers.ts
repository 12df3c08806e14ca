import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { type Day, toLocalDay } from '../../core/time/days.ts';
import { recordQuestionTried } from '../../features/guardianship/index.ts';
import {
  type Advice,
  AnswerPictureSchema,
  compareByShare,
  describeQuestion,
  explainAnswer,
  findHomeActivity,
  findMissedItem,
  findMistakeFeedback,
  findNeed,
  findShownMisconception,
  findSkillOfQuestion,
  formatAnswers,
  getCorrectResponse,
  isUnsure,
  listMissedItems,
  loadAdvice,
  loadNextMeetings,
  type MissedItem,
  type MissedQuestion,
  type NextMeeting,
  type OpenQuestion,
  type SkillStanding,
  serializeAnswerPicture,
} from '../../features/learning/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { addUndoableFlash, findOutcome } from '../approvals/undo.ts';
import {
  type ChildPageRequest,
  defineChildForm,
  defineChildListEndpoint,
  defineChildPage,
  type PanelRequest,
} from '../endpoints.ts';
import {
  describeAnswers,
  formatNextDay,
  renderActivity,
  renderEvidence,
  renderSheetLink,
  renderShown,
  renderTogetherLink,
} from '../parts/advice.ts';
import { formatDateTime, formatDay, formatTaskTitle } from '../parts/format.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { renderEmptyState } from '../parts/paged-list.ts';
import { getChildPath, getQuestionElementId, getTogetherPath, toPanelPath } from '../parts/paths.ts';
import { renderIcon } from '../parts/pictures.ts';
import { renderAnswerPicture, renderExplanation, renderQuestion } from '../parts/question.ts';
import { renderChildLayout } from './child-layout.ts';
import { type ChildListRequest, createChildList } from './child-list.ts';
import { nameSubject } from './skills.ts';

const MissedItemSchema = Type.Object(
  {
    task_id: Type.String(),
    item_id: Type.String(),
    title: Type.String({ description: 'The title of the task.' }),
    question: Type.String(),
    answer: Nullable(
      Type.String({
        description: "The child's last wrong answer as text; null if the packs no longer contain the question.",
      }),
    ),
    explanation: Nullable(
      Type.String({
        description: 'The feedback that the app showed for this mistake; null if the pack does not explain it.',
      }),
    ),
    right_answer: Nullable(
      Type.String({ description: 'The correct answer as text; null if the packs no longer contain the question.' }),
    ),
    picture: Nullable(AnswerPictureSchema),
    tries: Type.Integer({ minimum: 1 }),
    misses: Type.Integer({ minimum: 1, description: 'The number of tries that were not fully correct.' }),
    known_now: Type.Boolean({ description: 'Whether the last try was correct.' }),
    last_missed_at: NullableTimestamp,
  },
  { title: 'MissedItem' },
);
type MissedItemRow = Static<typeof MissedItemSchema>;

const answersList = createChildList({
  tab: 'answers',
  operationId: 'listChildAnswers',
  summary: "List the questions that a child found difficult, with the child's answer and the correct one",
  description: 'The question that was missed most often is first.',
  load: ({ ctx, child }, pageParams) => listMissedItems(onReplica(ctx), child.id, pageParams),
  rowSchema: MissedItemSchema,
  serialize: toMissedItemRow,
  className: 'cards',
  getTexts: (t) => t.child.lists.answers,
  renderRow: (request, row) => renderQuestionCard(request, row),
});

export const listAnswers = defineChildListEndpoint(answersList);

/** The most skills on the page. */
const MAX_SKILLS = 4;
/** The most questions of each kind on the page. */
const MAX_QUESTIONS = 40;

export const showAnswers = defineChildPage({
  summary: 'Show the questions that are hard for a child right now',
  query: { done: OptionalField, undo: OptionalField },
  run: async (request, { query }) => {
    const { ctx, child } = request;
    const t = request.t.child.lists.answers;
    const timeZone = await getChildTimeZone(ctx, child.id);
    const today = toLocalDay(ctx.now(), timeZone);
    const advice = await loadAdvice(ctx, child, today);
    const { questions, slips, resting, skills } = advice;
    const findNextMeeting = await loadNextMeetings(ctx, child.id, today);
    const listRequest = { ...request, timeZone };
    const findSkill = (question: OpenQuestion) => findSkillOfQuestion(ctx.content.current, question);
    const hardSkills = skills.filter(({ standing }) => standing === 'hard');
    const needy = skills.filter((skill) => findNeed(skill) === 'needsPractice').toSorted(compareByShare);
    const focus = advice.focus && isUnsure(advice.focus.skill) ? [advice.focus.skill] : [];
    const shownSkills = hardSkills.length > 0 ? hardSkills : [...new Set([...focus, ...needy])].slice(0, MAX_SKILLS);
    const hard = new Map(shownSkills.map((skill) => [skill.id, skill]));
    const findHard = (question: OpenQuestion) => hard.get(findSkill(question) ?? '');
    // In the order of the advice; what nothing is open of comes last.
    const open = [...questions, ...(hardSkills.length > 0 ? [] : slips), ...resting].filter(findHard);
    const bySkill = Map.groupBy(open.slice(0, MAX_QUESTIONS), findHard);
    for (const skill of shownSkills) if (!bySkill.has(skill)) bySkill.set(skill, []);
    const [, , triedTask, triedItem] = query.done === 'practise' ? (query.undo ?? '').split(' ') : [];
    const cards = [...bySkill].flatMap(([skill, all], i) => {
      if (!skill) return [];
      const group = all.filter((question) => !resting.includes(question));
      const props = {
        advice,
        skill,
        group,
        resting: all.filter((question) => resting.includes(question)),
        isFirst: i === 0,
        isStillHard: all.some(({ task_id, item_id }) => task_id === triedTask && item_id === triedItem),
      };
      return html`<li>${renderSkillCard(listRequest, { ...props, today, findNextMeeting })}</li>`;
    });
    const others = [...questions, ...slips].filter((question) => !open.includes(question)).slice(0, MAX_QUESTIONS);
    const shown =
      cards.length > 0
        ? html`<p class="intro">${hardSkills.length > 0 ? t.intro : t.unsure}</p><ul class="rows cards hard" aria-label="${hardSkills.length > 0 ? request.t.children.cards.hard : request.t.child.skills.needsPractice}">${cards}</ul>`
        : renderEmptyState(t.none, t.noneHint);
    return renderChildLayout(request, {
      tab: 'answers',
      main: html`${shown}${others.length > 0 ? renderOthers(listRequest, others) : ''}${await renderNextChild(request)}`,
      notice: await findOutcome(request, query, `${request.path}/answers`),
    });
  },
});

/** Renders a link to what is hard for the next child of the family. */
async function renderNextChild({ child, loadFamily, t }: ChildPageRequest): Promise<Html | string> {
  const { children } = await loadFamily();
  const next = children[children.findIndex(({ id }) => id === child.id) + 1];
  if (!next) return '';
  const label = t.child.lists.answers.next({ name: next.display_name });
  return html`<p class="spaced"><a class="button outline" rel="next" href="${getChildPath(next)}/answers">${label}${renderIcon('next')}</a></p>`;
}

/** Renders the questions that are not part of what is hard, folded, by school subject, each as a line that opens. */
function renderOthers(request: ChildListRequest, questions: readonly OpenQuestion[]): Html {
  const { skills } = request.ctx.content.current;
  const findSubject = (question: OpenQuestion) =>
    skills.get(findSkillOfQuestion(request.ctx.content.current, question) ?? '')?.subject ?? '';
  const groups = [...Map.groupBy(questions, findSubject)].map(
    ([subject, group]) =>
      html`${subject ? html`<h2>${nameSubject(request, subject)}</h2>` : ''}<ul class="rows lines">${group.map((question) => html`<li>${renderLine(request, question)}</li>`)}</ul>`,
  );
  return html`<details class="other-way"><summary class="button outline">${request.t.child.lists.answers.slips({ count: questions.length })}</summary>${groups}</details>`;
}

/** Renders a question with the child's answer in a line, which opens with everything about it. */
function renderLine(request: ChildListRequest, question: OpenQuestion): Html {
  const { ctx, locale, t } = request;
  const inWords = describeQuestion(ctx, question, locale);
  const [given] = inWords ? describeAnswers(inWords) : [];
  const answer = given ? html`<span class="hint">${t.child.lists.answers.childAnswer}: ${given}</span>` : '';
  const picture = inWords?.picture ? renderAnswerPicture(ctx, inWords.picture, SMALL_WIDTH) : '';
  const card = renderQuestionCard(request, question, renderTogether(request, question, 'secondary'), null);
  return html`<details class="missed"><summary><span class="grow"><b>${inWords?.prompt ?? question.item_id}</b>${answer}</span>${picture}</summary>${card}</details>`;
}

/** The width of the picture in a line, in CSS pixels (.missed). */
const SMALL_WIDTH = 96;

export const submitPractiseAgain = defineChildForm({
  summary: 'Make a missed question come up in the next practice',
  needsPresence: true,
  body: { task_id: TextField, item_id: TextField, back: OptionalField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body: { back, ...question } }) => {
    const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
    const key = await recordQuestionTried(ctx, parent, child.id, question, { wasKnown: false, today });
    return new Redirect(addUndoableFlash(toPanelPath(back || `${path}/answers`), 'practise', [`question ${key}`]));
  },
});

interface SkillCardProps {
  readonly advice: Advice;
  readonly skill: SkillStanding;
  /** The questions of the skill, the one to try first; empty if all were tried together lately. */
  readonly group: readonly OpenQuestion[];
  /** Those that were tried together lately. */
  readonly resting: readonly OpenQuestion[];
  /** Whether the family has just tried a question of it that is still hard. */
  readonly isStillHard: boolean;
  /** Whether it is the first skill of the page. */
  readonly isFirst: boolean;
  readonly today: Day;
  readonly findNextMeeting: (question: OpenQuestion) => NextMeeting | undefined;
}

/** Renders a skill with the one question to try together. Its other questions, and other ways to practice, are folded. */
function renderSkillCard(request: ChildListRequest, props: SkillCardProps): Html {
  const { ctx, language, locale, path, timeZone } = request;
  const { advice, skill, group, resting, isFirst } = props;
  const [first, ...others] = group;
  const t = request.t.child.lists.answers;
  const { text, language_served } = localize(skill.name, locale);
  const shown = findShownMisconception(ctx.content.current, advice, skill.id);
  const activity = findHomeActivity(ctx.content.current, skill.id, advice);
  const sheet = renderSheetLink(request, path, skill);
  return html`<section class="hard-skill">
<h2>${skill.standing === 'hard' ? '' : html`<span class="advice-kind">${request.t.child.skills[findNeed(skill)]}</span> `}<span class="skill-name" lang="${language_served}">${text}</span></h2>
${shown ? renderShown(request, request.child, shown) : ''}
<p class="hint">${renderEvidence(request, skill, timeZone)}</p>
${resting.length > 0 ? html`<p>${t.resting({ count: resting.length, day: formatNextDay(language, resting, timeZone) })}</p>` : ''}
${props.isStillHard ? html`<p class="strength">${t.stillHard}</p>` : ''}
${activity ? renderActivity(request, activity) : ''}
${
  first
    ? html`${renderQuestionCard(request, first, renderTogether(request, first, isFirst ? '' : 'secondary', sheet), 'h3')}
${renderNextMeeting(request, first, props)}`
    : html`<div class="actions">${sheet}</div>`
}
${
  others.length > 0
    ? html`<details class="more-of-skill"><summary>${t.moreOfSkill({ count: others.length })}</summary>
${others.map((question) => renderQuestionCard(request, question, renderTogether(request, question, 'secondary'), 'h3'))}</details>`
    : ''
}
</section>`;
}

/** Renders a missed question with its choices, the child's answer, the right one and the explanation of the app. */
function renderQuestionCard(
  request: ChildListRequest,
  question: MissedQuestion,
  actions: Html | string = '',
  heading: 'h2' | 'h3' | null = 'h2', // null: the line above it says what was asked
): Html {
  const { ctx, language, locale, timeZone, t } = request;
  const texts = t.child.lists.answers;
  const found = findMissedItem(ctx.content.current, question, locale);
  const response = JSON.parse(question.last_missed_response ?? 'null');
  const explanation = explainAnswer(found?.key, locale, response);
  const details = [
    formatTaskTitle(request, question.task_id),
    ...(question.last_missed_at ? [formatDateTime(language, question.last_missed_at, timeZone)] : []),
  ];
  return html`<article class="question" id="${getQuestionElementId(question)}">
${heading === null ? '' : html`<${heading} class="item-title">${found ? localize(found.item.prompt, locale).text : question.item_id}</${heading}>`}
<p class="hint">${details.join(' · ')}</p>
${found ? renderQuestion(request, found, response) : html`<p>${texts.questionRemoved}</p>`}
${explanation ? renderExplanation(t, explanation) : ''}
${actions}
</article>`;
}

function renderTogether(
  request: ChildPageRequest,
  question: OpenQuestion,
  variant: 'secondary' | '',
  otherAction: Html | string = '',
): Html {
  const { item } = findMissedItem(request.ctx.content.current, question, request.locale) ?? {};
  const path = getTogetherPath(request.path, question);
  const link = renderTogetherLink(request, path, { name: item?.prompt ?? {} }, variant);
  return html`<div class="actions">${link}${otherAction}</div>`;
}

/** Renders when the child meets a question again, and a button that makes it sooner. */
function renderNextMeeting(
  request: ChildPageRequest,
  question: OpenQuestion,
  { today, findNextMeeting }: SkillCardProps,
): Html | string {
  const { language, path, deletion } = request;
  const t = request.t.child.lists.answers;
  const meeting = findNextMeeting(question);
  if (meeting === undefined) return '';
  if (meeting.in === 'quiz')
    return html`<p class="hint">${t.inQuiz({ title: formatTaskTitle(request, meeting.task.id) })}</p>`;
  if (meeting.from <= today) return html`<p class="hint">${t.nextPractice}</p>`;
  const { task_id, item_id } = question;
  const again = renderButtonForm(request, `${path}/practise-again`, t.practiseAgain, {
    variant: 'secondary small',
    fields: { task_id, item_id },
  });
  return html`<p class="hint">${t.practiceOn({ day: formatDay(language, meeting.from) })}</p>${deletion ? '' : again}`;
}

function toMissedItemRow({ ctx, locale }: PanelRequest, row: MissedItem): MissedItemRow {
  const task = ctx.content.current.tasks.get(row.task_id);
  const missedItem = findMissedItem(ctx.content.current, row, locale);
  const { item, key } = missedItem ?? {};
  const response = JSON.parse(row.last_missed_response ?? 'null');
  const explanation = key && findMistakeFeedback(key, response);
  const answers =
    item && formatAnswers(item, { given: response, right: getCorrectResponse(item, key, locale) }, locale);
  return {
    ...row, // the serializer leaves out the columns that the schema does not contain
    title: task ? localize(task.title, locale).text : row.task_id,
    question: item ? localize(item.prompt, locale).text : row.item_id,
    answer: answers?.givenAnswer ?? null,
    explanation: explanation ? localize(explanation, locale).text : null,
    right_answer: answers?.rightAnswer ?? null,
    picture: missedItem ? serializeAnswerPicture(ctx, missedItem, response, locale) : null,
    known_now: row.last_score === 1,
  };
}
