import { QUOTAS } from '../../core/quotas.ts';
import type { ApiError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import {
  addPasskey,
  buildPasskeyCreation,
  getPasskeyUser,
  listPasskeys,
  removePasskey,
} from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { findFlash } from '../layout/panel-layout.ts';
import { renderDangerZonePage } from '../parts/danger-zone.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderSettingsRow } from '../parts/forms/controls.ts';
import { findFieldError, OptionalField, renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../parts/forms/form.ts';
import { renderPasskeyForm } from '../parts/forms/passkey-form.ts';
import { renderSettingLink } from '../parts/forms/settings-rows.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';
import { toJsonFile } from '../sign-in/passkey.ts';

const PATH = '/panel/account/passkeys';

export const showPasskeys = definePanelPage({
  summary: "Show the parent's passkeys",
  description: 'If no fresh proof has been given, redirects to the page that asks for one.',
  query: { done: OptionalField },
  run: (request, { query }) => runWithFreshCode(request, PATH, () => renderPasskeysPage(request, { done: query.done })),
});

export const getPasskeyCreation = defineFileEndpoint({
  summary: 'Data for a browser to create a passkey',
  mediaType: 'application/json',
  errorCodes: ['FORBIDDEN'],
  run: async (ctx, caller: PanelParent, { client }) => toJsonFile(await buildPasskeyCreation(ctx, caller, client)),
});

export const submitPasskey = definePanelForm({
  summary: 'Add a passkey',
  body: { name: TextField, passkey: TextField },
  run: (request, { body: { name, passkey } }) => {
    const { ctx, parent, client } = request;
    return runWithFreshCode(request, PATH, async () => {
      await addPasskey(ctx, parent, { name, answer: passkey }, client);
      return new Redirect(`${PATH}?done=added`);
    });
  },
  renderRefused: (request, error, { body: { name } }) => renderPasskeysPage(request, { error, name }),
});

export const submitPasskeyRemoval = definePanelForm({
  summary: 'Remove a passkey',
  body: { passkey: TextField },
  run: (request, { body }) => {
    const { ctx, parent, client } = request;
    return runWithFreshCode(request, PATH, async () => {
      await removePasskey(ctx, parent, body.passkey, client);
      return new Redirect(`${PATH}?done=removed`);
    });
  },
});

interface PasskeysProps {
  readonly done?: string | undefined;
  readonly error?: ApiError;
  /** The name that was entered for a passkey that was refused. */
  readonly name?: string;
}

async function renderPasskeysPage(request: PanelRequest, { done, error, name }: PasskeysProps): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = request.t.passkeys.page;
  const passkeys = await listPasskeys(ctx, parent.profileId);
  const rows = passkeys.map(({ id, name, created_at, last_used_at }) => {
    const added = t.added({ at: formatLongDate(language, created_at) });
    const used = last_used_at ? ` · ${t.lastUsed({ at: formatLongDate(language, last_used_at) })}` : '';
    const button = renderButtonForm(request, `${PATH}/remove`, t.remove, { about: name, fields: { passkey: id } });
    return renderSettingsRow(name, added + used, button);
  });
  const limit = QUOTAS.passkeysPerParent;
  const { rpId, userId } = getPasskeyUser(ctx, parent);
  const ids = passkeys.map(({ id }) => id).join(' ');
  const card = html`<section class="card" data-passkeys="${ids}" data-rp-id="${rpId}" data-user-id="${userId}"><h2>${t.yours}</h2>
${rows.length > 0 ? html`<ul class="settings-list">${rows}</ul>` : html`<p class="hint">${t.none}</p>`}</section>
<section class="card"><h2>${t.addTitle}</h2>
${passkeys.length < limit ? renderAddForm(request, error, name) : html`<p class="hint">${t.full({ limit })}</p>`}</section>`;
  return renderDangerZonePage(request, {
    title: t.title,
    intro: t.intro,
    card,
    notice: findFlash(request.t.passkeys.done, done),
  });
}

function renderAddForm(request: PanelRequest, error?: ApiError, name = request.client.program ?? ''): Html {
  const { language } = request;
  const t = request.t.passkeys.page;
  const nameError = findFieldError('name', error);
  const content = html`${renderCsrfField(request)}${nameError ? '' : renderFormError(language, error)}
${renderField(language, { id: 'name', label: t.nameLabel, hint: t.nameHint, error: nameError }, (attributes) => html`<input id="name" name="name" maxlength="40" autocomplete="off" value="${name}" ${attributes}>`)}`;
  const use = { kind: 'create', options: `${PATH}/options` } as const;
  return html`<p class="hint" data-no-passkeys>${t.unsupported}</p>
${renderPasskeyForm(request, { use, action: PATH, content, label: t.add })}`;
}

/** Renders the setting on the page of the account. */
export async function renderPasskeysSetting({ ctx, parent, t }: PanelRequest): Promise<Html> {
  const { length } = await listPasskeys(ctx, parent.profileId);
  return renderSettingLink(PATH, { title: t.passkeys.page.title, value: length > 0 ? length : t.parts.none });
}
