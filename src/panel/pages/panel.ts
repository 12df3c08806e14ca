import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { type Language, speaks } from '../../core/languages.ts';
import { LookupText } from '../../core/wire.ts';
import { leavePanel } from '../../features/access/index.ts';
import { listChildren } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { loadApprovals, type WaitingRow, waitingCard } from '../lists/approvals.ts';
import { childRows, childrenView } from '../lists/children.ts';
import { offsetAsked } from '../lists/list.ts';
import { faces } from '../parts/faces.ts';
import { noticeOf } from '../parts/notices.ts';
import { buttonForm } from '../parts/steering.ts';
import { panelPage } from '../shell.ts';
import { LINK_WORDS } from './link-words.ts';
import { PANEL_WORDS } from './panel-words.ts';

/** How much of what waits is shown here; all of it is on its own page. */
const MOST_WAITING = 3;

export const showPanel = page({
  summary: "The parent's children, and what waits for a word",
  query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent, { client, query }) => {
    const language = speaks(caller.language);
    const words = PANEL_WORDS[language];
    const children = await listChildren(ctx.db, caller.profileId);
    const offset = offsetAsked(query);
    const notice = noticeOf(language, query.done);
    if (children.length === 0)
      return panelPage(ctx, caller, client, {
        title: words.none,
        here: 'children',
        notice,
        ...firstSteps(ctx, client, language),
      });
    const rows = await childRows(ctx, children, caller.language, offset);
    const waiting = await loadApprovals(ctx, caller, { page: 1, per_page: MOST_WAITING });
    return panelPage(ctx, caller, client, {
      title: words.title,
      here: 'children',
      notice,
      content: html`<h1>${words.title}</h1>
${childrenView(ctx, caller.language, { ...rows, ...offset }, 'with the page')}
${waiting.total > 0 ? waitingView(ctx, caller, client, waiting) : ''}`,
    });
  },
});

export const submitLogout = page({
  summary: 'Log out of the panel',
  body: { form_token: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    return new Redirect('/login', await leavePanel(ctx, caller));
  },
});

function waitingView(
  ctx: Context,
  { language: tag }: PanelParent,
  client: Client,
  { rows, total }: { rows: readonly WaitingRow[]; total: number },
): Html {
  const words = PANEL_WORDS[speaks(tag)];
  const cards = rows.map((row) => html`<li>${waitingCard(ctx, { tag, client, back: '/panel' }, row, false)}</li>`);
  return html`<section class="waits"><h2>${words.waits}</h2><ul class="rows cards">${cards}</ul>
${total > rows.length ? html`<p><a class="button quiet" href="/panel/approvals">${words.allWaiting(total)}</a></p>` : ''}</section>`;
}

/** Nobody is here yet: a place is kept, and a code and three steps fill it. */
function firstSteps(ctx: Context, client: Client, language: Language) {
  const { none, noneLead } = PANEL_WORDS[language];
  const { make, steps, other } = LINK_WORDS[language];
  const content = html`
${faces(ctx, 2, html`<span class="place"></span>`)}
<h1>${none}</h1>
<p class="lead">${noneLead}</p>
<section class="card">${buttonForm(ctx, client, '/panel/link', make, { look: '' })}</section>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="hint">${other}</p>`;
  return { content, width: 'narrow' as const };
}
