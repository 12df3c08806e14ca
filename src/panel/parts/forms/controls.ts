import { canonicalizeLocale, LANGUAGES } from '../../../core/text/languages.ts';
import { type Html, html } from '../../../platform/html.ts';

/**
 * Renders the input for a six-digit code from an email. If the field has an error, `attributes` already contains autofocus
 * (`renderField`).
 */
export function renderEmailCodeInput(
  attributes: Html,
  { name = 'code', id = 'code', hasAutofocus = false }: { name?: string; id?: string; hasAutofocus?: boolean } = {},
): Html {
  return html`<input class="code" id="${id}" name="${name}" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456"${hasAutofocus ? html` autofocus` : ''} ${attributes}>`;
}

/** Renders a checkbox that looks like a switch, with a label and a hint. A click anywhere in the row toggles the checkbox. */
export function renderSwitchRow(
  name: string,
  isChecked: boolean,
  { label, hint, value = 'on' }: { label: string; hint: string; value?: string },
): Html {
  return html`<label class="switch"><input type="checkbox" name="${name}" value="${value}"${isChecked ? html` checked` : ''}><span><b>${label}</b><small>${hint}</small></span></label>`;
}

/**
 * Renders the options of a language select: the languages of the messages and the current locale. Each option has the
 * name of the language in the language itself.
 */
export function renderLanguageOptions(locale: string): Html {
  const isKnown = LANGUAGES.some((language) => language === locale);
  const locales = isKnown ? LANGUAGES : [...LANGUAGES, locale];
  return html`${locales.map((option) => html`<option value="${option}"${option === locale ? html` selected` : ''}>${getLanguageName(option)}</option>`)}`;
}

/** The name of a language in the language itself. */
export function getLanguageName(locale: string): string {
  if (canonicalizeLocale(locale) === undefined) return locale; // earlier releases stored some invalid tags
  const baseName = new Intl.Locale(locale).baseName; // Intl has no names for extensions such as a calendar
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(baseName) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/**
 * Renders a row of a list in the settings: a guardian, an invitation, a consent or a session, with an action such as a button.
 */
export function renderSettingsRow(title: string, details: string, action: Html | string): Html {
  return html`<li><div><b><bdi>${title}</bdi></b><span class="hint">${details}</span></div>${action}</li>`;
}

/** Renders the input for an email address. */
export function renderEmailInput(attributes: Html, value = ''): Html {
  return html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${value}" ${attributes}>`;
}

/** The input for a new PIN of a child. */
export function renderNewPinInput(attributes: Html, { hasAutofocus } = { hasAutofocus: true }): Html {
  return html`<input class="code" id="pin" name="pin" required inputmode="numeric" maxlength="4" pattern="[0-9]{4}" autocomplete="off"${hasAutofocus ? html` autofocus` : ''} ${attributes}>`;
}

/** The input for the six digits of a panel PIN. `one-time-code` keeps the browser from saving a PIN that children must not see filled in. */
export function renderPanelPinInput(attributes: Html, name: string): Html {
  return html`<input class="code" id="pin" name="${name}" type="password" required inputmode="numeric" maxlength="6" pattern="[0-9]{6}" autocomplete="one-time-code" enterkeyhint="go" autofocus ${attributes}>`;
}
