import { Type } from 'typebox';
import type { ApiError } from '../../../core/requests/api-error.ts';
import { LenientText } from '../../../core/requests/json-schema.ts';

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
export interface RefusedForm {
  readonly error: ApiError;
  readonly values: Readonly<Record<string, string | undefined>>;
}
