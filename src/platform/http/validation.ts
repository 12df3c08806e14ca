import { Ajv, type ErrorObject } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { TObject } from 'typebox';
import { type ApiError, createFieldError, createInvalidFieldsError } from '../../core/requests/api-error.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';

const ajvOptions = { useDefaults: true, strict: false, allowUnionTypes: true };
const nonCoercingAjv = new Ajv({ ...ajvOptions, coerceTypes: false });
const coercingAjv = new Ajv({ ...ajvOptions, coerceTypes: 'array' });

/**
 * Compiles the validators of requests. The types of a body must match exactly (a number is not a string). Path and query
 * parameters are text, so they are coerced to the types of their schema.
 */
export const compileValidator: FastifySchemaCompiler<TObject> = ({ schema, httpPart }) =>
  createValidator(httpPart === 'body' ? nonCoercingAjv : coercingAjv, schema);

/** Like `compileValidator`, for the body of a form, whose fields are text, too. A single value becomes a list if the schema is a list. */
export const compileFormValidator: FastifySchemaCompiler<unknown> = ({ schema }) =>
  createValidator(coercingAjv, schema as TObject);

/**
 * Each field is reported once, with its first error, so that a body with thousands of errors costs no more than a body with one. Ajv
 * compiles a schema once per process, here when it is first used, because compiling the schemas of all endpoints would noticeably delay
 * the start of the service.
 */
function createValidator(ajv: Ajv, schema: TObject) {
  let fieldSchemas: readonly object[] | undefined;
  return (input: unknown) => {
    if (ajv === coercingAjv) refuseOtherNumerals(schema, input);
    const isValid = ajv.compile(schema);
    if (isValid(input)) return true;
    // A validator stops at its first error, so each field has its own schema.
    fieldSchemas ??= Object.entries(schema.properties).map(([name, property]) => ({
      type: 'object',
      properties: { [name]: property },
      required: schema.required?.filter((required) => required === name) ?? [],
    }));
    const fieldErrors = fieldSchemas.flatMap((fieldSchema) => {
      const isFieldValid = ajv.compile(fieldSchema);
      return isFieldValid(input) ? [] : (isFieldValid.errors ?? []);
    });
    // Without an error of a field, the whole object is invalid.
    const errors = isObject(input) && fieldErrors.length > 0 ? fieldErrors : isValid.errors;
    return { error: errors as FastifySchemaValidationError[] }; // the type that Fastify uses for the errors of Ajv
  };
}

/** Ajv would also convert numerals such as `1e1`, `0x10` and ` 5` to a whole number. Throws VALIDATION_ERROR for these. */
function refuseOtherNumerals({ properties }: TObject, input: unknown): void {
  for (const [field, property] of Object.entries(properties)) {
    const value = isObject(input) ? (input as Record<string, unknown>)[field] : undefined; // an object, as checked
    const isInteger = (property as { type?: unknown }).type === 'integer';
    if (isInteger && typeof value === 'string' && value !== '' && !/^-?\d+$/.test(value))
      throw createFieldError(field, localized.http.wrongType({ word: localized.http.types.integer }));
  }
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Creates the error for input that does not match its schema. Its message states what is wrong with each field. */
export function createValidationError(errors: readonly ErrorObject[]): ApiError {
  return createInvalidFieldsError(errors.map((error) => ({ field: getFieldPath(error), text: formatMessage(error) })));
}

/** For an endpoint without body fields: accepts no body, `null` or any object (gap 6). Throws VALIDATION_ERROR for other values. */
export function checkUnusedBody(body: unknown): void {
  if (body !== undefined && body !== null && !isObject(body)) throw createFieldError('', localized.http.objectRequired);
}

/** Converts the path of an error: "/answers/0/item_id" becomes "answers.0.item_id". */
function getFieldPath({ keyword, instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  return path.join('.');
}

function formatMessage({ keyword, params, instancePath }: ErrorObject): LocalizedText {
  if (keyword === 'required') return localized.http.missing;
  if (keyword === 'type') {
    const [expectedType] = [params.type].flat(); // a field may have several types
    if (instancePath === '') return localized.http.objectRequired;
    const word = (localized.http.types as Readonly<Record<string, LocalizedText>>)[String(expectedType)];
    return word ? localized.http.wrongType({ word }) : localized.http.malformed;
  }
  if (keyword === 'enum') return localized.http.notInList({ values: params.allowedValues.join(', ') });
  if (keyword === 'minimum') return localized.http.atLeast({ limit: params.limit });
  if (keyword === 'maximum') return localized.http.atMost({ limit: params.limit });
  if (keyword === 'maxLength') return localized.http.tooLong;
  if (keyword === 'maxItems') return localized.http.entries({ limit: params.limit });
  return localized.http.malformed;
}
