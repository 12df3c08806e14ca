import { type Html, html } from '../../../platform/html.ts';
import { formatDescription } from '../endpoint-descriptions.ts';
import type { JsonSchema } from '../json-schema.ts';
import { renderInlineCode } from './blocks-view.ts';
import { describeType, toObjectAnchor } from './objects.ts';

interface FieldOptions {
  /** Whether optional fields are marked, as those of a request are. */
  readonly marksOptional: boolean;
}

/** Renders the fields of an object. A nested object can be opened: reference.js copies its fields from the chapter "Objects". */
export function renderFields({ properties = {}, required = [] }: JsonSchema, { marksOptional }: FieldOptions): Html {
  return html`<dl class="fields">${Object.entries(properties).map(([name, schema]) => {
    const isOptional = marksOptional && (!required.includes(name) || schema.default !== undefined);
    return renderField(name, schema, isOptional);
  })}</dl>`;
}

/**
 * Renders a field. The stylesheet shows `data-type` next to the name, because thousands of additional elements would slow the
 * page down.
 */
function renderField(name: string, schema: JsonSchema, isOptional: boolean): Html {
  const { text, objectNames } = describeType(schema);
  const type = [text, isOptional ? 'optional' : ''].filter(Boolean).join(', ');
  return html`<dt data-type="${type}">${name}${objectNames.map(renderObjectLink)}</dt><dd>${renderInlineCode(formatDescription(schema).replaceAll('`, `', ', '))}</dd>`;
}

/** Renders a link to an object. reference.js replaces it with a button that opens the object in place. */
export function renderObjectLink(name: string): Html {
  return html` <a class="object" href="#${toObjectAnchor(name)}">${name}</a>`;
}
