import type { Caller } from '../../core/requests/caller.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ErrorResponse } from '../../platform/http/responses/error-response.ts';
import { renderLayout } from './layout.ts';

/** Renders the page for an error: a sentence about the error, and a link to the panel. */
export function renderErrorPage({ status, message }: ErrorResponse, _caller: Caller | undefined, locale: string): Html {
  const t = getMessages(toLanguage(locale)).panel.layout;
  const titles: Readonly<Record<number, string>> = { 404: t.notFound, 429: t.tooManyRequests };
  const title = titles[status] ?? t.errorTitle;
  const main = html`
<svg class="illustration" viewBox="6 8 84 60" width="84" height="60" aria-hidden="true"><path class="ground" d="M8 64h80"/><path d="M48 64V36m0 12c-14 0-20-8-20-19 14 0 20 8 20 19Zm0-10c0-14 6-20 20-20 0 13-8 20-20 20Z"/></svg>
<h1>${title}</h1>
<p class="intro">${message}</p>
<a class="button" href="/panel">${t.backToStart}</a>`;
  return renderLayout({ title, locale, width: 'narrow', main });
}

/** Renders an error as a fragment, which htmx shows on the open page. */
export function renderErrorFragment({ message }: ErrorResponse, _locale: string): Html {
  return html`<p class="error">${message}</p>`;
}
