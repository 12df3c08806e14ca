import { speaks } from '../core/languages.ts';
import { type Html, html } from '../platform/html.ts';
import { assetUrl, fontUrls } from './assets.ts';

export interface Frame {
  readonly title: string;
  /** BCP 47 tag of whoever reads. */
  readonly tag: string;
  readonly content: Html;
  /** What stands at the end of the top bar. */
  readonly corner?: Html | undefined;
  readonly width?: 'narrow' | 'wide';
}

/** The page around every page. */
export function layout({ title, tag, content, corner, width = 'wide' }: Frame): Html {
  const language = speaks(tag);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${PAPER.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PAPER.dark}" media="(prefers-color-scheme: dark)">
<title>${title} · ${BRAND}</title>
<link rel="icon" href="${assetUrl('icon.svg')}">
${fontUrls(language).map((url) => html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`)}
<link rel="stylesheet" href="${assetUrl('panel.css')}">
</head>
<body>
<header class="bar">
<a class="brand" href="/panel"><img src="${assetUrl('icon.svg')}" alt="" width="32" height="32">${BRAND}</a>
${corner ?? ''}
</header>
<main class="${width}">${content}</main>
</body>
</html>`;
}

const BRAND = 'Family Learning';

/** As in panel.css: a phone colours its own edge like the page. */
const PAPER = { light: '#fbf6ee', dark: '#1b1814' };
