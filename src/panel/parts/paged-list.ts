import { languageFor } from '../../core/languages.ts';
import type { OffsetPage, OffsetParams } from '../../core/offset-page.ts';
import { messages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { icon } from './icons.ts';

/** A list on a page, and how to get to its other parts. */
export interface PagedList<Row> extends OffsetPage<Row> {
  readonly locale: string;
  /** Where its rows come from by themselves, and the page that they stand on. */
  readonly fragmentPath: string;
  readonly pagePath: string;
  /** What is shown when there is nothing. */
  readonly empty: Html;
  readonly row: (row: Row) => Html;
  /** What stands before the rows, such as a form around them begins. */
  readonly kind?: string;
}

/** Whether rows come alone, into a page that shows already: then the eye is led to them. */
export type RenderMode = 'with the page' | 'alone';

/** The rows with a pager; the first paint and what takes its place later are this same piece. */
export function listView<Row>(list: PagedList<Row>, coming: RenderMode): Html {
  const { rows, total, page, empty, row, kind = '' } = list;
  const body =
    total === 0 ? empty : html`<ul class="rows ${kind}">${rows.map((one) => html`<li>${row(one)}</li>`)}</ul>`;
  return html`<div class="list" id="list">${total > 0 && (coming === 'alone' || page > 1) ? standing(list, coming) : ''}
${body}
${pager(list)}</div>`;
}

/** "21–40 of 500" */
function standing<Row>({ locale, rows, total, page, per_page }: PagedList<Row>, coming: RenderMode): Html {
  const language = languageFor(locale);
  const first = (page - 1) * per_page + 1;
  const text = messages(language).panel.lists.standing({ first, last: first + rows.length - 1, total });
  const focus = coming === 'alone' ? html` tabindex="-1" autofocus` : '';
  return html`<p class="hint standing"${focus}>${rows.length === 0 ? messages(language).panel.lists.pastTheEnd : text}</p>`;
}

function pager<Row>(list: PagedList<Row>): Html | string {
  const { locale, total, page, per_page } = list;
  const last = Math.ceil(total / per_page);
  if (last <= 1 && page === 1) return '';
  const t = messages(languageFor(locale)).panel.lists;
  const newer = page > 1 ? way(list, Math.min(page - 1, Math.max(1, last)), t.previous, 'prev') : '';
  const older = page < last ? way(list, page + 1, t.next, 'next') : '';
  return html`<nav class="pager" aria-label="${t.pages}">${newer}<span>${t.page({ page, last })}</span>${older}</nav>`;
}

function way<Row>({ fragmentPath, pagePath, per_page }: PagedList<Row>, page: number, text: string, rel: string): Html {
  const query = new URLSearchParams({ page: String(page), ...(per_page !== 20 && { per_page: String(per_page) }) });
  const target = withQuery(pagePath, query);
  return html`<a class="button quiet" rel="${rel}" href="${target}" hx-get="${withQuery(fragmentPath, query)}" hx-target="#list" hx-swap="outerHTML show:top" hx-push-url="${target}">${rel === 'prev' ? icon('back') : ''}${text}${rel === 'next' ? icon('forth') : ''}</a>`;
}

function withQuery(path: string, query: URLSearchParams): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** A page's own query, read leniently: a page that somebody typed wrong is the first one. */
export function parseOffset(query: { page?: string | undefined }, per_page = 20): OffsetParams {
  const page = Number(query.page ?? 1);
  return { page: Number.isInteger(page) && page >= 1 && page <= 1_000_000_000 ? page : 1, per_page };
}

/** An address of our own as pages write it: without where we are. */
export function relativePath(baseUrl: string, url: string): string {
  return url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
}
