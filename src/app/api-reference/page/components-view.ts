import { type Html, html } from '../../../platform/html.ts';
import { formatDescription } from '../endpoint-descriptions.ts';
import type { JsonSchema } from '../json-schema.ts';
import { renderCode, renderInlineCode } from './blocks-view.ts';
import { describeType, getReferencedName, type OpenApiDocument, toObjectAnchor } from './objects.ts';

/** Renders the named objects with their fields. */
export function renderObjects({ components }: OpenApiDocument, names: readonly string[]): Html {
  return html`${names.map((name) => renderObject(name, components.schemas[name] ?? {}))}`;
}

function renderObject(name: string, schema: JsonSchema): Html {
  const { description, properties, oneOf, anyOf } = schema;
  const variants = (oneOf ?? anyOf ?? []).flatMap((variant) => getReferencedName(variant) ?? []);
  return html`<section class="object-definition"><h3 id="${toObjectAnchor(name)}">${name}</h3>
${description ? html`<p>${renderInlineCode(description)}</p>` : ''}
${variants.length > 0 ? html`<p>One of${variants.map(renderObjectLink)}</p>` : ''}
${properties ? renderFields(schema, { marksOptional: false }) : ''}</section>`;
}

/** Renders the recorded error responses. */
export function renderErrorExamples({ components }: OpenApiDocument): Html {
  return html`${Object.entries(components.examples)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, { value }]) =>
        html`<details><summary id="${toExampleAnchor(name)}">${name}</summary>${renderCode(formatJson(value))}</details>`,
    )}`;
}

export function toExampleAnchor(name: string): string {
  return `example-${name}`;
}

/** Formats JSON with one value per line, except for short arrays and objects, which are on one line. */
export function formatJson(value: unknown): string {
  const joinLines = (text: string) => text.replace(/\n\s*/g, ' ').replace(/([[{]) | ([\]}])/g, '$1$2');
  return JSON.stringify(value, null, 2).replace(/([[{])\n([^[\]{}]{0,70})\n\s*[\]}]/g, joinLines);
}

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
