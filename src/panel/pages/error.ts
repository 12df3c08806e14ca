import type { Caller } from '../../core/caller.ts';
import { speaks, type Text } from '../../core/languages.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Verdict } from '../../platform/http/errors.ts';
import { layout } from '../layout.ts';

/** How a page says no: what is wrong in a sentence, and the way on. */
export function errorPage({ status, message }: Verdict, _caller: Caller | undefined, tag: string): Html {
  const language = speaks(tag);
  const heading = (status === 404 ? NOT_FOUND : status === 429 ? SLOWLY : SORRY)[language];
  return layout({
    title: heading,
    tag,
    width: 'narrow',
    content: html`
<svg class="sprout" viewBox="6 8 84 60" width="84" height="60" aria-hidden="true"><path class="ground" d="M8 64h80"/><path d="M48 64V36m0 12c-14 0-20-8-20-19 14 0 20 8 20 19Zm0-10c0-14 6-20 20-20 0 13-8 20-20 20Z"/></svg>
<h1>${heading}</h1>
<p class="lead">${message}</p>
<a class="button" href="/panel">${BACK[language]}</a>`,
  });
}

/** The same within the page that shows, where nothing else has changed. */
export function errorFragment({ message }: Verdict, _tag: string): Html {
  return html`<p class="problem">${message}</p>`;
}

const NOT_FOUND: Text = {
  en: 'Page not found',
  es: 'Página no encontrada',
  uk: 'Сторінку не знайдено',
  pl: 'Nie znaleziono strony',
};
const SLOWLY: Text = {
  en: 'A moment, please',
  es: 'Un momento, por favor',
  uk: 'Хвилинку, будь ласка',
  pl: 'Chwileczkę',
};
const SORRY: Text = { en: 'That did not work', es: 'No ha funcionado', uk: 'Не вийшло', pl: 'To się nie udało' };
/** To the panel, which itself sends whoever is not signed in to the login. */
const BACK: Text = { en: 'Back to the start', es: 'Volver al inicio', uk: 'На початок', pl: 'Wróć na początek' };
