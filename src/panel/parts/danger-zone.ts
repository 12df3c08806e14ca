import type { Readable } from 'node:stream';
import type { Profile } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { FileResponse } from '../../platform/http/responses/responses.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { getChildPath } from './paths.ts';

interface DangerZoneProps {
  /** The child that the action is about; undefined for an action on the parent's account. */
  readonly child?: Profile;
  readonly title: string;
  readonly intro: string;
  readonly card: Html;
  readonly notice?: Html | undefined;
}

/**
 * Renders the page for a deletion or an export, which require a code that the parent has entered a short time ago. The page links
 * back to the child's settings or to the parent's account.
 */
export function renderDangerZonePage(
  request: PanelRequest,
  { child, title, intro, card, notice }: DangerZoneProps,
): Promise<Html> {
  const backLink = child
    ? html`<a class="back-link" href="${getChildPath(child)}/settings">${request.t.dangerZone.back}</a>`
    : html`<a class="back-link" href="/panel/account">${request.t.dangerZone.backToAccount}</a>`;
  const main = html`${backLink}
<h1>${title}</h1><p class="intro">${intro}</p>${card}`;
  return renderPanelLayout(request, { title, section: 'settings', width: 'narrow', notice, main });
}

/** Renders a card with a download link. `hx-boost="false"` prevents htmx from inserting the downloaded bytes into the page. */
export function renderDownloadCard(path: string, label: string): Html {
  return html`<div class="card"><a class="button" href="${path}/export.zip" hx-boost="false" download>${label}</a></div>`;
}

/** Creates the response with an export as a ZIP file with the date in its name. */
export function createZipResponse(ctx: Context, body: Readable): FileResponse {
  const name = `family-learning-${ctx.now().slice(0, 10)}.zip`;
  return { type: 'application/zip', body, headers: { 'content-disposition': `attachment; filename="${name}"` } };
}
