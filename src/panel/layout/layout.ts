import { type Language, languageFor } from '../../core/languages.ts';
import { localized } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { assetUrl, fontUrls } from '../assets.ts';

export interface LayoutProps {
  readonly title: string;
  /** BCP 47 tag of the reader's language. */
  readonly locale: string;
  readonly content: Html;
  /** What stands at the end of the top bar. */
  readonly corner?: Html | undefined;
  readonly width?: 'narrow' | 'wide' | undefined;
  /** Within the panel: the ways to its other pages. */
  readonly navigation?: Html | undefined;
  /** Within the panel: something to be told once, such as that what was asked for is done. */
  readonly notice?: Html | string | undefined;
}

/** The page around every page. */
export function layout({ title, locale, content, corner, navigation, notice, width = 'wide' }: LayoutProps): Html {
  const language = languageFor(locale);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${PAPER.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PAPER.dark}" media="(prefers-color-scheme: dark)">
<title>${title} · ${BRAND}</title>
<link rel="icon" href="${assetUrl('icon.svg')}">
${fontUrls(language).map((url) => html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`)}
<link rel="stylesheet" href="${assetUrl('panel.css')}">
${navigation ? scripts() : ''}
</head>
<body${navigation ? html` hx-boost:inherited="true"` : ''}>
<a class="skip" href="#main">${localized.panel.layout.skip[language]}</a>
<header class="bar">
<a class="brand" href="/panel"><img src="${assetUrl('icon.svg')}" alt="" width="32" height="32">${BRAND}</a>
${navigation ?? ''}
${corner ?? ''}
</header>
<main id="main" class="${width}">${navigation ? noticePlace(language, notice) : ''}
${content}</main>
</body>
</html>`;
}

const BRAND = 'Family Learning';

/** As in 2-tokens.css: a phone colours its own edge like the page. */
const PAPER = { light: '#fbf6ee', dark: '#1b1814' };

/** Nothing is evaluated, no style is written into the page, and private pages are kept nowhere: going back asks anew. */
const HTMX = JSON.stringify({ includeIndicatorCSS: false, defaultTimeout: 20_000 });

function scripts(): Html {
  return html`<meta name="htmx-config" content="${HTMX}">
<script src="${assetUrl('panel.js')}" defer></script>`;
}

/** Where whatever happened is told, aloud to a screen reader too; panel.js tells here that nothing came back. */
function noticePlace(language: Language, notice: Html | string | undefined): Html {
  return html`<div id="notice" role="status" data-lost="${localized.panel.layout.lost[language]}">${notice ?? ''}</div>`;
}
