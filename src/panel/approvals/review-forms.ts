import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import { STICKERS } from '../../features/learning/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { hiddenField, tokenField } from '../parts/forms/form.ts';
import { stickerPicture } from '../parts/stickers.ts';

interface Deciding {
  readonly locale: string;
  readonly client: Client;
  /** The page that the form stands on, to come back to. */
  readonly back: string;
}

/** A parent's word on a to-do. It takes the place of the to-do that it is about. */
export function todoReviewForm(ctx: Context, { locale, client, back }: Deciding, id: string): Html {
  const t = messages(languageFor(locale)).panel.todos;
  const action = `/panel/todos/${id}/decide`;
  return html`<form class="decide" method="post" action="${action}" hx-post="${action}" hx-target="#todo-${id}" hx-swap="outerHTML" hx-push-url="false">
${tokenField(ctx, client)}${hiddenField('back', back)}
<button class="button small" name="decision" value="approved">${t.approve}</button>
<button class="button second small" name="decision" value="rejected">${t.reject}</button>
${noteField(`note-${id}`, t.note)}
</form>`;
}

/** A parent's word on creative work, with a sticker and a few words if they like. */
export function submissionReviewForm(ctx: Context, { locale, client, back }: Deciding, id: string): Html {
  const language = languageFor(locale);
  const t = messages(language).panel.submissions;
  const action = `/panel/works/${id}/decide`;
  const choices = STICKERS.map(
    (sticker) =>
      html`<label class="choice"><input type="radio" name="sticker" value="${sticker}">${stickerPicture(language, sticker)}</label>`,
  );
  return html`<form class="decide" method="post" action="${action}" hx-post="${action}" hx-target="#work-${id}" hx-swap="outerHTML" hx-push-url="false">
${tokenField(ctx, client)}${hiddenField('back', back)}
<details class="note"><summary>${t.add}</summary>
<fieldset class="stickers"><legend class="unseen">${t.sticker}</legend>${choices}</fieldset>
<input id="words-${id}" name="text" maxlength="1000" aria-label="${t.words}" placeholder="${t.words}" autocomplete="off"></details>
<button class="button small" name="decision" value="approved">${t.approve}</button>
<button class="button second small" name="decision" value="changes_requested">${t.sendBack}</button>
</form>`;
}

/** Words are welcome, and not in the way. */
export function noteField(id: string, label: string): Html {
  return html`<details class="note"><summary>${label}</summary><input id="${id}" name="note" maxlength="500" aria-label="${label}" autocomplete="off"></details>`;
}

/** What a decision leaves in its place; the eye is led here. */
export function reviewOutcome(id: string, title: string, outcome: string, good: boolean): Html {
  return html`<div class="line decided" id="${id}" tabindex="-1" autofocus><p class="what">${title}</p><span class="mark ${good ? 'good' : ''}">${outcome}</span></div>`;
}
