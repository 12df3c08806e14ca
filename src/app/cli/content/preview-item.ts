import {
  type AnswerKey,
  getQuestionRules,
  ITEM_MODULES,
  type Item,
  type MultilingualText,
  type PreviewView,
} from '../../../content/index.ts';
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
  const view = createPreviewView(context);
  const points = item.points === 1 ? '1 point' : `${item.points} points`;
  return html`<section>
<p class="kind">${item.id} · ${item.kind}${questionNumber === null ? '' : ` · ${points}`}</p>
<h2>${questionNumber === null ? '' : `${questionNumber}. `}${renderText(context, item.prompt)}</h2>
${renderSpeech(context, item)}
${item.kind === 'info' ? ITEM_MODULES.info.preview(item, view) : ''}
${item.media.map((id) => renderMediaFile(context, id))}
${item.picture ? renderDrawnPicture(context, item.picture) : ''}
${key && item.kind !== 'info' ? getQuestionRules(item.kind).preview(item, view, key) : ''}
${key ? renderSolution(context, key) : ''}
</section>`;
}

function createPreviewView(context: PreviewContext): PreviewView {
  return {
    text: (text) => renderText(context, text),
    option: ({ text, image, ...spokenForm }) =>
      html`${image === undefined ? '' : renderPicture(context, image)} ${renderText(context, text)}${renderSpeech(context, spokenForm)}`,
    picture: (id, marks) =>
      html`<figure><span class="hotspot">${renderPicture(context, id)}${marks}</span>${renderMediaText(context, id)}</figure>`,
  };
}

function renderSolution(context: PreviewContext, key: AnswerKey): Html {
  const { hints, feedback, solution = [] } = key;
  return html`<div class="solution">
<p>Hints</p>
<ol>${hints.map((hint) => html`<li>${renderText(context, hint)}</li>`)}</ol>
<p>When right: ${renderText(context, feedback.right)}</p>
<p>When wrong: ${renderText(context, feedback.wrong)}</p>
${listMistakes(key).map((mistake) => html`<p>When ${mistake.answer}: ${renderText(context, mistake.feedback)}</p>`)}
${solution.length > 0 ? html`<p>Worked solution</p>` : ''}
<ol>${solution.map((step) => html`<li>${renderText(context, step.text)}${renderSpeech(context, step)} ${step.picture ? renderDrawnPicture(context, step.picture) : ''}</li>`)}</ol>
</div>`;
}

type Mistake = NonNullable<Extract<AnswerKey, { mistakes?: unknown }>['mistakes']>[number];

/** Lists the wrong answers that have specific feedback. */
function listMistakes(key: AnswerKey): { readonly answer: string; readonly feedback: MultilingualText }[] {
  const parts = Object.entries('parts' in key ? (key.parts ?? {}) : {});
  const mistakes = 'mistakes' in key ? (key.mistakes ?? []) : [];
  return [
    ...parts.map(([id, feedback]) => ({ answer: `${id} is wrong`, feedback })),
    ...mistakes.map((mistake) => ({ answer: formatMistake(mistake), feedback: mistake.says })),
  ];
}

function formatMistake(mistake: Mistake): string {
  if ('typed' in mistake) return Object.values(mistake.typed).flat().join(' / ');
  return 'area' in mistake ? Object.values(mistake.area).join(', ') : String(mistake.answer);
}

/** Renders the speech and the recordings that a child hears instead of reading the text. */
function renderSpeech(context: PreviewContext, { speech, recording }: Pick<Item, 'speech' | 'recording'>): Html | '' {
  const sounds = Object.values(recording ?? {}).map((id) => renderMediaFile(context, id));
  return speech || recording ? html` <i>🔊 ${speech ? renderText(context, speech) : ''}</i>${sounds}` : '';
}
