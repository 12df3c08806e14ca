import type { Item, ItemKey, LocalText } from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { localText, mediumText, mediumView, type PreviewContext, pictureView } from './preview-text.ts';

/** An item with its right answer, hints and feedback. */
export function itemView(speaking: PreviewContext, item: Item, key: ItemKey | undefined, number: number | null): Html {
  const points = item.points === 1 ? '1 point' : `${item.points} points`;
  return html`<section>
<p class="kind">${item.id} · ${item.kind}${number === null ? '' : ` · ${points}`}</p>
<h2>${number === null ? '' : `${number}. `}${localText(speaking, item.prompt)}</h2>
${item.kind === 'info' ? html`<p>${localText(speaking, item.text)}</p>` : ''}
${item.media.map((id) => mediumView(speaking, id))}
${answerView(speaking, item, key)}
${key ? behindView(speaking, key) : ''}
</section>`;
}

/** What is chosen from, with what is right of it. */
function answerView(speaking: PreviewContext, item: Item, key: ItemKey | undefined): Html | '' {
  if (!key) return '';
  if (key.kind === 'numeric') return numberView(speaking, item, key);
  if (key.kind === 'fill_in') return writtenView(key.accepted);
  if (key.kind === 'hotspot') return spotView(speaking, item, key.areas);
  if (key.kind === 'sequencing') return orderView(speaking, item, key.order);
  if (key.kind === 'matching') return item.kind === 'matching' ? pairsView(speaking, item, key.pairs) : '';
  if (key.kind === 'categorize') return item.kind === 'categorize' ? groupsView(speaking, item, key.groups) : '';
  return choiceView(speaking, item, key.kind === 'multiple_choice' ? key.answers : [key.answer]);
}

interface Choice {
  readonly id: string;
  readonly text: LocalText;
  readonly image?: string;
}

function choiceView(speaking: PreviewContext, item: Item, right: readonly string[]): Html {
  const entries = optionsOf(item).map((option) => {
    const mark = right.includes(option.id) ? 'right' : 'wrong';
    return html`<li class="${mark}">${choice(speaking, option)}</li>`;
  });
  return html`<ul>${entries}</ul>`;
}

function orderView(speaking: PreviewContext, item: Item, order: readonly string[]): Html {
  const options = order.flatMap((id) => optionsOf(item).find((option) => option.id === id) ?? []);
  return html`<ol>${options.map((option) => html`<li class="right">${choice(speaking, option)}</li>`)}</ol>`;
}

function pairsView(
  speaking: PreviewContext,
  item: Item & { kind: 'matching' },
  pairs: Readonly<Record<string, string>>,
): Html {
  const paired = item.left.map((left) => ({ left, right: item.right.find(({ id }) => id === pairs[left.id]) }));
  const over = item.right.filter(({ id }) => !Object.values(pairs).includes(id));
  return html`<ul>${paired.map(({ left, right }) => html`<li class="right">${choice(speaking, left)} → ${right ? choice(speaking, right) : ''}</li>`)}
${over.map((option) => html`<li class="wrong">→ ${choice(speaking, option)}</li>`)}</ul>`;
}

function groupsView(
  speaking: PreviewContext,
  item: Item & { kind: 'categorize' },
  groups: Readonly<Record<string, string>>,
): Html {
  const within = (category: string) => item.options.filter(({ id }) => groups[id] === category);
  const entries = item.categories.map(
    ({ id, text }) => html`<li>${localText(speaking, text)}
<ul>${within(id).map((option) => html`<li class="right">${choice(speaking, option)}</li>`)}</ul></li>`,
  );
  return html`<ul>${entries}</ul>`;
}

function numberView(
  speaking: PreviewContext,
  item: Item,
  { answer, tolerance = 0 }: ItemKey & { kind: 'numeric' },
): Html {
  const unit = item.kind === 'numeric' && item.unit ? localText(speaking, item.unit) : '';
  return html`<p class="right">${answer}${tolerance === 0 ? '' : ` ± ${tolerance}`} ${unit}</p>`;
}

function writtenView(accepted: Readonly<Record<string, readonly string[]>>): Html {
  const entries = Object.entries(accepted).map(
    ([language, words]) =>
      html`<li lang="${language}">${language}: <span class="right">${words.join(' / ')}</span></li>`,
  );
  return html`<ul>${entries}</ul>`;
}

/** The picture with the areas drawn on it. */
function spotView(speaking: PreviewContext, item: Item, areas: (ItemKey & { kind: 'hotspot' })['areas']): Html | '' {
  if (item.kind !== 'hotspot') return '';
  const percent = (share: number) => `${Number((100 * share).toFixed(3))}%`;
  const boxes = areas.map(
    ({ x, y, width, height }) =>
      html`<i style="left:${percent(x)};top:${percent(y)};width:${percent(width)};height:${percent(height)}"></i>`,
  );
  return html`<figure><span class="spot">${pictureView(speaking, item.image)}${boxes}</span>${mediumText(speaking, item.image)}</figure>`;
}

function behindView(speaking: PreviewContext, { hints, feedback }: ItemKey): Html {
  return html`<div class="behind">
<p>Hints</p>
<ol>${hints.map((hint) => html`<li>${localText(speaking, hint)}</li>`)}</ol>
<p>When right: ${localText(speaking, feedback.right)}</p>
<p>When wrong: ${localText(speaking, feedback.wrong)}</p>
</div>`;
}

function choice(speaking: PreviewContext, { text, image }: Choice): Html {
  return html`${image === undefined ? '' : pictureView(speaking, image)} ${localText(speaking, text)}`;
}

function optionsOf(item: Item): readonly Choice[] {
  return 'options' in item ? item.options : [];
}
