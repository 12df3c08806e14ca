import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { LookupText } from '../../core/json-schema.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { signOutOfPanel } from '../../features/access/index.ts';
import { listChildren } from '../../features/accounts/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { type ApprovalRow, approvalCard, loadApprovals } from '../approvals/approval-list.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { avatars } from '../parts/avatars.ts';
import { flashMessage } from '../parts/flash.ts';
import { buttonForm } from '../parts/forms/form-parts.ts';
import { parseOffset } from '../parts/paged-list.ts';

import { childRows, childrenView } from './child-cards.ts';

/** How much of what waits is shown here; all of it is on its own page. */
const MOST_WAITING = 3;

export const showPanel = page({
  summary: "The parent's children, and what waits for a word",
  query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent, { client, query }) => {
    const language = languageFor(caller.language);
    const t = messages(language).panel.home;
    const children = await listChildren(ctx.db, caller.profileId);
    const offset = parseOffset(query);
    const notice = flashMessage(language, query.done);
    if (children.length === 0)
      return panelPage(ctx, caller, client, {
        title: t.none,
        here: 'children',
        notice,
        ...firstSteps(ctx, client, language),
      });
    const rows = await childRows(ctx, children, caller.language, offset);
    const waiting = await loadApprovals(ctx, caller, { page: 1, per_page: MOST_WAITING });
    return panelPage(ctx, caller, client, {
      title: t.title,
      here: 'children',
      notice,
      content: html`<h1>${t.title}</h1>
${childrenView(ctx, caller.language, { ...rows, ...offset }, 'with the page')}
${waiting.total > 0 ? waitingView(ctx, caller, client, waiting) : ''}`,
    });
  },
});

export const submitLogout = page({
  summary: 'Log out of the panel',
  body: { form_token: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    return new Redirect('/login', await signOutOfPanel(ctx, caller));
  },
});

function waitingView(
  ctx: Context,
  { language: locale }: PanelParent,
  client: Client,
  { rows, total }: { rows: readonly ApprovalRow[]; total: number },
): Html {
  const t = messages(languageFor(locale)).panel.home;
  const cards = rows.map((row) => html`<li>${approvalCard(ctx, { locale, client, back: '/panel' }, row, false)}</li>`);
  return html`<section class="waits"><h2>${t.waits}</h2><ul class="rows cards">${cards}</ul>
${total > rows.length ? html`<p><a class="button quiet" href="/panel/approvals">${t.allWaiting({ n: total })}</a></p>` : ''}</section>`;
}

/** Nobody is here yet: a place is kept, and a code and three steps fill it. */
function firstSteps(ctx: Context, client: Client, language: Language) {
  const { none, noneLead } = messages(language).panel.home;
  const { make, steps, other } = messages(language).panel.addChild;
  const content = html`
${avatars(ctx, 2, html`<span class="place"></span>`)}
<h1>${none}</h1>
<p class="lead">${noneLead}</p>
<section class="card">${buttonForm(ctx, client, '/panel/link', make, { look: '' })}</section>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="hint">${other}</p>`;
  return { content, width: 'narrow' as const };
}
