import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { addSeconds, DAY } from '../../core/instant.ts';
import { languageFor } from '../../core/languages.ts';
import { exportAccount, listSoleGuardianChildren, planAccountDeletion } from '../../features/data-rights/index.ts';
import { GRACE_DAYS } from '../../features/guardianship/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { file, page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { download, zipFile } from '../child/settings/danger-zone.ts';
import { panelPage } from '../layout/panel-layout.ts';

import { buttonForm, FORM_TOKEN, formatLongDate, withFreshCode } from '../parts/forms/form-parts.ts';

export const showAccountExport = page({
  summary: 'Where everything about an account is downloaded; asks for a fresh code first',
  run: (ctx, caller: PanelParent, { client }) => {
    const t = messages(languageFor(caller.language)).panel.dangerZone;
    const { exportTitle, exportLead } = t.account;
    return withFreshCode(ctx, caller, '/panel/account/export', () =>
      accountPage(ctx, caller, client, exportTitle, exportLead, download('/panel/account', t.export.act)),
    );
  },
});

export const getAccountExport = file({
  summary: 'Everything about an account and its children, as JSON and CSV in one ZIP',
  description: 'Needs a code typed less than 15 minutes ago, else 403 with reason `confirmation_required`.',
  mediaType: 'application/zip',
  streamed: true,
  run: async (ctx, caller: PanelParent) => zipFile(ctx, await exportAccount(ctx, caller)),
});

export const showAccountDelete = page({
  summary: 'What deleting an account means; asks for a fresh code first',
  run: (ctx, caller: PanelParent, { client }) =>
    withFreshCode(ctx, caller, '/panel/account/delete', () => deletePage(ctx, caller, client)),
});

export const submitAccountDelete = page({
  summary: 'Plan the deletion of an account',
  description: 'It is gone after seven days, and with it the children that nobody else is a guardian of.',
  body: FORM_TOKEN,
  run: (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    return withFreshCode(ctx, caller, '/panel/account/delete', async () => {
      await planAccountDeletion(ctx, caller);
      return new Redirect('/panel/account');
    });
  },
});

async function deletePage(ctx: Context, caller: PanelParent, client: Client): Promise<Html> {
  const language = languageFor(caller.language);
  const { removeTitle, removeLead, going, staying, act } = messages(language).panel.dangerZone.account;
  const children = await listSoleGuardianChildren(ctx.db, caller.profileId);
  const list = html`<p>${going}</p><ul>${children.map(({ display_name }) => html`<li><bdi>${display_name}</bdi></li>`)}</ul><p class="hint">${staying}</p>`;
  const lead = removeLead({ day: formatLongDate(language, addSeconds(ctx.now(), GRACE_DAYS * DAY)) });
  const button = buttonForm(ctx, client, '/panel/account/delete', act, { look: 'grave' });
  const card = html`<div class="card">${children.length > 0 ? list : ''}${button}</div>`;
  return accountPage(ctx, caller, client, removeTitle, lead, card);
}

function accountPage(ctx: Context, caller: PanelParent, client: Client, title: string, lead: string, act: Html) {
  const t = messages(languageFor(caller.language)).panel.dangerZone;
  const content = html`<a class="way-back" href="/panel/account">${t.toAccount}</a>
<h1>${title}</h1><p class="lead">${lead}</p>${act}`;
  return panelPage(ctx, caller, client, { title, here: 'account', width: 'narrow', content });
}
