import type { Route } from '../../../platform/http/route.ts';
import { type JsonSchema, nameArray } from '../json-schema.ts';
import type { buildOpenApiDocument } from '../openapi-document.ts';

export type OpenApiDocument = ReturnType<typeof buildOpenApiDocument>;

/** Returns the name of the component that a schema refers to, such as `Task`. */
export function getReferencedName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Operation {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** Returns the operation that describes a route. */
export function getOperation({ paths }: OpenApiDocument, { method, path }: Route): Operation {
  return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation; // the document describes each JSON route
}

/** Returns the schema of a body in its first media type, which is JSON or multipart. */
export function getBodySchema({ components }: OpenApiDocument, body: Body | undefined): JsonSchema {
  const { schema = {} } = Object.values(body?.content ?? {})[0] ?? {};
  return components.schemas[getReferencedName(schema) ?? ''] ?? schema;
}

/** Returns the anchor of a named object. */
export function toObjectAnchor(name: string): string {
  return `object-${name}`;
}

/** Lists the names of the objects that requests and responses contain: all schemas except those of whole bodies. */
export function listObjectNames({ components, paths }: OpenApiDocument): string[] {
  const bodyNames = new Set(JSON.stringify(paths).match(/(?<="#\/components\/schemas\/)\w+/g));
  return Object.keys(components.schemas)
    .filter((name) => !bodyNames.has(name))
    .sort();
}

/** Describes a type: the objects that it consists of, and the text that follows them, such as "array" or "or null". */
export function describeType(schema: JsonSchema): { readonly text: string; readonly objectNames: readonly string[] } {
  const name = getReferencedName(schema);
  if (name) return { text: '', objectNames: [name] };
  if (schema.items) {
    const { text, objectNames } = describeType(schema.items);
    return { text: objectNames.length > 0 ? 'array' : nameArray(text), objectNames };
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const types = variants.map(describeType);
    const objectNames = types.flatMap((type) => type.objectNames);
    const texts = types.flatMap(({ text }) => text || []);
    return { text: [...(objectNames.length > 0 ? [''] : []), ...texts].join(' or ').trim(), objectNames };
  }
  if (schema.const !== undefined) return { text: JSON.stringify(schema.const), objectNames: [] };
  if (schema.format === 'binary') return { text: 'file', objectNames: [] };
  const types = [schema.type ?? 'any'].flat();
  const isTimestamp = schema.format === 'date-time';
  return {
    text: types.map((type) => (type === 'string' && isTimestamp ? 'timestamp' : type)).join(' or '),
    objectNames: [],
  };
}
