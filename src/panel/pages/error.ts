import type { Caller } from '../../core/caller.ts';
import { speaks, type Text } from '../../core/languages.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Verdict } from '../../platform/http/errors.ts';
import { layout } from '../layout.ts';

/** How a page says no: what is wrong in a sentence, and the way on. */
export function errorPage({ status, message }: Verdict, caller: Caller | undefined, tag: string): Html {
  const language = speaks(tag);
  const heading = (status === 404 ? NOT_FOUND : status === 429 ? SLOWLY : SORRY)[language];
  return layout({
    title: heading,
    tag,
    width: 'narrow',
    content: html`<div class="card">
<h1>${heading}</h1>
<p>${message}</p>
<a class="button" href="${caller ? '/panel' : '/login'}">${BACK[language]}</a>
</div>`,
  });
}

const NOT_FOUND: Text = { en: 'Nothing here', es: 'Aquí no hay nada', uk: 'Тут порожньо', pl: 'Nic tu nie ma' };
const SLOWLY: Text = {
  en: 'A moment, please',
  es: 'Un momento, por favor',
  uk: 'Хвилинку, будь ласка',
  pl: 'Chwileczkę',
};
const SORRY: Text = { en: 'That did not work', es: 'No ha funcionado', uk: 'Не вийшло', pl: 'To się nie udało' };
const BACK: Text = { en: 'Go on', es: 'Continuar', uk: 'Далі', pl: 'Dalej' };
