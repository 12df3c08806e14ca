import { html } from 'hono/html';
import { Type } from 'typebox';
import { defineStrictObject, Id, MultilingualText } from '../format/pack.ts';
import { type ItemKind, MediaIds, SPOKEN_FIELDS } from './kind.ts';

const schemas = {
  item: defineStrictObject({
    id: Id,
    kind: Type.Literal('info'),
    prompt: MultilingualText,
    text: MultilingualText,
    media: Type.Optional(MediaIds),
    ...SPOKEN_FIELDS,
  }),
  sent: { text: Type.String({ description: 'The text of an info item.' }) },
};

/** A text or picture without a question. */
export const info: ItemKind<typeof schemas> = {
  ...schemas,
  serialize: ({ text }, view) => ({ text: view.text(text) }),
  preview: ({ text }, view) => html`<p>${view.text(text)}</p>`,
};
