import { type Html, html } from '../../../platform/html.ts';
import type { JsonSchema } from '../json-schema.ts';
import { renderCode, renderInlineCode } from './blocks-view.ts';
import { renderFields, renderObjectLink } from './fields-view.ts';
import { getReferencedName, type OpenApiDocument, toObjectAnchor } from './objects.ts';

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
