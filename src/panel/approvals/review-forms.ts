import { STICKERS } from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { renderSticker } from '../parts/stickers.ts';

/**
 * Renders the form to approve or reject a to-do. After the review, the parent returns to the page `returnTo`. With htmx, the
 * outcome replaces the to-do instead.
 */
export function renderTodoReviewForm(request: PanelRequest, id: string, returnTo: string): Html {
  const t = request.t.child.todos.list;
  const action = `/panel/todos/${id}/decide`;
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
  const action = `/panel/works/${id}/decide`;
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
