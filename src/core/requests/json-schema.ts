import { type Static, type TSchema, Type } from 'typebox';
import { rawLength } from '../text/normalize-text.ts';
import type { Instant } from '../time/instant.ts';

/** A schema for null or the given type, in the one-type-list form that the serializer handles without branching. */
export function Nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

interface TextOptions {
  readonly description?: string;
  readonly examples?: readonly (string | null)[];
}

/** Text from a client, stored with at most `maxLength` characters. Before normalization it may be longer (`toNfc`). */
export function InputText(maxLength: number, options: TextOptions = {}) {
  return Type.String({ maxLength: rawLength(maxLength), ...options });
}

/** Text that is compared or looked up. An unknown value has an error of its own, however long it is. */
export function LookupText(options: TextOptions = {}) {
  return Type.String({ maxLength: 65_536, ...options });
}

export const Timestamp = Type.Unsafe<Instant>({ type: 'string', format: 'date-time', description: 'ISO 8601, UTC' });

export const NullableTimestamp = Type.Unsafe<Instant | null>({ ...Timestamp, type: ['string', 'null'] });

export function Enum<const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number]; examples?: readonly T[number][] } = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });
}

/** Why something is still locked for a child, and what unlocks it; null if it is not locked. */
export const LockSchema = Nullable(
  Type.Object({
    reason: Enum(['level', 'prerequisite', 'planet', 'not_started_yet']),
    message: Type.String({ description: "why, in the caller's language" }),
    required_level: Nullable(Type.Integer()),
    required_ids: Type.Array(Type.String(), { description: 'what has to be finished first' }),
    unlocks_at: NullableTimestamp,
  }),
);

export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String({ description: "For a person, in the caller's language" }),
    details: Type.Optional(
      Type.Object({
        reason: Type.Optional(Type.String()),
        fields: Type.Optional(Type.Array(Type.String())),
        retry_after: Type.Optional(Type.Integer({ description: 'seconds' })),
      }),
    ),
  }),
});
