import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '../../core/requests/api-error.ts';
import { getDocumentedSchema } from '../../core/requests/json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { describeProperties } from './property-descriptions.ts';

/** A request header in an OpenAPI document. */
interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/**
 * The parts of an OpenAPI document that are described once and referenced wherever they are used. A schema with a name (`title`)
 * becomes one type with this name in generated clients.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  /** The error responses, named after their error codes. */
  readonly responses: Record<string, object> = {};
  readonly parameters: Record<string, HeaderParameter> = {};

  /**
   * Adds the named schemas in `source`, and returns `source` with each of them replaced by a reference. `source` can be a
   * TypeBox schema.
   */
  addNamedSchemas(source: object): JsonSchema {
    const schema = this.#addNestedSchemas(getDocumentedSchema(source) as JsonSchema); // TypeBox schemas are JSON Schemas
    if (schema.title === undefined) return schema;
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
    const reference = this.addSchema(schema.title, isNullable ? { ...schema, type: 'object' } : schema);
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  /** Adds a schema under a name and returns the reference to it. */
  addSchema(name: string, { title, ...untitled }: JsonSchema): JsonSchema {
    const schema = describeProperties(name, untitled);
    const existing = this.schemas[name];
    if (existing && !isDeepStrictEqual(existing, schema)) throw new Error(`Two schemas have the name ${name}.`);
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * Adds the response for these error codes, with a name such as `InvalidEmailOrValidationError`, and returns the reference to
   * it.
   */
  addResponse(codes: readonly ErrorCode[], response: object) {
    const name = codes.map(toPascalCase).join('Or');
    this.responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  /** Adds a header and returns the reference to it. */
  addHeaderParameter(header: HeaderParameter) {
    const name = `${header.required ? 'Required' : ''}${header.name.replaceAll('-', '')}`;
    const existing = this.parameters[name];
    if (existing && !isDeepStrictEqual(existing, header)) throw new Error(`${header.name} has two descriptions.`);
    this.parameters[name] = header;
    return { $ref: `#/components/parameters/${name}` };
  }

  #addNestedSchemas({ properties, items, anyOf, oneOf, discriminator, ...schema }: JsonSchema): JsonSchema {
    const variants = oneOf?.map((variant) => this.addNamedSchemas(variant));
    return {
      ...schema,
      ...(properties && { properties: mapValues(properties, (nested) => this.addNamedSchemas(nested)) }),
      ...(items && { items: this.addNamedSchemas(items) }),
      ...(anyOf && { anyOf: anyOf.map((nested) => this.addNamedSchemas(nested)) }),
      ...(variants && { oneOf: variants }),
      ...(discriminator &&
        variants && { discriminator: this.#buildDiscriminator(discriminator.propertyName, variants) }),
    };
  }

  /** Builds the discriminator, which maps each value of the property to its variant. */
  #buildDiscriminator(propertyName: string, variants: readonly JsonSchema[]) {
    const mapping = variants.flatMap(({ $ref = '' }) => {
      const values = this.schemas[$ref.split('/').at(-1) ?? '']?.properties?.[propertyName]?.enum ?? [];
      return values.map((value) => [String(value), $ref]);
    });
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }
}

function toPascalCase(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a copy of a record whose values are transformed. */
export function mapValues<V, W>(record: Readonly<Record<string, V>>, transform: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, transform(value)]));
}
