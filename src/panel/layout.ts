import { speaks } from '../core/languages.ts';
import { type Html, html } from '../platform/html.ts';
import { assetUrl } from './assets.ts';

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
  return html`<!doctype html>
<html lang="${speaks(tag)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('panel.css')}">
</head>
<body>
<header class="bar">
<a class="brand" href="/panel"><img src="${assetUrl('icon.svg')}" alt="" width="32" height="32">Family Learning</a>
${corner ?? ''}
</header>
<main class="${width}">${content}</main>
</body>
</html>`;
}
