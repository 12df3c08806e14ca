import { toLanguage } from '../../core/text/languages.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ErrorResponse } from '../../platform/http/responses/error-response.ts';
import { getAssetUrl, listFontUrls } from '../assets.ts';
import { removeFieldName } from '../parts/forms/field.ts';

export interface LayoutProps {
  readonly title: string;
  /** The BCP 47 tag of the reader's language. */
  readonly locale: string;
  /** The content of <main>. */
  readonly main: Html;
  readonly width?: 'narrow' | 'wide';
  /** The navigation of the panel. Pages with navigation use htmx and have an area for notices. */
  readonly navigation?: Html;
  /** Additional stylesheets and scripts of the page. */
  readonly head?: Html;
  /** A form or a link at the end of the top bar. */
  readonly headerAction?: Html;
  /** A message at the top of the page, such as the result of a form. */
  readonly notice?: Html;
}

/** Renders the HTML document of a page. */
export function renderLayout({
  title,
  locale,
  main,
  width = 'wide',
  navigation,
  head,
  headerAction,
  notice,
}: LayoutProps): Html {
  const language = toLanguage(locale);
  const t = getMessages(language).panel.layout;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${BACKGROUND_COLORS.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${BACKGROUND_COLORS.dark}" media="(prefers-color-scheme: dark)">
<title>${title} · ${BRAND}</title>
<meta name="description" content="${t.description}">
<link rel="icon" href="${getAssetUrl('icon.svg')}">
<link rel="apple-touch-icon" href="${getAssetUrl('apple-touch-icon.png')}">
<link rel="manifest" href="/manifest.webmanifest">
${listFontUrls(language).map((url) => html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`)}
<link rel="stylesheet" href="${getAssetUrl('panel.css')}">
${navigation ? renderScriptTags() : ''}${head ?? ''}
</head>
<body${navigation ? html` hx-boost:inherited="true"` : ''}>
<a class="skip-link" href="#main">${t.skip}</a>
<header class="top-bar">
<a class="brand" href="/panel"><img src="${getAssetUrl('icon.svg')}" alt="" width="32" height="32">${BRAND}</a>
${navigation ?? ''}
${headerAction ?? ''}
</header>
<main id="main" class="${width}">${navigation ? renderNoticeArea(t.requestFailed, notice) : ''}
${main}</main>
</body>
</html>`;
}

/** The name of the service in the titles of its pages. */
export const BRAND = 'Family Learning';

/** The same values as `--background` in 02-tokens.css. Phones show this color at the edges of the screen. */
export const BACKGROUND_COLORS = { light: '#fbf6ee', dark: '#1b1814' };

/** The configuration of htmx, with the timeout in milliseconds. htmx must not add inline styles, because the content security policy forbids them. */
const HTMX_CONFIG = JSON.stringify({ includeIndicatorCSS: false, defaultTimeout: 20_000 });

function renderScriptTags(): Html {
  return html`<meta name="htmx-config" content="${HTMX_CONFIG}">
<script src="${getAssetUrl('panel.js')}" defer></script>`;
}

/** Renders a live region for notices. panel.js shows `networkError` there when a request receives no response. */
function renderNoticeArea(networkError: string, notice: Html | undefined): Html {
  return html`<div id="notice" role="status" data-network-error="${networkError}">${notice ?? ''}</div>`;
}

/** Renders the page for an error: a sentence about the error, and a link to the panel. */
export function renderErrorPage({ status, message, details }: ErrorResponse, locale: string): Html {
  const t = getMessages(toLanguage(locale)).panel.layout;
  const titles: Readonly<Record<number, string>> = { 404: t.notFound, 429: t.tooManyRequests };
  const title = titles[status] ?? t.errorTitle;
  const main = html`
<svg class="illustration" viewBox="6 8 84 60" width="84" height="60" aria-hidden="true"><path class="ground" d="M8 64h80"/><path d="M48 64V36m0 12c-14 0-20-8-20-19 14 0 20 8 20 19Zm0-10c0-14 6-20 20-20 0 13-8 20-20 20Z"/></svg>
<h1>${title}</h1>
<p class="intro">${removeFieldName(message, details)}</p>
<a class="button" href="/panel">${t.backToStart}</a>`;
  return renderLayout({ title, locale, width: 'narrow', main });
}

/** Renders an error as a fragment, which htmx shows on the open page. */
export function renderErrorFragment({ message, details }: ErrorResponse, _locale: string): Html {
  return html`<p class="error">${removeFieldName(message, details)}</p>`;
}
