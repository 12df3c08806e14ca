import { setImmediate } from 'node:timers/promises';
import { getAssetUrl, renderLayout } from '../../../panel/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { definePageEndpoint } from '../../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../../platform/http/responses/responses.ts';
import type { Route } from '../../../platform/http/route.ts';
import { memoizeBySettings } from '../../memoize-by-settings.ts';
import { buildReferenceChapters, REFERENCE_SUMMARY, REFERENCE_TITLE, toAnchor } from '../chapters.ts';
import { buildOpenApiDocument } from '../openapi-document.ts';
import { renderBlock, renderEndpointTitle, renderInlineCode } from './blocks-view.ts';
import { renderErrorExamples, renderObjects } from './components-view.ts';
import { renderEndpoint } from './endpoint-view.ts';
import { listObjectNames } from './objects.ts';

/**
 * Defines the page with the API reference, which also works without JavaScript.
 */
export const defineDocsPage = (routes: () => readonly Route[]) => {
  const renderPage = memoizeBySettings(async ({ baseUrl }) =>
    renderLayout({
      title: REFERENCE_TITLE,
      locale: 'en',
      main: await renderReference(routes(), baseUrl),
      head: html`<link rel="stylesheet" href="${getAssetUrl('reference.css')}"><script src="${getAssetUrl('reference.js')}" defer></script>`,
      headerAction: html`<a href="/openapi.json">OpenAPI</a>`,
    }),
  );
  return definePageEndpoint({
    summary: 'The API reference as a web page',
    run: async ({ settings }) =>
      new ResponseWithHeaders(await renderPage(settings), { 'cache-control': 'public, no-cache' }),
  });
};

interface PageChapter {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly view: Html }[];
  readonly view: Html;
}

async function renderReference(routes: readonly Route[], baseUrl: string): Promise<Html> {
  const chapters = await renderChapters(routes, baseUrl);
  return html`<article class="reference">
<header>
<h1>${REFERENCE_TITLE}</h1>
<p class="intro">${renderInlineCode(REFERENCE_SUMMARY)}</p>
</header>
<nav aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<form class="search" role="search" hidden><label for="search">Search the reference</label>
<input type="search" id="search" placeholder="todos, avatar, PIN" autocomplete="off" spellcheck="false"><output for="search"></output></form>
<ul>${chapters.map(renderContentsEntry)}</ul>
</nav>
<div>
${chapters.map(renderChapter)}
</div>
</article>`;
}

/** Renders one chapter in each turn of the event loop, so that the first request of the page does not delay other requests. */
async function renderChapters(routes: readonly Route[], baseUrl: string): Promise<PageChapter[]> {
  const document = buildOpenApiDocument(routes, baseUrl);
  await setImmediate();
  const chapters: PageChapter[] = [];
  for (const chapter of buildReferenceChapters(routes, baseUrl)) {
    await setImmediate();
    chapters.push({
      title: chapter.title,
      view: html`${chapter.blocks.map(renderBlock)}`,
      sections: chapter.routes.map((route) => ({
        title: `${route.method} ${route.path}`,
        view: renderEndpoint(route, document, baseUrl),
      })),
    });
  }
  await setImmediate();
  return [
    ...chapters,
    { title: 'Objects', view: renderObjects(document, listObjectNames(document)), sections: [] },
    { title: 'Examples of errors', view: renderErrorExamples(document), sections: [] },
  ];
}

function renderContentsEntry({ title, sections }: PageChapter): Html {
  const sectionEntries = sections.map(
    (section) => html`<li><a href="#${toAnchor(section.title)}">${renderEndpointTitle(section.title)}</a></li>`,
  );
  return html`<li><a href="#${toAnchor(title)}">${title}</a>${sectionEntries.length > 0 ? html`<ul>${sectionEntries}</ul>` : ''}</li>`;
}

function renderChapter({ title, view, sections }: PageChapter): Html {
  return html`<section>
<h2 id="${toAnchor(title)}">${title}</h2>
${view}
${sections.map(
  (section) => html`<section class="endpoint">
<h3 id="${toAnchor(section.title)}">${renderEndpointTitle(section.title)}</h3>
${section.view}
</section>`,
)}
</section>`;
}
