import type { AnswerKey, Item, MultilingualText } from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import {
  type PreviewContext,
  renderDrawnPicture,
  renderMediaFile,
  renderMediaText,
  renderPicture,
  renderText,
} from './preview-text.ts';

/** Renders an item with its correct answer, hints and feedback. If `questionNumber` is null, shows no number and no points. */
export function renderItem(
  context: PreviewContext,
  item: Item,
  key: AnswerKey | undefined,
  questionNumber: number | null,
): Html {
  const points = item.points === 1 ? '1 point' : `${item.points} points`;
  return html`<section>
<p class="kind">${item.id} · ${item.kind}${questionNumber === null ? '' : ` · ${points}`}</p>
<h2>${questionNumber === null ? '' : `${questionNumber}. `}${renderText(context, item.prompt)}</h2>
${renderSpeech(context, item)}
${item.kind === 'info' ? html`<p>${renderText(context, item.text)}</p>` : ''}
${item.media.map((id) => renderMediaFile(context, id))}
${item.picture ? renderDrawnPicture(context, item.picture) : ''}
${renderAnswer(context, item, key)}
${key ? renderSolution(context, key) : ''}
</section>`;
}

/** Renders the options of an item, with the correct ones marked, or its accepted answers. */
function renderAnswer(context: PreviewContext, item: Item, key: AnswerKey | undefined): Html | '' {
  if (!key) return '';
  if (key.kind === 'numeric') return renderNumber(context, item, key);
  if (key.kind === 'fill_in') return renderAcceptedTexts(key.accepted);
  if (key.kind === 'hotspot') return renderHotspot(context, item, key.areas);
  if (key.kind === 'sequencing') return renderOrder(context, item, key.order);
  if (key.kind === 'matching') return item.kind === 'matching' ? renderPairs(context, item, key.pairs) : '';
  if (key.kind === 'categorize') return item.kind === 'categorize' ? renderGroups(context, item, key.groups) : '';
  return renderOptions(context, item, key.kind === 'multiple_choice' ? key.answers : [key.answer]);
}

interface Option {
  readonly id: string;
  readonly text: MultilingualText;
  readonly image?: string;
  readonly speech?: MultilingualText;
  readonly recording?: Readonly<Record<string, string>>;
}

function renderOptions(context: PreviewContext, item: Item, correctIds: readonly string[]): Html {
  const entries = getOptions(item).map((option) => {
    const className = correctIds.includes(option.id) ? 'right' : 'wrong';
    return html`<li class="${className}">${renderOption(context, option)}</li>`;
  });
  return html`<ul>${entries}</ul>`;
}

function renderOrder(context: PreviewContext, item: Item, order: readonly string[]): Html {
  const options = order.flatMap((id) => getOptions(item).find((option) => option.id === id) ?? []);
  return html`<ol>${options.map((option) => html`<li class="right">${renderOption(context, option)}</li>`)}</ol>`;
}

function renderPairs(
  context: PreviewContext,
  item: Item & { kind: 'matching' },
  pairs: Readonly<Record<string, string>>,
): Html {
  const paired = item.left.map((left) => ({ left, right: item.right.find(({ id }) => id === pairs[left.id]) }));
  const unpaired = item.right.filter(({ id }) => !Object.values(pairs).includes(id));
  return html`<ul>${paired.map(({ left, right }) => html`<li class="right">${renderOption(context, left)} → ${right ? renderOption(context, right) : ''}</li>`)}
${unpaired.map((option) => html`<li class="wrong">→ ${renderOption(context, option)}</li>`)}</ul>`;
}

function renderGroups(
  context: PreviewContext,
  item: Item & { kind: 'categorize' },
  groups: Readonly<Record<string, string>>,
): Html {
  const listOptionsIn = (category: string) => item.options.filter(({ id }) => groups[id] === category);
  const entries = item.categories.map(
    ({ id, text }) => html`<li>${renderText(context, text)}
<ul>${listOptionsIn(id).map((option) => html`<li class="right">${renderOption(context, option)}</li>`)}</ul></li>`,
  );
  return html`<ul>${entries}</ul>`;
}

function renderNumber(
  context: PreviewContext,
  item: Item,
  { answer, tolerance = 0 }: AnswerKey & { kind: 'numeric' },
): Html {
  const unit = item.kind === 'numeric' && item.unit ? renderText(context, item.unit) : '';
  return html`<p class="right">${answer}${tolerance === 0 ? '' : ` ± ${tolerance}`} ${unit}</p>`;
}

function renderAcceptedTexts(accepted: Readonly<Record<string, readonly string[]>>): Html {
  const entries = Object.entries(accepted).map(
    ([language, texts]) =>
      html`<li lang="${language}">${language}: <span class="right">${texts.join(' / ')}</span></li>`,
  );
  return html`<ul>${entries}</ul>`;
}

/** Renders the picture of a hotspot item with the correct areas drawn on it. */
function renderHotspot(
  context: PreviewContext,
  item: Item,
  areas: (AnswerKey & { kind: 'hotspot' })['areas'],
): Html | '' {
  if (item.kind !== 'hotspot') return '';
  const formatPercent = (share: number) => `${Number((100 * share).toFixed(3))}%`;
  const marks = areas.map(
    ({ x, y, width, height }) =>
      html`<i style="left:${formatPercent(x)};top:${formatPercent(y)};width:${formatPercent(width)};height:${formatPercent(height)}"></i>`,
  );
  return html`<figure><span class="hotspot">${renderPicture(context, item.image)}${marks}</span>${renderMediaText(context, item.image)}</figure>`;
}

function renderSolution(context: PreviewContext, key: AnswerKey): Html {
  const { hints, feedback } = key;
  return html`<div class="solution">
<p>Hints</p>
<ol>${hints.map((hint) => html`<li>${renderText(context, hint)}</li>`)}</ol>
<p>When right: ${renderText(context, feedback.right)}</p>
<p>When wrong: ${renderText(context, feedback.wrong)}</p>
${listMistakes(key).map((mistake) => html`<p>When ${mistake.answer}: ${renderText(context, mistake.feedback)}</p>`)}
</div>`;
}

/** Lists the wrong answers that have specific feedback. */
function listMistakes(key: AnswerKey): { readonly answer: string; readonly feedback: MultilingualText }[] {
  if (!('mistakes' in key)) return [];
  return (key.mistakes ?? []).map((mistake) => ({
    answer: 'typed' in mistake ? Object.values(mistake.typed).flat().join(' / ') : String(mistake.answer),
    feedback: mistake.says,
  }));
}

function renderOption(context: PreviewContext, option: Option): Html {
  const { text, image } = option;
  return html`${image === undefined ? '' : renderPicture(context, image)} ${renderText(context, text)}${renderSpeech(context, option)}`;
}

/** Renders the speech and the recordings that a child hears instead of reading the text. */
function renderSpeech(context: PreviewContext, { speech, recording }: Pick<Option, 'speech' | 'recording'>): Html | '' {
  const sounds = Object.values(recording ?? {}).map((id) => renderMediaFile(context, id));
  return speech || recording ? html` <i>🔊 ${speech ? renderText(context, speech) : ''}</i>${sounds}` : '';
}

function getOptions(item: Item): readonly Option[] {
  return 'options' in item ? item.options : [];
}
