import type { Language } from '../../core/text/languages.ts';
import { getSubmissionFilePath, STICKERS, type SubmissionDetails } from '../../features/learning/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { getAssetUrl } from '../assets.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';

/**
 * Renders the form to approve or reject a to-do. After the review, the parent returns to the page `returnTo`. With htmx, the
 * outcome replaces the to-do instead.
 */
export function renderTodoReviewForm(request: PanelRequest, id: string, returnTo: string): Html {
  const t = request.t.child.todos.list;
  const action = `/panel/todos/${id}/review`;
  return html`<form class="review-form" method="post" action="${action}" hx-post="${action}" hx-target="#todo-${id}" hx-swap="outerHTML" hx-push-url="false">
${renderCsrfField(request)}${renderHiddenField('back', returnTo)}
<button class="button small" name="decision" value="approved">${t.approve}</button>
<button class="button secondary small" name="decision" value="rejected">${t.reject}</button>
<details class="disclosure"><summary>${t.note}</summary><input id="note-${id}" name="note" maxlength="500" aria-label="${t.note}" autocomplete="off"></details>
</form>`;
}

/** Renders the form to approve a submission or request changes, with an optional sticker and comment. */
export function renderSubmissionReviewForm(request: PanelRequest, id: string, returnTo: string): Html {
  const { language } = request;
  const t = request.t.child.submissions;
  const action = `/panel/submissions/${id}/review`;
  const stickers = STICKERS.map(
    (sticker) =>
      html`<label class="sticker-choice"><input type="radio" name="sticker" value="${sticker}">${renderSticker(language, sticker)}</label>`,
  );
  return html`<form class="review-form" method="post" action="${action}" hx-post="${action}" hx-target="#submission-${id}" hx-swap="outerHTML" hx-push-url="false">
${renderCsrfField(request)}${renderHiddenField('back', returnTo)}
<details class="disclosure"><summary>${t.addFeedback}</summary>
<fieldset class="stickers"><legend class="visually-hidden">${t.sticker}</legend>${stickers}</fieldset>
<input id="comment-${id}" name="text" maxlength="1000" aria-label="${t.comment}" placeholder="${t.comment}" autocomplete="off"></details>
<button class="button small" name="decision" value="approved">${t.approve}</button>
<button class="button secondary small" name="decision" value="changes_requested">${t.requestChanges}</button>
</form>`;
}

/** Renders a sticker as an image with its name as alternative text. All stickers are in one SVG file. */
export function renderSticker(language: Language, id: string, size = 40): Html | string {
  const sticker = STICKERS.find((name) => name === id);
  if (!sticker) return '';
  const name = getMessages(language).submissions.stickers[sticker];
  return html`<img class="sticker" src="${getAssetUrl('stickers.svg')}#${id}" alt="${name}" width="${size}" height="${size}" loading="lazy">`;
}

/**
 * Renders what a child submitted: pictures as links to their files, sounds with a player, and texts. `hx-boost="false"`
 * prevents htmx from inserting the bytes of a picture into the page.
 */
export function renderSubmissionContent(
  request: PanelRequest,
  title: string,
  { files, text, caption }: Pick<SubmissionDetails, 'files' | 'text' | 'caption'>,
): Html {
  const t = request.t.child.submissions;
  const media = files.map(({ name, mime }, i) => {
    const path = getSubmissionFilePath(name);
    if (mime.startsWith('audio/'))
      return html`<audio controls preload="none" src="${path}" aria-label="${t.sound({ title })}"></audio>`;
    return html`<a href="${path}" hx-boost="false"><img src="${path}" alt="${t.picture({ title, n: i + 1 })}" loading="lazy" width="640" height="480"></a>`;
  });
  return html`${files.length > 0 ? html`<div class="submission-media">${media}</div>` : ''}${text ? html`<p class="user-text submission-text">${text}</p>` : ''}${caption ? html`<p class="user-text hint">${caption}</p>` : ''}`;
}
