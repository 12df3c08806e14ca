import { Type } from 'typebox';
import { LookupText } from '../../../core/json-schema.ts';

/** Fields of forms, as `body` of a page wants them: whatever is missing or too much is said kindly, not by their shape. */

export const Typed = Type.Optional(LookupText());

/** Boxes of one name: one that is ticked comes as a text, several as a list. */
export const Ticked = Type.Optional(
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    items: { type: 'string', maxLength: 200 },
    maxItems: 200,
    maxLength: 200,
  }),
);

/** Every form that is sent carries this. */
export const TOKEN = { form_token: Typed };

export function ticked(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}
