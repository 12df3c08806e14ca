import { type Static, type TSchema, Type } from 'typebox';
import { getMaxRawLength } from '../text/normalize-text.ts';
import type { Instant } from '../time/instant.ts';
import { ERROR_CODES, ERROR_REASONS } from './api-error.ts';

const DESCRIPTION = Symbol('description');

/**
 * Attaches to a schema another one that replaces it in the API description. Use it where the description can be more
 * precise than the validator or the serializer needs, such as for the fields of each kind of item. Returns `schema`.
 */
export function describeAs<T extends TSchema>(schema: T, description: object): T {
  return Object.assign(schema, { [DESCRIPTION]: description });
}

/** Returns the schema that stands for this one in the API description: the attached one, or else the schema itself. */
export function getDescriptionSchema(schema: object): object {
  return (schema as { [DESCRIPTION]?: object })[DESCRIPTION] ?? schema; // set by `describeAs` only
}

/** A schema for null or the given type. A list of types, unlike `anyOf`, lets the serializer work without branching. */
export function Nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

interface TextOptions {
  readonly description?: string;
  readonly examples?: readonly (string | null)[];
}

/** Text from a client that is stored with at most `maxLength` characters. Before normalization it may be longer (`toNfc`). */
export function InputText(maxLength: number, options: TextOptions = {}) {
  return Type.String({ maxLength: getMaxRawLength(maxLength), ...options });
}

/**
 * Text that is compared or looked up. The limit is high, because an unknown value gets the error of the lookup even when
 * it is long.
 */
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

export function NullableEnum<const T extends readonly string[]>(values: T, options: { description?: string } = {}) {
  return Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null], ...options });
}

/** The look of a world or a planet. */
export const ThemeSchema = Type.Object(
  { color: Type.String({ description: 'as in CSS: `#F2A541`' }), icon_url: Type.String() },
  { title: 'Theme' },
);

/** Why something is still locked for a child, and what unlocks it; null if it is not locked. */
export const LockSchema = Nullable(
  Type.Object(
    {
      reason: Enum(['level', 'prerequisite', 'planet', 'not_started_yet']),
      message: Type.String({ description: "why, in the caller's language" }),
      required_level: Nullable(Type.Integer()),
      required_ids: Type.Array(Type.String(), { description: 'what has to be finished first' }),
      unlocks_at: NullableTimestamp,
    },
    { title: 'Lock' },
  ),
);

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Enum(ERROR_CODES),
        message: Type.String({ description: "For a person, in the caller's language" }),
        details: Type.Optional(
          Type.Object(
            {
              reason: Type.Optional(Enum(ERROR_REASONS, { description: 'why, when the code alone does not say' })),
              fields: Type.Optional(
                Type.Array(Type.String(), { description: 'names of the invalid fields, such as `answers.0.response`' }),
              ),
              retry_after: Type.Optional(Type.Integer({ description: 'seconds' })),
            },
            { title: 'ApiErrorDetails' },
          ),
        ),
      },
      { title: 'ApiError' },
    ),
  },
  { title: 'ErrorResponse' },
);
