import type { PanelParent } from '../../core/caller.ts';
import { DAY, plusSeconds } from '../../core/instant.ts';
import { speaks } from '../../core/languages.ts';
import { exportAccount, GRACE_DAYS, listOnlyMine, planAccountDeletion } from '../../features/family/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { file, page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { afterFreshCode, buttonForm, dateIn, FORM_TOKEN } from '../parts/steering.ts';
import { panelPage } from '../shell.ts';
import { download, zipFile } from './grave.ts';
import { GRAVE_WORDS } from './grave-words.ts';

export const showAccountExport = page({
  summary: 'Where everything about an account is downloaded; asks for a fresh code first',
  run: (ctx, caller: PanelParent, { client }) => {
    const words = GRAVE_WORDS[speaks(caller.language)];
    const { exportTitle, exportLead } = words.account;
    return afterFreshCode(ctx, caller, '/panel/account/export', () =>
      accountPage(ctx, caller, client, exportTitle, exportLead, download('/panel/account', words.export.act)),
    );
  },
});

export const getAccountExport = file({
  summary: 'Everything about an account and its children, as JSON and CSV in one ZIP',
  description: 'Needs a code typed less than 15 minutes ago, else 403 with reason `confirmation_required`.',
  mediaType: 'application/zip',
  run: async (ctx, caller: PanelParent) => zipFile(ctx, await exportAccount(ctx, caller)),
});

export const showAccountDelete = page({
  summary: 'What deleting an account means; asks for a fresh code first',
  run: (ctx, caller: PanelParent, { client }) =>
    afterFreshCode(ctx, caller, '/panel/account/delete', () => deletePage(ctx, caller, client)),
});

export const submitAccountDelete = page({
  summary: 'Plan the deletion of an account',
  description: 'It is gone after seven days, and with it the children that nobody else is a guardian of.',
  body: FORM_TOKEN,
  run: (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    return afterFreshCode(ctx, caller, '/panel/account/delete', async () => {
      await planAccountDeletion(ctx, caller);
      return new Redirect('/panel/account');
    });
  },
});

async function deletePage(ctx: Context, caller: PanelParent, client: Client): Promise<Html> {
  const language = speaks(caller.language);
  const { removeTitle, removeLead, going, staying, act } = GRAVE_WORDS[language].account;
  const children = await listOnlyMine(ctx.db, caller.profileId);
  const list = html`<p>${going}</p><ul>${children.map(({ display_name }) => html`<li><bdi>${display_name}</bdi></li>`)}</ul><p class="hint">${staying}</p>`;
  const lead = removeLead(dateIn(language, plusSeconds(ctx.now(), GRACE_DAYS * DAY)));
  const button = buttonForm(ctx, client, '/panel/account/delete', act, { look: 'grave' });
  const card = html`<div class="card">${children.length > 0 ? list : ''}${button}</div>`;
  return accountPage(ctx, caller, client, removeTitle, lead, card);
}

function accountPage(ctx: Context, caller: PanelParent, client: Client, title: string, lead: string, act: Html) {
  const words = GRAVE_WORDS[speaks(caller.language)];
  const content = html`<a class="way-back" href="/panel/account">${words.toAccount}</a>
<h1>${title}</h1><p class="lead">${lead}</p>${act}`;
  return panelPage(ctx, caller, client, { title, here: 'account', width: 'narrow', content });
}
