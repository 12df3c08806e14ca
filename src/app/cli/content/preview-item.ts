import type { AnswerKey, Item, MultilingualText } from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { drawnView, localText, mediumText, mediumView, type PreviewContext, pictureView } from './preview-text.ts';

/** An item with its correct answer, hints and feedback. */
export function itemView(context: PreviewContext, item: Item, key: AnswerKey | undefined, number: number | null): Html {
  const points = item.points === 1 ? '1 point' : `${item.points} points`;
  return html`<section>
<p class="kind">${item.id} · ${item.kind}${number === null ? '' : ` · ${points}`}</p>
<h2>${number === null ? '' : `${number}. `}${localText(context, item.prompt)}</h2>
${item.kind === 'info' ? html`<p>${localText(context, item.text)}</p>` : ''}
${item.media.map((id) => mediumView(context, id))}
${item.picture ? drawnView(context, item.picture) : ''}
${answerView(context, item, key)}
${key ? solutionView(context, key) : ''}
</section>`;
}

/** The options of an item, with the correct ones marked. */
function answerView(context: PreviewContext, item: Item, key: AnswerKey | undefined): Html | '' {
  if (!key) return '';
  if (key.kind === 'numeric') return numberView(context, item, key);
  if (key.kind === 'fill_in') return acceptedView(key.accepted);
  if (key.kind === 'hotspot') return hotspotView(context, item, key.areas);
  if (key.kind === 'sequencing') return orderView(context, item, key.order);
  if (key.kind === 'matching') return item.kind === 'matching' ? pairsView(context, item, key.pairs) : '';
  if (key.kind === 'categorize') return item.kind === 'categorize' ? groupsView(context, item, key.groups) : '';
  return choiceView(context, item, key.kind === 'multiple_choice' ? key.answers : [key.answer]);
}

interface Choice {
  readonly id: string;
  readonly text: MultilingualText;
  readonly image?: string;
}

function choiceView(context: PreviewContext, item: Item, right: readonly string[]): Html {
  const entries = getOptions(item).map((option) => {
    const result = right.includes(option.id) ? 'right' : 'wrong';
    return html`<li class="${result}">${choiceText(context, option)}</li>`;
  });
  return html`<ul>${entries}</ul>`;
}

function orderView(context: PreviewContext, item: Item, order: readonly string[]): Html {
  const options = order.flatMap((id) => getOptions(item).find((option) => option.id === id) ?? []);
  return html`<ol>${options.map((option) => html`<li class="right">${choiceText(context, option)}</li>`)}</ol>`;
}

function pairsView(
  context: PreviewContext,
  item: Item & { kind: 'matching' },
  pairs: Readonly<Record<string, string>>,
): Html {
  const paired = item.left.map((left) => ({ left, right: item.right.find(({ id }) => id === pairs[left.id]) }));
  const unpaired = item.right.filter(({ id }) => !Object.values(pairs).includes(id));
  return html`<ul>${paired.map(({ left, right }) => html`<li class="right">${choiceText(context, left)} → ${right ? choiceText(context, right) : ''}</li>`)}
${unpaired.map((option) => html`<li class="wrong">→ ${choiceText(context, option)}</li>`)}</ul>`;
}

function groupsView(
  context: PreviewContext,
  item: Item & { kind: 'categorize' },
  groups: Readonly<Record<string, string>>,
): Html {
  const optionsIn = (category: string) => item.options.filter(({ id }) => groups[id] === category);
  const entries = item.categories.map(
    ({ id, text }) => html`<li>${localText(context, text)}
<ul>${optionsIn(id).map((option) => html`<li class="right">${choiceText(context, option)}</li>`)}</ul></li>`,
  );
  return html`<ul>${entries}</ul>`;
}

function numberView(
  context: PreviewContext,
  item: Item,
  { answer, tolerance = 0 }: AnswerKey & { kind: 'numeric' },
): Html {
  const unit = item.kind === 'numeric' && item.unit ? localText(context, item.unit) : '';
  return html`<p class="right">${answer}${tolerance === 0 ? '' : ` ± ${tolerance}`} ${unit}</p>`;
}

function acceptedView(accepted: Readonly<Record<string, readonly string[]>>): Html {
  const entries = Object.entries(accepted).map(
    ([language, texts]) =>
      html`<li lang="${language}">${language}: <span class="right">${texts.join(' / ')}</span></li>`,
  );
  return html`<ul>${entries}</ul>`;
}

/** The picture with the areas drawn on it. */
function hotspotView(
  context: PreviewContext,
  item: Item,
  areas: (AnswerKey & { kind: 'hotspot' })['areas'],
): Html | '' {
  if (item.kind !== 'hotspot') return '';
  const percent = (share: number) => `${Number((100 * share).toFixed(3))}%`;
  const boxes = areas.map(
    ({ x, y, width, height }) =>
      html`<i style="left:${percent(x)};top:${percent(y)};width:${percent(width)};height:${percent(height)}"></i>`,
  );
  return html`<figure><span class="spot">${pictureView(context, item.image)}${boxes}</span>${mediumText(context, item.image)}</figure>`;
}

function solutionView(context: PreviewContext, key: AnswerKey): Html {
  const { hints, feedback } = key;
  return html`<div class="behind">
<p>Hints</p>
<ol>${hints.map((hint) => html`<li>${localText(context, hint)}</li>`)}</ol>
<p>When right: ${localText(context, feedback.right)}</p>
<p>When wrong: ${localText(context, feedback.wrong)}</p>
${listMistakes(key).map(({ when, says }) => html`<p>When ${when}: ${localText(context, says)}</p>`)}
</div>`;
}

/** The wrong answers with feedback of their own. */
function listMistakes(key: AnswerKey): { readonly when: string; readonly says: MultilingualText }[] {
  if (!('mistakes' in key)) return [];
  return (key.mistakes ?? []).map((mistake) => ({
    when: 'typed' in mistake ? Object.values(mistake.typed).flat().join(' / ') : String(mistake.answer),
    says: mistake.says,
  }));
}

function choiceText(context: PreviewContext, { text, image }: Choice): Html {
  return html`${image === undefined ? '' : pictureView(context, image)} ${localText(context, text)}`;
}

function getOptions(item: Item): readonly Choice[] {
  return 'options' in item ? item.options : [];
}
