import type { ApiError } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/caller.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getAssetUrl, renderLayout } from '../../panel/index.ts';
import { prepareForm, renderHiddenField } from '../../panel/parts/forms/form.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { ActError } from './family-acts.ts';

// What the pages of the operator share. They are in English, as the commands are, and show no work or answer of a child.

export const OPERATOR_PATH = '/operator';

interface PageOptions {
  readonly title: string;
  /** Whether it is the page that the others link to. */
  readonly isOverview?: boolean;
  /** What a form has done. */
  readonly notice?: string | undefined;
  /** Why a form was refused. */
  readonly error?: ActError | ApiError | undefined;
}

/** Renders a button that sends a form, after the fields that it needs. */
export type RenderForm = (action: string, label: string, fields: FormFields) => Html;

interface FormFields {
  readonly hidden?: Readonly<Record<string, string>>;
  /** A text field, by its name. */
  readonly text?: { readonly name: string; readonly label: string };
  readonly isDangerous?: boolean;
}

/** Renders a page, whose forms `renderMain` renders with the function that it gets. */
export function renderPage(
  { ctx, client }: { readonly ctx: Context; readonly client: Client },
  { title, isOverview = false, notice, error }: PageOptions,
  renderMain: (renderForm: RenderForm) => Html,
): ResponseWithHeaders<Html> {
  const { csrfField, headers } = prepareForm({ ctx, client });
  const renderForm: RenderForm = (action, label, { hidden = {}, text, isDangerous = false }) =>
    html`<form method="post" action="${action}">${csrfField}${Object.entries(hidden).map(([name, value]) => renderHiddenField(name, value))}${
      text ? html`<label>${text.label} <input name="${text.name}" required autocomplete="off"></label>` : ''
    }<button class="button small ${isDangerous ? 'danger' : 'outline'}">${label}</button></form>`;
  const main = html`${isOverview ? '' : html`<nav aria-label="Pages"><a href="${OPERATOR_PATH}">Operator</a></nav>`}
<h1>${title}</h1>
${notice ? html`<p class="flash" role="status">${notice}</p>` : ''}${error ? html`<p class="error" role="alert">${error.message}</p>` : ''}
${renderMain(renderForm)}`;
  const page = renderLayout({
    title,
    locale: 'en',
    main: html`<div class="operator">${main}</div>`,
    head: html`<link rel="stylesheet" href="${getAssetUrl('operator.css')}"><meta name="robots" content="noindex">`,
  });
  return new ResponseWithHeaders(
    page,
    headers,
    error && (error instanceof ActError && error.reason === 'not-found' ? 404 : 409),
  );
}

/** Renders a section with a heading, whose id is the name of the section. */
export function renderSection(id: string, heading: string, content: Html): Html {
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${content}</section>`;
}

/** Renders rows under column headings. On a phone, each cell of a wide table is a line with its heading. */
export function renderTable(
  label: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  return html`<div class="table${columns.length > 2 ? ' wide' : ''}" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, i) => html`<td data-label="${columns[i]}">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Renders names with their values. */
export function renderFacts(facts: readonly (readonly [string, Html | string])[]): Html {
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Formats an instant to the minute, in UTC: "2026-11-29 18:40". */
export function formatAt(at: Instant | null): string {
  return at === null ? '–' : at.slice(0, 16).replace('T', ' ');
}
