import { countSecondsUntil } from '../../core/time/instant.ts';
import { findShownCode } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { buildPollAttributes, type Poll } from '../parts/poll.ts';

/** What the page knew about the family when it began to show a code. */
export interface ShownLink extends Poll {
  /** How many children there were. The others have been linked since. */
  readonly known: number;
}

/**
 * Renders the way to link a child that has registered itself: a code, and who has been linked while the page shows codes. A spent
 * code is replaced by the next one, by itself or with the button.
 */
export async function renderLinkSection(request: PanelRequest, shown?: ShownLink): Promise<Html> {
  const { ctx, parent, t } = request;
  const { addChild } = t.children;
  const { children } = await request.loadFamily();
  const code = await findShownCode(ctx, 'linking', parent.profileId);
  const known = shown?.known ?? children.length;
  const linked = children
    .slice(known)
    .map(({ display_name }) => html`<p class="flash">${addChild.connected({ name: display_name })}</p>`);
  const fields = { known: String(known), ...(shown && { until: shown.until }) };
  const isWaiting = shown !== undefined && ctx.now() < shown.until;
  const query = new URLSearchParams(fields);
  const button = renderButtonForm(request, '/panel/add-child', code ? addChild.getNewCode : addChild.getCode, {
    variant: 'secondary',
    fields,
    attributes: html` hx-post="/panel/add-child" hx-target="#link" hx-swap="outerHTML" hx-push-url="false"${isWaiting && !code ? html` hx-trigger="load, submit"` : ''}`,
  });
  const content = code
    ? html`<p class="code-display" role="status"><b id="linking-code">${code.code}</b><span class="hint"><br>${addChild.expiresIn({ count: Math.ceil(countSecondsUntil(ctx.now(), code.expires_at) / 60) })}</span></p>
<ol class="steps">${addChild.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="hint">${addChild.waiting} <a class="check-now" href="/panel/add-child?${query}">${addChild.reload}</a></p>`
    : html`<p>${addChild.linkIntro}</p>${button}`;
  return html`<details class="other-way" id="link"${code || shown ? html` open` : ''}${code && shown ? buildPollAttributes(ctx, `/panel/add-child?${query}&seen=${children.length}`, shown) : ''}>
<summary class="button outline">${addChild.existing}</summary>
<section class="card" aria-live="polite">${linked}${content}</section><p class="hint">${addChild.otherGuardian}</p></details>`;
}
