import { Type } from 'typebox';
import type { ApiError } from '../../../core/requests/api-error.ts';
import { LenientText } from '../../../core/requests/json-schema.ts';

// Schemas of form fields. They accept everything that a browser sends, so that the page can explain what is missing.

export const TextField = Type.Optional(LenientText());

/** Checkboxes with the same name. The value of one checked box is a string; the values of several are a list. */
export const CheckboxField = Type.Optional(
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    items: { type: 'string', maxLength: 200 },
    maxItems: 200,
    maxLength: 200,
  }),
);

export function listCheckedValues(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}

/** The field with the CSRF token, which every form sends (`checkCsrfToken`). */
export const CSRF_TOKEN_FIELD = { form_token: TextField };

/** The values of a form's text fields. A checkbox that is not checked has no value. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** Defines the body of a form that has only text fields. */
export function defineTextFields(names: readonly string[]): Record<string, typeof TextField> {
  return Object.fromEntries(names.map((name) => [name, TextField]));
}

/** A form that was refused: the reason, and the values to show in the form again. */
export interface RefusedForm {
  readonly error: ApiError;
  readonly values: FormValues;
}
