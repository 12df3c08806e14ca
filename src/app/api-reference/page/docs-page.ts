import { assetUrl, layout } from '../../../panel/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { pageEndpoint } from '../../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../../platform/http/responses/responses.ts';
import { type Route, respondsWithJson } from '../../../platform/http/route.ts';
import { memoize } from '../../memoize.ts';
import type { Chapter } from '../blocks.ts';
import { LEAD, referenceChapters, TITLE, toAnchor } from '../chapters.ts';
import { openapi } from '../openapi-document.ts';
import { blockView, endpointTitle, inline } from './blocks-view.ts';
import { errorExamplesView, objectsView } from './components-view.ts';
import { endpointView } from './endpoint-view.ts';
import { listObjects } from './objects.ts';

/** The API reference as a page. It works without JavaScript; reference.js adds search, copying and opening objects in place. */
export const docsPage = (routes: () => readonly Route[]) => {
  const renderPage = memoize(({ baseUrl }) =>
    layout({
      title: TITLE,
      locale: 'en',
      main: article(routes(), baseUrl),
      head: html`<link rel="stylesheet" href="${assetUrl('reference.css')}"><script src="${assetUrl('reference.js')}" defer></script>`,
      headerAction: html`<a href="/openapi.json">OpenAPI</a>`,
    }),
  );
  return pageEndpoint({
    summary: 'The API reference as a web page',
    run: async ({ settings }) => new ResponseWithHeaders(renderPage(settings), { 'cache-control': 'public, no-cache' }),
  });
};

interface PageChapter {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly view: Html }[];
  readonly view: Html;
}

function article(routes: readonly Route[], baseUrl: string): Html {
  const chapters = listChapters(routes, baseUrl);
  return html`<article class="reference">
<header>
<h1>${TITLE}</h1>
<p class="intro">${inline(LEAD)}</p>
</header>
<nav aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<form class="search" role="search" hidden><label for="search">Search the reference</label>
<input type="search" id="search" placeholder="todos, avatar, PIN" autocomplete="off" spellcheck="false"><output for="search"></output></form>
<ul>${chapters.map(entry)}</ul>
</nav>
<div>
${chapters.map(chapterView)}
</div>
</article>`;
}

function listChapters(routes: readonly Route[], baseUrl: string): PageChapter[] {
  const document = openapi(routes, baseUrl);
  const byTitle = new Map<string, Route>(
    routes.filter(respondsWithJson).map((route) => [`${route.method} ${route.path}`, route]),
  );
  const sectionView = (title: string) => {
    const route = byTitle.get(title);
    if (!route) throw new Error(`There is no endpoint ${title}.`);
    return { title, view: endpointView(route, document, baseUrl) };
  };
  const chapters = referenceChapters(routes, baseUrl).map(({ title, blocks, sections }: Chapter) => ({
    title,
    view: html`${blocks.map(blockView)}`,
    sections: sections.map((section) => sectionView(section.title)),
  }));
  return [
    ...chapters,
    { title: 'Objects', view: objectsView(document, listObjects(document)), sections: [] },
    { title: 'Examples of errors', view: errorExamplesView(document), sections: [] },
  ];
}

function entry({ title, sections }: PageChapter): Html {
  const within = sections.map(
    (section) => html`<li><a href="#${toAnchor(section.title)}">${endpointTitle(section.title)}</a></li>`,
  );
  return html`<li><a href="#${toAnchor(title)}">${title}</a>${within.length > 0 ? html`<ul>${within}</ul>` : ''}</li>`;
}

function chapterView({ title, view, sections }: PageChapter): Html {
  return html`<section>
<h2 id="${toAnchor(title)}">${title}</h2>
${view}
${sections.map(
  (section) => html`<section class="endpoint">
<h3 id="${toAnchor(section.title)}">${endpointTitle(section.title)}</h3>
${section.view}
</section>`,
)}
</section>`;
}
