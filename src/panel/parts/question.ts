import type { AnswerKey, Item } from '../../content/index.ts';
import {
  type AnswerPicture,
  type Explanation,
  formatAnswers,
  getCorrectResponse,
  parseResponse,
  type SerializedItem,
  serializeAnswerPicture,
  serializeItem,
} from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelMessages, PanelRequest } from '../endpoints.ts';

/** A question as a child has seen it, with its answer key. */
export interface ShownQuestion {
  readonly item: Item;
  readonly key: AnswerKey | undefined;
}

interface Choice {
  readonly id: string;
  readonly text: string;
  readonly image_url: string | null;
}

/** A browser does not print pictures that it has not loaded yet. */
type Loading = 'lazy' | 'eager';

/** Renders the pictures and sounds of a question. */
export function renderQuestionMedia(
  ctx: Context,
  { media }: Pick<SerializedItem, 'media'>,
  loading: Loading = 'lazy',
): Html {
  return html`${media.map(({ url, mime, alt_text }) =>
    mime.startsWith('audio/')
      ? html`<audio class="question-media" controls preload="none" src="${toRelativePath(ctx, url)}" aria-label="${alt_text}"></audio>`
      : html`<img class="question-media" src="${toRelativePath(ctx, url)}" alt="${alt_text}" loading="${loading}">`,
  )}`;
}

/** Renders a question with its pictures and choices, what the child answered, and the right answer. */
export function renderQuestion(request: PanelRequest, { item, key }: ShownQuestion, response: unknown): Html {
  const { ctx, locale } = request;
  const sent = serializeItem(ctx, item, { locale, seed: 'panel' }, key);
  const given = parseResponse(item, response);
  const correct = getCorrectResponse(item, key, locale);
  const picture = serializeAnswerPicture(ctx, { item, key }, response, locale);
  return html`${renderQuestionMedia(ctx, sent)}${renderComparison(request, { item, sent, picture, given, correct })}`;
}

export function renderExplanation({ child }: PanelMessages, { lines, kind }: Explanation): Html {
  return html`<p class="explanation"><b>${child.lists.answers[kind]}</b> ${lines.map((line) => html`<span>${line}</span> `)}</p>`;
}

interface Comparison {
  readonly item: Item;
  readonly sent: SerializedItem;
  readonly picture: AnswerPicture | null;
  readonly given: unknown;
  readonly correct: unknown;
}

function renderComparison(request: PanelRequest, comparison: Comparison): Html {
  const { item, sent, picture } = comparison;
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
    case 'multiple_choice':
      return renderChoices(request, sent.options ?? [], comparison);
    case 'matching':
      return renderPairs(request, [sent.left ?? [], sent.right ?? []], comparison);
    case 'categorize':
      return renderPairs(request, [sent.options ?? [], sent.categories ?? []], comparison);
    case 'sequencing':
      return renderOrders(request, sent.options ?? [], comparison);
    default:
      return html`${picture ? renderAnswerPicture(request.ctx, picture) : ''}${renderTexts(request, comparison)}`;
  }
}

/** Renders all choices, and marks the child's and the right ones. */
function renderChoices({ ctx, t }: PanelRequest, choices: readonly Choice[], { given, correct }: Comparison): Html {
  const texts = t.child.lists.answers;
  const rows = choices.map((choice) => {
    const isRight = toList(correct).includes(choice.id);
    const isChosen = toList(given).includes(choice.id);
    const tags = html`${isChosen ? html`<span class="tag${isRight ? '' : ' danger'}">${texts.childAnswer}</span>` : ''}${isRight ? html`<span class="tag success">${texts.rightAnswer}</span>` : ''}`;
    return html`<li class="${isRight ? 'right' : isChosen ? 'wrong' : ''}"><span class="choice">${renderChoice(ctx, choice)}</span><span class="choice-tags">${tags}</span></li>`;
  });
  return html`<ul class="choices">${rows}</ul>`;
}

/** Renders a table of what the child assigned to each choice, and what is right. */
function renderPairs(
  { ctx, t }: PanelRequest,
  [sources, targets]: readonly [readonly Choice[], readonly Choice[]],
  { given, correct }: Comparison,
): Html {
  const texts = t.child.lists.answers;
  const findTarget = (assignment: unknown, id: string) => {
    const targetId = Object(assignment)[id];
    const target = targets.find((choice) => choice.id === targetId);
    return target ? renderChoice(ctx, target) : '–';
  };
  const rows = sources.map((source) => {
    const isRight = Object(given)[source.id] === Object(correct)[source.id];
    return html`<tr><th scope="row">${renderChoice(ctx, source)}</th><td class="${isRight ? 'right' : 'wrong'}">${findTarget(given, source.id)}</td><td>${findTarget(correct, source.id)}</td></tr>`;
  });
  return html`<table class="pairs"><thead><tr><td></td><th scope="col">${texts.childAnswer}</th><th scope="col">${texts.rightAnswer}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Renders the child's order next to the right one. */
function renderOrders({ ctx, t }: PanelRequest, choices: readonly Choice[], { given, correct }: Comparison): Html {
  const texts = t.child.lists.answers;
  const renderOrder = (ids: unknown) =>
    html`<ol>${toList(ids).map((id, i) => {
      const choice = choices.find((candidate) => candidate.id === id);
      return html`<li class="${toList(correct)[i] === id ? 'right' : 'wrong'}">${choice ? renderChoice(ctx, choice) : '–'}</li>`;
    })}</ol>`;
  return html`<div class="orders"><div><p class="hint">${texts.childAnswer}</p>${renderOrder(given)}</div><div><p class="hint">${texts.rightAnswer}</p>${renderOrder(correct)}</div></div>`;
}

function renderTexts({ t, locale }: PanelRequest, { item, picture, given, correct }: Comparison): Html {
  const texts = t.child.lists.answers;
  const { givenAnswer, rightAnswer } = formatAnswers(item, { given, right: correct }, locale);
  // Where something is in a picture, the picture says better than a text. Readers who do not see it hear the text.
  const renderText = (text: string, mark: Html | undefined) =>
    html`<span class="choice">${mark ?? ''}<span${mark ? html` class="visually-hidden"` : ''}>${text}</span></span>`;
  return html`<ul class="choices"><li class="wrong">${renderText(givenAnswer, picture?.point ? renderChildMark() : undefined)}<span class="choice-tags"><span class="tag danger">${texts.childAnswer}</span></span></li><li class="right">${renderText(rightAnswer, picture ? renderAreaMark() : undefined)}<span class="choice-tags"><span class="tag success">${texts.rightAnswer}</span></span></li></ul>`;
}

/** Renders the picture and the text of a choice. The text of a choice with a picture can be empty. */
export function renderChoice(ctx: Context, { text, image_url }: Choice, loading: Loading = 'lazy'): Html {
  const picture =
    image_url === null
      ? ''
      : html`<img src="${toRelativePath(ctx, image_url)}" alt="" width="56" height="56" loading="${loading}">`;
  return html`${picture}<span>${text}</span>`;
}

function toList(response: unknown): readonly unknown[] {
  if (Array.isArray(response)) return response;
  return response === undefined || response === null ? [] : [response];
}

/** The width of most pictures, in CSS pixels (.answer-picture). */
const PICTURE_WIDTH = 400;

/** Renders a picture with the correct areas and the point that the child chose. The text next to it has the same meaning. */
export function renderAnswerPicture(
  ctx: Context,
  { url, width, height, alt_text, point, right_areas }: AnswerPicture,
  shownWidth = PICTURE_WIDTH,
): Html {
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
  const mark = point
    ? html`<g transform="${computeMarkTransform(point, { width, height }, shownWidth)}">${renderCross()}</g>`
    : '';
  return html`<svg class="answer-picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt_text}"><image href="${toRelativePath(ctx, url)}" width="${width}" height="${height}"/>${areas}${mark}</svg>`;
}

/**
 * Computes the SVG transform that moves the cross to a point. The cross has the same size on all pictures and is never cut off.
 */
function computeMarkTransform(
  point: { x: number; y: number },
  { width, height }: { width: number; height: number },
  shownWidth: number,
): string {
  const scale = width / shownWidth;
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
