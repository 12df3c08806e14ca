import { Type } from 'typebox';
import type { ApiError, ErrorDetails } from '../../../core/requests/api-error.ts';
import { LenientText } from '../../../core/requests/json-schema.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type Html, html } from '../../../platform/html.ts';

// Schemas of form fields. They accept everything that a browser sends, so that the page can explain what is missing.

/** A text. A missing field is an empty text. */
export const TextField = LenientText({ default: '' });

/** A checkbox, which a browser sends only if it is checked, or another field that may be missing. */
export const OptionalField = Type.Optional(LenientText());

/** The values of the checked boxes among checkboxes with the same name. */
export const CheckboxesField = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200, default: [] });

/** The field with the CSRF token, which every form sends (`checkCsrfToken`). */
export const CSRF_TOKEN_FIELD = { form_token: OptionalField };

/** A form that was refused: the reason, and the values to show in the form again. */
export interface RefusedForm<Values = Readonly<Record<string, string | undefined>>> {
  readonly error: ApiError;
  readonly values: Values;
}

interface Field {
  readonly id: string;
  readonly label: string;
  readonly error?: ApiError;
  readonly hint?: string;
  /** What panel.js shows if the field is empty. */
  readonly missing?: string | undefined;
}

/**
 * Renders a label, the error, the control and a hint. `renderControl` receives the ARIA attributes that refer to the error and
 * the hint, and autofocus if there is an error.
 */
export function renderField(
  language: Language,
  { id, label, error, hint, missing }: Field,
  renderControl: (attributes: Html) => Html,
): Html {
  const describedBy = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  const attributes = html`${describedBy ? html`aria-describedby="${describedBy}"` : ''}${error ? html` aria-invalid="true" autofocus` : ''}`;
  return html`<div class="field"><label for="${id}">${label}</label>${error ? html`<p class="error" id="${id}-error">${removeFieldName(error.text[language], error.details)}</p>` : missing ? html`<p class="error" id="${id}-error" hidden>${missing}</p>` : ''}${renderControl(attributes)}${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}</div>`;
}

/** Renders an error that is not about a single field. */
export function renderFormError(language: Language, error: ApiError | undefined): Html | string {
  return error ? html`<p class="error" role="alert">${removeFieldName(error.text[language], error.details)}</p>` : '';
}

/** Returns the error if it is about this field. */
export function findFieldError(name: string, error: ApiError | undefined): ApiError | undefined {
  return error?.details.fields?.includes(name) ? error : undefined;
}

/** Returns the text of an error for a page: without the name of the field, with which the API begins it. */
export function removeFieldName(text: string, { fields }: ErrorDetails): string {
  const field = fields?.find((name) => text.startsWith(`${name}: `));
  if (field === undefined) return text;
  const message = text.slice(field.length + 2);
  return message.charAt(0).toLocaleUpperCase() + message.slice(1);
}
