import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import {
  AnswerPictureSchema,
  findMissedItem,
  findMistakeFeedback,
  formatAnswer,
  getCorrectResponse,
  listMissedItems,
  type MissedItem,
  serializeAnswerPicture,
} from '../../features/learning/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { defineChildListEndpoint, type PanelRequest } from '../endpoints.ts';
import { renderAnswerPicture, renderAreaMark, renderChildMark } from '../parts/answer-picture.ts';
import { formatDateTime } from '../parts/format.ts';
import { type ChildListRequest, createChildList, defineChildListPage } from './child-list.ts';

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
  name: 'answers',
  tab: 'answers',
  operationId: 'listChildAnswers',
  summary: "List the questions that a child found difficult, with the child's answer and the correct one",
  description: 'The question that was missed most often is first.',
  async load(request, pageParams) {
    const { rows, total } = await listMissedItems(onReplica(request.ctx), request.child.id, pageParams);
    return { rows: rows.map((row) => toMissedItemRow(request, row)), total };
  },
  rowSchema: MissedItemSchema,
  serialize: (_request, row) => row,
  className: 'cards',
  getTexts: (t) => t.child.lists.answers,
  renderRow: renderMissedItemCard,
});

export const listAnswers = defineChildListEndpoint(answersList);
export const showAnswers = defineChildListPage(
  answersList,
  'Show the questions that a child found difficult',
  'answersTitle',
);

function renderMissedItemCard({ ctx, language, timeZone, t }: ChildListRequest, row: MissedItemRow): Html {
  const answers =
    row.answer === null
      ? html`<p>${t.child.lists.answers.questionRemoved}</p>`
      : html`${row.picture ? renderAnswerPicture(ctx, row.picture) : ''}<dl class="answers"><div><dt>${row.picture?.point ? renderChildMark() : ''}${t.child.lists.answers.childAnswer}</dt><dd>${row.answer}</dd></div><div class="correct"><dt>${row.picture ? renderAreaMark() : ''}${t.child.lists.answers.rightAnswer}</dt><dd>${row.right_answer}</dd></div></dl>${row.explanation === null ? '' : html`<p>${t.child.lists.answers.toldThem({ text: row.explanation })}</p>`}`;
  return html`<article class="question">
<h2 class="item-title">${row.question}</h2>
<p class="hint">${row.title}${row.last_missed_at ? ` · ${formatDateTime(language, row.last_missed_at, timeZone)}` : ''}</p>
${answers}
<p class="tags"><span class="tag">${t.child.lists.answers.wrongAnswers({ misses: row.misses, tries: row.tries })}</span>${row.known_now ? html`<span class="tag success">${t.child.lists.answers.knownNow}</span>` : ''}</p>
</article>`;
}

function toMissedItemRow({ ctx, locale }: PanelRequest, row: MissedItem): MissedItemRow {
  const task = ctx.content.current.tasks.get(row.task_id);
  const missedItem = findMissedItem(ctx.content.current, row, locale);
  const { item, key } = missedItem ?? {};
  const { task_id, item_id, tries, misses, last_missed_at } = row;
  const response = JSON.parse(row.last_missed_response ?? 'null');
  const explanation = key && findMistakeFeedback(key, response);
  return {
    task_id,
    item_id,
    title: task ? localize(task.title, locale).text : task_id,
    question: item ? localize(item.prompt, locale).text : item_id,
    answer: item ? formatAnswer(item, response, locale) : null,
    explanation: explanation ? localize(explanation, locale).text : null,
    right_answer: item ? formatAnswer(item, getCorrectResponse(item, key, locale), locale) : null,
    picture: missedItem ? serializeAnswerPicture(ctx, missedItem, response, locale) : null,
    tries,
    misses,
    known_now: row.last_score === 1,
    last_missed_at,
  };
}
