import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import {
  type AnswerPicture,
  AnswerPictureSchema,
  findMissedItem,
  findMistakeFeedback,
  formatAnswer,
  getCorrectResponse,
  listMissedItems,
  type MissedItem,
  serializeAnswerPicture,
} from '../../features/learning/index.ts';
import { type Context, onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { defineChildListEndpoint, type PanelRequest } from '../endpoints.ts';
import { formatDateTime } from '../parts/format.ts';
import { getQuestionElementId } from '../parts/paths.ts';
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
  return html`<article class="question" id="${getQuestionElementId(row)}">
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

/** Renders a picture with the correct areas and the point that the child chose. The text next to it has the same meaning. */
function renderAnswerPicture(ctx: Context, { url, width, height, alt_text, point, right_areas }: AnswerPicture): Html {
  const areas = right_areas.map((area) => {
    const rectangle = {
      x: area.x * width,
      y: area.y * height,
      width: area.width * width,
      height: area.height * height,
    };
    const renderRectangle = (className: string) =>
      html`<rect class="${className}" x="${round(rectangle.x)}" y="${round(rectangle.y)}" width="${round(rectangle.width)}" height="${round(rectangle.height)}" rx="4"/>`;
    return html`${renderRectangle('halo')}${renderRectangle('area')}`;
  });
  const mark = point ? html`<g transform="${computeMarkTransform(point, { width, height })}">${renderCross()}</g>` : '';
  return html`<svg class="answer-picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt_text}"><image href="${toRelativePath(ctx, url)}" width="${width}" height="${height}"/>${areas}${mark}</svg>`;
}

/**
 * Computes the SVG transform that moves the cross to a point. The cross has the same size on all pictures and is never cut off.
 */
function computeMarkTransform(
  point: { x: number; y: number },
  { width, height }: { width: number; height: number },
): string {
  const scale = width / 400; // pictures are at most 400 CSS pixels wide (.answer-picture)
  const margin = 14 * scale; // half the size of the cross, with its outline
  const keepInside = (position: number, length: number) => round(Math.min(length - margin, Math.max(margin, position)));
  return `translate(${keepInside(point.x * width, width)} ${keepInside(point.y * height, height)}) scale(${round(scale)})`;
}

/** Renders the mark of the child's answer, next to the text of the answer. */
function renderChildMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true">${renderCross()}</svg>`;
}

/** Renders the mark of a correct area, next to the text of the correct answer. */
function renderAreaMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true"><rect class="halo" x="-12" y="-12" width="24" height="24" rx="4"/><rect class="area" x="-12" y="-12" width="24" height="24" rx="4"/></svg>`;
}

function renderCross(): Html {
  return html`<path class="halo" d="M-10-10 10 10M10-10-10 10"/><path class="chosen-point" d="M-10-10 10 10M10-10-10 10"/>`;
}

const round = (value: number) => Number(value.toFixed(2));

/** Removes the origin from a URL of this service. Returns any other URL unchanged. */
function toRelativePath({ settings }: Context, url: string): string {
  return url.startsWith(settings.baseUrl) ? url.slice(settings.baseUrl.length) : url;
}
