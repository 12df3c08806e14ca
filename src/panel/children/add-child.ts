import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { type Instant, secondsUntil } from '../../core/instant.ts';
import { languageFor } from '../../core/languages.ts';
import { issueCode } from '../../features/access/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { buttonForm, FORM_TOKEN } from '../parts/forms/form-parts.ts';

export const showLink = page({
  summary: 'How to link a child',
  run: (ctx, caller: PanelParent, { client }) => linkPage(ctx, caller, client),
});

/** The code appears only in the response to the form, because it is not stored in clear text. */
export const submitLink = page({
  summary: 'Make a code to link a child with',
  description: 'The code before it is no longer good.',
  body: FORM_TOKEN,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    return linkPage(ctx, caller, client, await issueCode(ctx, 'linking', caller, client));
  },
});

function linkPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  made?: { code: string; expires_at: Instant },
): Promise<Html> {
  const t = messages(languageFor(caller.language)).panel.addChild;
  const minutes = made ? Math.ceil(secondsUntil(ctx.now(), made.expires_at) / 60) : 0;
  const code = made
    ? html`<p class="linking" role="status"><b id="linking-code">${made.code}</b><span class="hint"><br>${t.left({ count: minutes })}</span></p>`
    : '';
  const button = buttonForm(ctx, client, '/panel/link', made ? t.again : t.make, {
    look: made ? 'second' : '',
  });
  const content = html`<h1>${t.title}</h1><p class="lead">${t.lead}</p>
<section class="card">${code}${button}</section>
<ol class="steps card">${t.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="hint">${t.other}</p>`;
  return panelPage(ctx, caller, client, { title: t.title, here: 'link', width: 'narrow', content });
}
