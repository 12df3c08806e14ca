import {
  buildClearSessionHeaders,
  findPasskeyOfSession,
  listPasskeys,
  listRecoveryCodes,
} from '../../features/access/index.ts';
import { signOutEverywhere } from '../../features/guardianship/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderDangerZonePage } from '../parts/danger-zone.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderSwitchRow } from '../parts/forms/controls.ts';
import { CheckboxesField, OptionalField } from '../parts/forms/field.ts';
import { renderCsrfField } from '../parts/forms/form.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';

export const SIGN_OUT_PATH = '/panel/account/sign-out-everywhere';

export const showSignOutEverywhere = definePanelPage({
  summary: 'Show what signing out everywhere ends, and which passkeys and recovery codes can be removed with it',
  run: (request) => renderSignOutPage(request),
});

export const submitSignOutEverywhere = definePanelForm({
  summary: 'End all sessions, including this one, and the chosen passkeys and recovery codes',
  description:
    'To remove passkeys or recovery codes, a fresh code is needed. Without it, redirects to the page that asks for one.',
  needsPresence: true,
  body: { passkeys: CheckboxesField, recovery: OptionalField },
  run: async (request, { body: { passkeys, recovery } }) => {
    const { ctx, parent, client } = request;
    const signOut = async () => {
      await signOutEverywhere(ctx, parent, { client, passkeyIds: passkeys, endsRecoveryCodes: recovery !== undefined });
      return new Redirect('/login', buildClearSessionHeaders());
    };
    const removesProofs = passkeys.length > 0 || recovery !== undefined;
    return removesProofs ? runWithFreshCode(request, SIGN_OUT_PATH, signOut) : signOut();
  },
});

/** Everything is chosen but the passkey that the parent has just used. */
async function renderSignOutPage(request: PanelRequest): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = request.t.account.signOutEverywhere;
  const usedId = await findPasskeyOfSession(ctx, parent);
  const passkeys = await listPasskeys(ctx, parent.profileId);
  const [code, ...otherCodes] = await listRecoveryCodes(ctx, parent.profileId);
  const rows = passkeys.map(({ id, name, created_at, last_used_at }) => {
    const added = t.added({ day: formatLongDate(language, created_at) });
    const lastUsed = last_used_at ? ` · ${t.lastUsed({ day: formatLongDate(language, last_used_at) })}` : '';
    const hint = id === usedId ? t.justUsed : added + lastUsed;
    return renderSwitchRow('passkeys', id !== usedId, { label: t.passkey({ name }), hint, value: id });
  });
  if (code) {
    const hint = t.codes({ count: otherCodes.length + 1, day: formatLongDate(language, code.created_at) });
    rows.push(renderSwitchRow('recovery', true, { label: t.recovery, hint }));
  }
  const choice = html`<fieldset><legend>${t.also}</legend><p class="hint">${t.alsoHint}</p>${rows}</fieldset>`;
  const card = html`<form class="card" method="post" action="${SIGN_OUT_PATH}" hx-boost="false">${renderCsrfField(request)}
${rows.length > 0 ? choice : ''}<button class="button danger">${t.submit}</button></form>`;
  return renderDangerZonePage(request, { title: t.title, intro: t.intro, card });
}
