import { layout } from '../../panel/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { pageEndpoint } from '../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import type { Route } from '../../platform/http/route.ts';
import { memoize } from '../memoize.ts';
import type { Block, Chapter } from './blocks.ts';
import { LEAD, referenceChapters, TITLE, toAnchor } from './chapters.ts';

export const docsPage = (routes: () => readonly Route[]) => {
  const renderPage = memoize(({ baseUrl }) => {
    const main = article(referenceChapters(routes(), baseUrl));
    return layout({ title: TITLE, locale: 'en', main, headerAction: html`<a href="/openapi.json">OpenAPI</a>` });
  });
  return pageEndpoint({
    summary: 'The API reference as a web page',
    run: async ({ settings }) => new ResponseWithHeaders(renderPage(settings), { 'cache-control': 'public, no-cache' }),
  });
};

function article(chapters: readonly Chapter[]): Html {
  return html`<article class="reference">
<h1>${TITLE}</h1>
<p class="intro">${inline(LEAD)}</p>
<nav aria-labelledby="contents"><h2 id="contents">Contents</h2><ul>${chapters.map(entry)}</ul></nav>
<div>${chapters.map(chapterView)}</div>
</article>`;
}

function entry({ title, sections }: Chapter): Html {
  const within = sections.map(
    (section) => html`<li><a href="#${toAnchor(section.title)}">${endpointTitle(section.title)}</a></li>`,
  );
  return html`<li><a href="#${toAnchor(title)}">${title}</a>${within.length > 0 ? html`<ul>${within}</ul>` : ''}</li>`;
}

function chapterView({ title, blocks, sections }: Chapter): Html {
  return html`<section>
<h2 id="${toAnchor(title)}">${title}</h2>
${blocks.map(blockView)}
${sections.map(
  (section) => html`<section class="endpoint">
<h3 id="${toAnchor(section.title)}">${endpointTitle(section.title)}</h3>
${section.blocks.map(blockView)}
</section>`,
)}
</section>`;
}

function endpointTitle(title: string): Html {
  const [method = '', path = ''] = title.split(' ');
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${addBreakOpportunities(path)}</code>`;
}

function blockView(block: Block): Html {
  if (block.kind === 'text') return html`<p>${inline(block.text)}</p>`;
  if (block.kind === 'code') return html`<pre><code>${block.text}</code></pre>`;
  if (block.kind === 'definitions')
    return html`<dl>${block.definitions.map(([name, text]) => html`<div><dt>${name}</dt><dd>${inline(text)}</dd></div>`)}</dl>`;
  return html`<div class="table"><table>
<caption>${inline(block.caption)}</caption>
<thead><tr>${block.head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${block.rows.map(rowView)}</tbody>
</table></div>`;
}

function rowView([first = '', ...others]: readonly string[]): Html {
  return html`<tr><th scope="row">${inline(first)}</th>${others.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`;
}

function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${addBreakOpportunities(part)}</code>` : part));
}

/** Lets long names break after dots, slashes and underscores. */
function addBreakOpportunities(code: string): Html {
  return html`${code.split(/(?<=[\w\]][._/])(?=[\w:])/).map((part, i) => (i === 0 ? part : html`<wbr>${part}`))}`;
}
