import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<TSchema, Serialize>(); // each serializer is compiled once per process

/**
 * Returns a function that writes a value as JSON and omits properties that the schema does not contain. The serializer is compiled
 * when it is first used, because compiling the serializers of all endpoints would noticeably delay the start of the service.
 */
export function compileSerializer(schema: TSchema): Serialize {
  return (value) => {
    let serialize = serializers.get(schema);
    if (!serialize) {
      serialize = fastJsonStringify(schema);
      serializers.set(schema, serialize);
    }
    return serialize(value);
  };
}
