import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { type Day, toLocalDay } from '../../core/time/days.ts';
import { practiseQuestionAgain } from '../../features/guardianship/index.ts';
import {
  AnswerPictureSchema,
  explainAnswer,
  findMissedItem,
  findMistakeFeedback,
  formatAnswer,
  getCorrectResponse,
  listMissedItems,
  loadAdvice,
  loadNextMeetings,
  type MissedItem,
  type NextMeeting,
  type OpenQuestion,
  type SkillStanding,
  serializeAnswerPicture,
} from '../../features/learning/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import {
  type ChildPageRequest,
  defineChildForm,
  defineChildListEndpoint,
  defineChildPage,
  type PanelRequest,
} from '../endpoints.ts';
import { addFlash, findFlash } from '../layout/panel-layout.ts';
import { formatDateTime, formatDay, formatTaskTitle } from '../parts/format.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { renderEmptyState } from '../parts/paged-list.ts';
import { getQuestionElementId, getSheetPath, getTogetherPath } from '../parts/paths.ts';
import { renderChildLayout } from './child-layout.ts';
import { type ChildListRequest, createChildList } from './child-list.ts';
import { renderExplanation, renderQuestion } from './question.ts';

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

/** The most questions that the page shows open, and in a fold. */
const SHOWN_QUESTIONS = 10;
const FOLDED_QUESTIONS = 30;

export const showAnswers = defineChildPage({
  summary: 'Show the questions that are hard for a child right now',
  query: { done: OptionalField },
  run: async (request, { query }) => {
    const { ctx, child } = request;
    const t = request.t.child.lists.answers;
    const timeZone = await getChildTimeZone(ctx, child.id);
    const today = toLocalDay(ctx.now(), timeZone);
    const { questions, missedOnce, skills } = await loadAdvice(ctx, { id: child.id, today });
    const findNextMeeting = await loadNextMeetings(ctx, child.id, today);
    const isLong = questions.length > SHOWN_QUESTIONS;
    const shownCount = isLong ? SHOWN_QUESTIONS : questions.length;
    const cards = [...questions, ...missedOnce]
      .slice(0, shownCount + FOLDED_QUESTIONS)
      .map(
        (question) =>
          html`<li>${renderQuestionCard({ ...request, timeZone }, question, renderActions(request, { question, skills, today, meeting: findNextMeeting(question) }))}</li>`,
      );
    const folded = cards.slice(shownCount);
    const shown =
      shownCount > 0
        ? html`<p class="intro">${t.intro}</p><ul class="rows cards">${cards.slice(0, shownCount)}</ul>`
        : renderEmptyState(t.none, t.noneHint);
    const foldTitle = isLong ? t.more({ n: folded.length }) : t.missedOnce({ count: folded.length });
    const fold = html`<details class="other-way"><summary class="button outline">${foldTitle}</summary><ul class="rows cards">${folded}</ul></details>`;
    return renderChildLayout(request, {
      tab: 'answers',
      main: html`${shown}${folded.length > 0 ? fold : ''}`,
      notice: findFlash(request.t.parts.notices, query.done),
    });
  },
});

export const submitPractiseAgain = defineChildForm({
  summary: 'Make a missed question come up in the next practice',
  needsPresence: true,
  body: { task_id: TextField, item_id: TextField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body }) => {
    const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
    await practiseQuestionAgain(ctx, parent, child.id, body, today);
    return new Redirect(addFlash(`${path}/answers`, 'practise'));
  },
});

/** Renders a missed question with its choices, the child's answer, the right one and the explanation of the app. */
function renderQuestionCard(request: ChildListRequest, question: OpenQuestion, actions: Html | string = ''): Html {
  const { ctx, language, locale, timeZone, t } = request;
  const texts = t.child.lists.answers;
  const found = findMissedItem(ctx.content.current, question, locale);
  const response = JSON.parse(question.last_missed_response ?? 'null');
  const explanation = explainAnswer(found?.key, locale, response);
  const details = [
    formatTaskTitle(request, question.task_id),
    ...(question.last_missed_at ? [formatDateTime(language, question.last_missed_at, timeZone)] : []),
    texts.wrongAnswers({ misses: question.misses, tries: question.tries }),
  ];
  return html`<article class="question" id="${getQuestionElementId(question)}">
<h2 class="item-title">${found ? localize(found.item.prompt, locale).text : question.item_id}</h2>
<p class="hint">${details.join(' · ')}</p>
${found ? renderQuestion(request, found, response) : html`<p>${texts.questionRemoved}</p>`}
${explanation ? renderExplanation(t, explanation) : ''}
${actions}
</article>`;
}

interface ActionProps {
  readonly question: OpenQuestion;
  readonly skills: readonly SkillStanding[];
  readonly today: Day;
  readonly meeting: NextMeeting | undefined;
}

/** Renders when the child meets the question again, and what a family can do: try it together, or practise it in the app or on paper. */
function renderActions(request: ChildPageRequest, { question, skills, today, meeting }: ActionProps): Html {
  const { ctx, language, locale, path, deletion } = request;
  const t = request.t.child.lists.answers;
  const taskSkills = ctx.content.current.tasks.get(question.task_id)?.skills ?? [];
  const skill = skills.find(({ id, standing }) => standing === 'hard' && taskSkills.includes(id))?.id ?? taskSkills[0];
  const { task_id, item_id } = question;
  const isLater = meeting?.in === 'practice' && meeting.from > today;
  const text =
    meeting === undefined
      ? ''
      : meeting.in === 'quiz'
        ? t.inQuiz({ title: formatTaskTitle(request, meeting.task.id) })
        : isLater
          ? t.practiceOn({ day: formatDay(language, meeting.from) })
          : t.nextPractice;
  const again =
    isLater && !deletion
      ? renderButtonForm(request, `${path}/practise-again`, t.practiseAgain, {
          variant: 'secondary small',
          fields: { task_id, item_id },
        })
      : '';
  const sheet =
    skill === undefined
      ? ''
      : html`<a class="button outline" href="${getSheetPath(path, skill)}">${request.t.child.skills.printSheet}</a>`;
  const together =
    findMissedItem(ctx.content.current, question, locale) === undefined
      ? ''
      : html`<a class="button small" href="${getTogetherPath(path, question)}">${request.t.children.cards.tryTogether}</a>`;
  return html`${text ? html`<p class="hint">${text}</p>` : ''}<div class="actions">${together}${again}${sheet}</div>`;
}

function toMissedItemRow({ ctx, locale }: PanelRequest, row: MissedItem): MissedItemRow {
  const task = ctx.content.current.tasks.get(row.task_id);
  const missedItem = findMissedItem(ctx.content.current, row, locale);
  const { item, key } = missedItem ?? {};
  const response = JSON.parse(row.last_missed_response ?? 'null');
  const explanation = key && findMistakeFeedback(key, response);
  return {
    ...row, // the serializer leaves out the columns that the schema does not contain
    title: task ? localize(task.title, locale).text : row.task_id,
    question: item ? localize(item.prompt, locale).text : row.item_id,
    answer: item ? formatAnswer(item, response, locale) : null,
    explanation: explanation ? localize(explanation, locale).text : null,
    right_answer: item ? formatAnswer(item, getCorrectResponse(item, key, locale), locale) : null,
    picture: missedItem ? serializeAnswerPicture(ctx, missedItem, response, locale) : null,
    known_now: row.last_score === 1,
  };
}
