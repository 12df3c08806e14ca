import { ApiError, STATUS_BY_CODE } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { toLanguage } from '../../core/text/languages.ts';
import {
  confirmWithEmailCode,
  confirmWithPasskey,
  getPanelPinState,
  isParentPresent,
  listPasskeys,
  sendConfirmationCode,
  showPresenceWithPanelPin,
} from '../../features/access/index.ts';
import { findProfile } from '../../features/accounts/index.ts';
import { getMessages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderEmailCodeInput, renderPanelPinInput } from '../parts/forms/controls.ts';
import { OptionalField, renderField, renderFormError } from '../parts/forms/field.ts';
import { GET_PASSKEY, renderPasskeyForm, renderPasskeyScript } from '../parts/forms/passkey-form.ts';

/** The fields with which a form proves that the parent is there. */
export const WHO_IS_THERE_FIELDS = {
  who_send: OptionalField,
  who_code: OptionalField,
  who_pin: OptionalField,
  who_passkey: OptionalField,
};

/** A form that was sent from a panel that nobody had used for a while. */
interface SentForm {
  readonly parent: PanelParent;
  readonly client: Client;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Returns the page that asks who is there, or undefined if the parent is known to be there. The page contains all fields of the
 * form, and sends them again to the same path together with the proof, so nothing has to be typed twice. If htmx has sent the
 * form, the page replaces the part of the open page that the form would have changed.
 */
export async function askWhoIsThere(ctx: Context, form: SentForm): Promise<ResponseWithHeaders<Html> | undefined> {
  const { parent, client } = form;
  if (await isParentPresent(ctx, parent)) return undefined;
  const { who_send, who_code, who_pin, who_passkey, ...fields } = form.body as Record<
    string,
    string | readonly string[] | undefined
  >; // fields of a form
  try {
    if (who_send === undefined && who_code !== undefined) {
      await confirmWithEmailCode(ctx, parent, String(who_code), client);
      return undefined;
    }
    if (who_send === undefined && who_pin !== undefined) {
      await showPresenceWithPanelPin(ctx, parent, String(who_pin).trim(), client);
      return undefined;
    }
    if (who_send === undefined && who_passkey !== undefined) {
      await confirmWithPasskey(ctx, parent, String(who_passkey), client);
      return undefined;
    }
    if (who_send !== undefined) await sendConfirmationCode(ctx, parent, client);
    return await renderWhoIsThere(ctx, form, { fields, isSent: who_send !== undefined });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the server shows an error page
    return renderWhoIsThere(ctx, form, { fields, isSent: who_code !== undefined, error });
  }
}

interface WhoIsThereProps {
  readonly fields: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether an email with a code has been sent. */
  readonly isSent: boolean;
  readonly error?: ApiError;
}

async function renderWhoIsThere(
  ctx: Context,
  { parent, client, path }: SentForm,
  { fields, isSent, error }: WhoIsThereProps,
): Promise<ResponseWithHeaders<Html>> {
  const language = toLanguage(parent.language);
  const { signIn, passkeys } = getMessages(language).panel;
  const { whoIsThere, confirm: t } = signIn;
  const email = (await findProfile(ctx, parent.profileId))?.email ?? '';
  const hasPasskeys = (await listPasskeys(ctx, parent.profileId)).length > 0;
  const { isUsable: hasPin } = await getPanelPinState(ctx, parent, client);
  const hiddenFields = Object.entries(fields).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
  const renderForm = (content: Html) =>
    html`<form method="post" action="${path}" hx-boost="false">${hiddenFields}${content}</form>`;
  const codeForm = renderForm(html`<p>${t.sent({ email })}</p>
${renderField(language, { id: 'code', label: t.codeLabel, error }, (attributes) => renderEmailCodeInput(attributes, { name: 'who_code', hasAutofocus: !error }))}<button class="button">${t.confirm}</button>`);
  const sendForm = renderForm(
    html`<button class="button ${isSent || hasPin || hasPasskeys ? 'outline' : ''}" name="who_send" value="1">${isSent ? t.sendAgain : t.send}</button>`,
  );
  const pinForm = renderForm(
    html`${renderField(language, { id: 'pin', label: whoIsThere.pinLabel, error }, (attributes) => renderPanelPinInput(attributes, 'who_pin'))}<button class="button">${t.confirm}</button>`,
  );
  const passkeyForm = renderPasskeyForm(
    { ctx, language },
    {
      use: GET_PASSKEY,
      action: path,
      content: html`${hiddenFields}`,
      label: passkeys.signIn.confirm,
      name: 'who_passkey',
      attributes: html` hx-boost="false"`,
    },
  );
  const startForm = hasPin ? pinForm : renderFormError(language, error);
  const main = html`<section class="card who-is-there"><h1>${whoIsThere.title}</h1><p class="intro">${whoIsThere.intro}</p>
${hasPasskeys ? passkeyForm : ''}${isSent ? codeForm : html`${startForm}<p>${t.emailHint({ email })}</p>`}${sendForm}
<p class="actions"><a class="button outline" href="/panel" hx-boost="false">${t.cancel}</a></p></section>`;
  const page = client.wantsFragment
    ? main
    : renderLayout({
        title: whoIsThere.title,
        locale: parent.language,
        width: 'narrow',
        head: renderPasskeyScript(),
        main,
      });
  return new ResponseWithHeaders(page, {}, error ? STATUS_BY_CODE[error.code] : 403);
}
