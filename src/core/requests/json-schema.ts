import { type Static, type TSchema, Type } from 'typebox';
import { getMaxRawLength } from '../text/normalize-text.ts';
import type { Instant } from '../time/instant.ts';
import { ERROR_CODES, ERROR_REASONS } from './api-error.ts';

const DOCUMENTED_SCHEMA = Symbol('documentedSchema');

/**
 * Attaches `documentedSchema` to `schema` and returns `schema`. The API description then shows `documentedSchema` instead. Use
 * this where the API description can be more precise than validation or serialization requires, such as for the fields of each
 * kind of item.
 */
export function documentAs<T extends TSchema>(schema: T, documentedSchema: object): T {
  return Object.assign(schema, { [DOCUMENTED_SCHEMA]: documentedSchema });
}

/** Returns the schema to show in the API description: the one that `documentAs` has attached, or else the schema itself. */
export function getDocumentedSchema(schema: object): object {
  return (schema as { [DOCUMENTED_SCHEMA]?: object })[DOCUMENTED_SCHEMA] ?? schema; // only `documentAs` sets this property
}

/** A schema for null or the given type. Unlike `anyOf`, a list of types does not make the serializer try several schemas. */
export function Nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

interface TextOptions {
  readonly description?: string;
  readonly examples?: readonly (string | null)[];
  readonly default?: string;
}

/** Text from a client that is stored with at most `maxLength` characters. It may be longer before it is normalized (`toNfc`). */
export function InputText(maxLength: number, options: TextOptions = {}) {
  return Type.String({ maxLength: getMaxRawLength(maxLength), ...options });
}

/**
 * Text that is compared or looked up. The maximum length is high, so that the lookup of a long unknown value fails with its usual
 * error, such as "not found", and not with a validation error.
 */
export function LenientText(options: TextOptions = {}) {
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
  { color: Type.String({ description: 'A CSS color such as `#F2A541`.' }), icon_url: Type.String() },
  { title: 'Theme' },
);

/** Why something is still locked for a child, and what unlocks it; null if it is not locked. */
export const LockSchema = Nullable(
  Type.Object(
    {
      reason: Enum(['level', 'prerequisite', 'planet', 'not_started_yet']),
      message: Type.String({ description: "Why it is locked, in the caller's language." }),
      required_level: Nullable(Type.Integer()),
      required_ids: Type.Array(Type.String(), { description: 'The ids of what has to be finished first.' }),
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
        message: Type.String({ description: "A text for a person, in the caller's language." }),
        details: Type.Optional(
          Type.Object(
            {
              reason: Type.Optional(
                Enum(ERROR_REASONS, { description: 'The reason, if the code alone does not say it.' }),
              ),
              fields: Type.Optional(
                Type.Array(Type.String(), {
                  description: 'The names of the invalid fields, such as `answers.0.response`.',
                }),
              ),
              retry_after: Type.Optional(Type.Integer({ description: 'How long to wait, in seconds.' })),
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
