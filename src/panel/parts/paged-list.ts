import { getFirstRowIndex, type OffsetPage, type OffsetParams } from '../../core/requests/paging.ts';
import { type Html, html } from '../../platform/html.ts';
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from '../../platform/http/endpoint.ts';
import { getAssetUrl } from '../assets.ts';
import type { PanelMessages, RenderMode } from '../endpoints.ts';
import { OptionalField } from './forms/field.ts';
import { renderIcon } from './pictures.ts';

/** One page of a list, and how to render it. */
export interface PagedList<Row> extends OffsetPage<Row> {
  readonly t: PanelMessages;
  /** The API path of the list, from which htmx loads other pages of the list. Without it, links lead to other pages of the panel. */
  readonly fragmentPath?: string;
  /** The page of the panel that contains the list, for links without JavaScript. */
  readonly pagePath: string;
  /** Shown when the list has no rows on any page. */
  readonly texts?: ListTexts;
  /** `repeats` are the other rows of the page with the same `groupKey`, which are not rendered on their own. */
  readonly renderRow: (row: Row, repeats: readonly Row[]) => Html;
  /** Rows with the same key are rendered as one, at the place of the first. A row with the key `null` stands alone. */
  readonly groupKey?: (row: Row) => string | null;
  /** The name of the list for screen readers. */
  readonly label?: string;
  /** CSS classes of the rows' container. */
  readonly className?: string;
  /** Splits the rows of a page into parts, each with its own heading. */
  readonly split?: (rows: readonly Row[]) => readonly ListPart<Row>[];
}

export interface ListPart<Row> {
  readonly rows: readonly Row[];
  readonly heading: Html | string;
  readonly className: string;
}

export interface ListTexts {
  readonly none: string;
  /** Which rows will appear in the list, and how. */
  readonly noneHint: string;
}

/** Renders the rows with links to the previous and the next page. */
export function renderList<Row>(list: PagedList<Row>, mode: RenderMode): Html {
  const { total, page, texts } = list;
  const body = total === 0 ? html`${texts ? renderEmptyState(texts.none, texts.noneHint) : ''}` : renderRows(list);
  return html`<div class="list" id="list">${total > 0 && (mode === 'fragment' || page > 1) ? renderRange(list, mode) : ''}
${body}
${renderPager(list)}</div>`;
}

function renderRows<Row>(list: PagedList<Row>): Html {
  const { renderRow, className = '', label, split } = list;
  const parts = split?.(list.rows).filter(({ rows }) => rows.length > 0) ?? [
    { rows: list.rows, heading: '', className },
  ];
  return html`${parts.map(
    (part) =>
      html`${part.heading}<ul class="rows ${part.className}"${label ? html` aria-label="${label}"` : ''}>${groupRows({ ...list, rows: part.rows }).map(([row, ...repeats]) => html`<li>${renderRow(row, repeats)}</li>`)}</ul>`,
  )}`;
}

function groupRows<Row>({ rows, groupKey }: PagedList<Row>): [Row, ...Row[]][] {
  const groups = new Map<string | Row, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = groupKey?.(row) ?? row;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** Renders why a list is empty, and what will appear in it. */
export function renderEmptyState(title: string, explanation: string): Html {
  return html`<div class="empty-state"><img src="${getAssetUrl('icon.svg')}" alt="" width="48" height="48"><h2>${title}</h2><p>${explanation}</p></div>`;
}

/** The parameters of a page that contains a list. `done` is the key of a notice, and `undo` the item that it is about (`findOutcome`). */
export const LIST_PAGE_QUERY = {
  page: OptionalField,
  per_page: OptionalField,
  done: OptionalField,
  undo: OptionalField,
};

/** Parses the parameters of a page that contains a list. An invalid value is replaced by the default of the list's API. */
export function parsePageParams(query: { readonly page?: string; readonly per_page?: string }): OffsetParams {
  const parse = (text: string | undefined, max: number, defaultValue: number) => {
    const value = Number(text ?? defaultValue);
    return Number.isInteger(value) && value >= 1 && value <= max ? value : defaultValue;
  };
  return { page: parse(query.page, MAX_PAGE, 1), per_page: parse(query.per_page, MAX_PER_PAGE, DEFAULT_PER_PAGE) };
}

/** Renders the range of the shown rows: "21–40 of 500". Of a single page, it is only for those who hear the focus move to it. */
function renderRange<Row>(list: PagedList<Row>, mode: RenderMode): Html {
  const { rows, total } = list;
  const t = list.t.parts.pagedList;
  const first = getFirstRowIndex(list) + 1;
  const text = rows.length === 0 ? t.emptyPage : t.range({ first, last: first + rows.length - 1, total });
  const focus = mode === 'fragment' ? html` tabindex="-1" autofocus` : '';
  const isOnlyPage = list.page === 1 && total <= list.per_page;
  return html`<p class="hint list-range ${isOnlyPage ? 'visually-hidden' : ''}"${focus}>${text}</p>`;
}

function renderPager<Row>(list: PagedList<Row>): Html | string {
  const { total, page, per_page } = list;
  const lastPage = Math.ceil(total / per_page);
  if (lastPage <= 1 && page === 1) return '';
  const t = list.t.parts.pagedList;
  const previous = page > 1 ? renderPageLink(list, Math.min(page - 1, Math.max(1, lastPage)), 'prev') : '';
  const next = page < lastPage ? renderPageLink(list, page + 1, 'next') : '';
  return html`<nav class="pagination" aria-label="${t.pages}">${previous}<span>${t.page({ page, last: lastPage })}</span>${next}</nav>`;
}

function renderPageLink<Row>(list: PagedList<Row>, page: number, rel: 'prev' | 'next'): Html {
  const { fragmentPath, pagePath, per_page } = list;
  const t = list.t.parts.pagedList;
  const query = new URLSearchParams({
    page: String(page),
    ...(per_page !== DEFAULT_PER_PAGE && { per_page: String(per_page) }),
  });
  const target = addQuery(pagePath, query);
  const label = rel === 'prev' ? html`${renderIcon('previous')}${t.previous}` : html`${t.next}${renderIcon('next')}`;
  const loading = fragmentPath
    ? html` hx-get="${addQuery(fragmentPath, query)}" hx-target="#list" hx-swap="outerHTML show:top" hx-push-url="${target}"`
    : '';
  return html`<a class="button outline" rel="${rel}" href="${target}"${loading}>${label}</a>`;
}

function addQuery(path: string, query: URLSearchParams): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
