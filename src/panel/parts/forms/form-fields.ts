import { Type } from 'typebox';
import type { ApiError } from '../../../core/requests/api-error.ts';
import { LenientText } from '../../../core/requests/json-schema.ts';

/** Schemas of form fields. They accept whatever a browser sends, so that the page itself can explain what is missing. */

export const TextField = Type.Optional(LenientText());

/** Checkboxes with the same name. One checked box arrives as a string, several as a list. */
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

/** Every form sends this token (`checkCsrfToken`). */
export const FORM_TOKEN = { form_token: TextField };

/** The values of a form's text fields; a checkbox that is not checked is missing. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** The body of a form that has only text fields. */
export function defineTextFields(names: readonly string[]): Record<string, typeof TextField> {
  return Object.fromEntries(names.map((name) => [name, TextField]));
}

/** A form that was refused: the reason, and the values to show in it again. */
export interface RefusedForm {
  readonly error: ApiError;
  readonly values: FormValues;
}
