import type { TSchema } from 'typebox';

/** The keywords of JSON Schema that the schemas of the service use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
}

/** Returns the schema without TypeBox's internal properties. */
export function toPlainSchema(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema));
}

/** Names the type of an array: "array of numbers", "array of arrays of numbers". */
export function nameArray(itemType: string): string {
  return `array of ${itemType.startsWith('array ') ? itemType.replace('array', 'arrays') : `${itemType}s`}`;
}
