import type { Caller } from '../../core/caller.ts';
import { languageFor } from '../../core/languages.ts';
import { localized } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ErrorResponse } from '../../platform/http/responses/error-response.ts';
import { layout } from './layout.ts';

/** The page for an error: the problem in a sentence, and a link to continue. */
export function errorPage({ status, message }: ErrorResponse, _caller: Caller | undefined, locale: string): Html {
  const language = languageFor(locale);
  const heading = (
    status === 404
      ? localized.panel.layout.notFound
      : status === 429
        ? localized.panel.layout.slowly
        : localized.panel.layout.errorTitle
  )[language];
  return layout({
    title: heading,
    locale,
    width: 'narrow',
    content: html`
<svg class="sprout" viewBox="6 8 84 60" width="84" height="60" aria-hidden="true"><path class="ground" d="M8 64h80"/><path d="M48 64V36m0 12c-14 0-20-8-20-19 14 0 20 8 20 19Zm0-10c0-14 6-20 20-20 0 13-8 20-20 20Z"/></svg>
<h1>${heading}</h1>
<p class="lead">${message}</p>
<a class="button" href="/panel">${localized.panel.layout.backHome[language]}</a>`,
  });
}

/** The same within the page that shows, where nothing else has changed. */
export function errorFragment({ message }: ErrorResponse, _tag: string): Html {
  return html`<p class="problem">${message}</p>`;
}
