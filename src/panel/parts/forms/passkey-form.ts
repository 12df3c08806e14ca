import type { Language } from '../../../core/text/languages.ts';
import { getRelyingParty } from '../../../features/access/index.ts';
import { getMessages } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { getAssetUrl } from '../../assets.ts';

interface FormRequest {
  readonly ctx: Context;
  readonly language: Language;
}

interface PasskeyFormProps {
  /** What the browser does: ask for a passkey, or create one. The data for it is fetched from this path. */
  readonly use: { readonly kind: 'get' | 'create'; readonly options: string };
  readonly action: string;
  /** The other fields of the form. */
  readonly content: Html;
  readonly label: string;
  /** The name of the field with the answer of the browser. */
  readonly name?: string;
  readonly variant?: 'outline' | 'secondary';
  /** Further attributes of the form, such as `data-autofill`, which offers passkeys also where the browser suggests email addresses. */
  readonly attributes?: Html;
}

/** A request for a passkey of the parent who is signed in, or of any parent. */
export const GET_PASSKEY = { kind: 'get', options: '/login/passkey' } as const;

/** Renders a form that a passkey answers. passkeys.js shows it where the browser and the address of the page allow passkeys. */
export function renderPasskeyForm({ ctx, language }: FormRequest, props: PasskeyFormProps): Html {
  const { use, action, content, label, name = 'passkey', variant = '', attributes = '' } = props;
  const { signIn, page } = getMessages(language).panel.passkeys;
  const renderError = (error: 'failed' | 'known', text: string) =>
    html`<p role="alert" hidden data-passkey-error="${error}">${text}</p>`;
  const errors =
    use.kind === 'get'
      ? renderError('failed', signIn.failed)
      : html`${renderError('failed', page.failed)}${renderError('known', page.known)}`;
  return html`<form method="post" action="${action}" hidden data-passkey="${use.kind}" data-options="${use.options}" data-rp-id="${getRelyingParty(ctx).rpId}"${attributes}>
${content}<input type="hidden" name="${name}" data-passkey-answer>${errors}<button class="button ${variant}">${label}</button></form>`;
}

/** The script for forms with passkeys, on pages without the navigation of the panel. */
export function renderPasskeyScript(): Html {
  return html`<script src="${getAssetUrl('passkeys.js')}" defer></script>`;
}
