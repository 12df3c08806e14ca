import { createRecoveryCodes, listRecoveryCodes } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderDangerZonePage } from '../parts/danger-zone.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { renderSettingLink } from '../parts/forms/settings-rows.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';

const PATH = '/panel/account/recovery-codes';

export const showRecoveryCodes = definePanelPage({
  summary: 'Show how many recovery codes are left',
  description: 'If no fresh code has been entered, redirects to the page that asks for one.',
  run: (request) =>
    runWithFreshCode(request, PATH, async () => {
      const t = request.t.account.recovery;
      const label = (await listRecoveryCodes(request.ctx, request.parent.profileId)).length > 0 ? t.makeNew : t.make;
      const card = html`<div class="card"><p>${await describeRecoveryCodes(request)}</p>${renderButtonForm(request, PATH, label, { variant: '' })}</div>`;
      return renderDangerZonePage(request, { title: t.title, intro: t.intro, card });
    }),
});

/** The response contains the codes, which are stored only as hashes, so the page cannot be opened again. */
export const submitRecoveryCodes = definePanelForm({
  summary: 'Make ten recovery codes in place of the earlier ones, and show them once',
  run: (request) =>
    runWithFreshCode(request, PATH, async () => {
      const t = request.t.account.recovery;
      const codes = await createRecoveryCodes(request.ctx, request.parent);
      const card = html`<section class="card" role="status"><ol class="recovery-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p class="hint">${t.madeHint({ address: `${request.ctx.settings.baseUrl}/login/recovery` })}</p></section>`;
      return renderDangerZonePage(request, { title: t.madeTitle, intro: t.madeIntro, card });
    }),
});

/** A sentence about the unused codes of the parent. */
async function describeRecoveryCodes({ ctx, parent, language, t }: PanelRequest): Promise<string> {
  const codes = await listRecoveryCodes(ctx, parent.profileId);
  if (!codes[0]) return t.account.recovery.none;
  return t.account.recovery.left({ count: codes.length, day: formatLongDate(language, codes[0].created_at) });
}

/** Renders the setting on the page of the account. */
export async function renderRecoverySetting({ ctx, parent, t }: PanelRequest): Promise<Html> {
  const { length } = await listRecoveryCodes(ctx, parent.profileId);
  return renderSettingLink(PATH, { title: t.account.recovery.title, value: length > 0 ? length : t.parts.none });
}
