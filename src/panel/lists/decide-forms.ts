import { speaks } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Client } from '../../platform/http/client.ts';
import { hiddenField, tokenField } from '../parts/form.ts';
import { STICKER_IDS, stickerPicture } from '../stickers.ts';
import { TODO_WORDS } from './todo-words.ts';
import { WORK_WORDS } from './work-words.ts';

interface Deciding {
  readonly tag: string;
  readonly client: Client;
  /** The page that the form stands on, to come back to. */
  readonly back: string;
}

/** A parent's word on a to-do. It takes the place of the to-do that it is about. */
export function decideTodoForm(ctx: Context, { tag, client, back }: Deciding, id: string): Html {
  const words = TODO_WORDS[speaks(tag)];
  const action = `/panel/todos/${id}/decide`;
  return html`<form class="decide" method="post" action="${action}" hx-post="${action}" hx-target="#todo-${id}" hx-swap="outerHTML" hx-push-url="false">
${tokenField(ctx, client)}${hiddenField('back', back)}
<button class="button small" name="decision" value="approved">${words.approve}</button>
<button class="button second small" name="decision" value="rejected">${words.reject}</button>
${noteField(`note-${id}`, words.note)}
</form>`;
}

/** A parent's word on creative work, with a sticker and a few words if they like. */
export function decideWorkForm(ctx: Context, { tag, client, back }: Deciding, id: string): Html {
  const language = speaks(tag);
  const words = WORK_WORDS[language];
  const action = `/panel/works/${id}/decide`;
  const choices = STICKER_IDS.map(
    (sticker) =>
      html`<label class="choice"><input type="radio" name="sticker" value="${sticker}">${stickerPicture(language, sticker)}</label>`,
  );
  return html`<form class="decide" method="post" action="${action}" hx-post="${action}" hx-target="#work-${id}" hx-swap="outerHTML" hx-push-url="false">
${tokenField(ctx, client)}${hiddenField('back', back)}
<details class="note"><summary>${words.add}</summary>
<fieldset class="stickers"><legend class="unseen">${words.sticker}</legend>${choices}</fieldset>
<input id="words-${id}" name="text" maxlength="1000" aria-label="${words.words}" placeholder="${words.words}" autocomplete="off"></details>
<button class="button small" name="decision" value="approved">${words.approve}</button>
<button class="button second small" name="decision" value="changes_requested">${words.sendBack}</button>
</form>`;
}

/** Words are welcome, and not in the way. */
export function noteField(id: string, label: string): Html {
  return html`<details class="note"><summary>${label}</summary><input id="${id}" name="note" maxlength="500" aria-label="${label}" autocomplete="off"></details>`;
}

/** What a decision leaves in its place; the eye is led here. */
export function decided(id: string, title: string, outcome: string, good: boolean): Html {
  return html`<div class="line decided" id="${id}" tabindex="-1" autofocus><p class="what">${title}</p><span class="mark ${good ? 'good' : ''}">${outcome}</span></div>`;
}
