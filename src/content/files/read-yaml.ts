import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { CORE_SCHEMA, load } from 'js-yaml';
import type { Static, TSchema } from 'typebox';
import { LineCounter, parse, parseDocument } from 'yaml';
import type { ParseCache } from './parse-cache.ts';
import { computeShortHash } from './read-assets.ts';
import { NOT_IN_PACK_MESSAGE, readPackFile } from './read-pack-file.ts';
import type { ValidationError } from './validation-errors.ts';

/** A valid file of a pack. `file` is relative to the packs folder. */
export interface ValidFile<T> {
  readonly file: string;
  readonly text: string;
  readonly value: T;
}

/** Reads a file. If the file is missing or does not match its schema, reports the errors and returns undefined. */
export type ReadYaml = <T extends TSchema>(file: string, schema: T) => ValidFile<Static<T>> | undefined;

const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true, discriminator: true });

/** Creates a reader for the YAML files of packs. The reader adds errors to `errors`. */
export function createYamlReader(packsFolder: string, cache: ParseCache, errors: ValidationError[]): ReadYaml {
  const schemaHashes = new Map<TSchema, string>();
  const getSchemaHash = (schema: TSchema) => {
    const hash = schemaHashes.get(schema) ?? computeShortHash(JSON.stringify(schema));
    schemaHashes.set(schema, hash);
    return hash;
  };
  return <T extends TSchema>(file: string, schema: T) => {
    if (!existsSync(join(packsFolder, file)))
      return void errors.push({ file, path: [], message: 'The file is missing.' });
    const text = readPackFile(packsFolder, file)?.toString();
    if (text === undefined) return void errors.push({ file, path: [], message: NOT_IN_PACK_MESSAGE });
    const key = computeShortHash(getSchemaHash(schema), text);
    const value = cache.get(key) ?? parseAndValidate(file, text, schema, errors);
    if (value === undefined) return undefined;
    cache.set(key, value);
    return { file, text, value: value as Static<T> }; // validated just now or before it was cached
  };
}

function parseAndValidate(file: string, text: string, schema: TSchema, errors: ValidationError[]): unknown {
  const value = parseOrReport(file, text, errors);
  if (value === undefined) return undefined;
  const validate = ajv.compile(schema); // compiled once per process, because ajv caches compiled schemas
  if (validate(value)) return value;
  errors.push(...(validate.errors ?? []).filter(isSpecific).map((error) => toValidationError(file, value, error)));
  return undefined;
}

function parseOrReport(file: string, text: string, errors: ValidationError[]): unknown {
  try {
    return parseYaml(text) ?? {};
  } catch {
    const { errors: syntaxErrors } = parseDocument(text, { lineCounter: new LineCounter() }); // `parseYaml` throws only the first error
    for (const { message, linePos } of syntaxErrors) {
      errors.push({ file, path: [], message: message.split('\n')[0] ?? message, line: linePos?.[0].line ?? 1 });
    }
    return undefined;
  }
}

/**
 * Parses a YAML 1.2 text. Returns undefined or null if the text is empty, and throws the error of the package `yaml` if it is
 * invalid. Most texts are parsed by js-yaml, which is several times as fast as `yaml`. `yaml` parses the others, and locates errors
 * (decision 0033).
 */
export function parseYaml(text: string): unknown {
  if (YAML_1_1_NUMBER.test(text)) return parse(text);
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch {
    return parse(text);
  }
}

/** Matches numbers of YAML 1.1 such as 1_000 and 0b101, which are strings in YAML 1.2. */
const YAML_1_1_NUMBER = /\d_|_\d|0b[01]/;

/** Whether an error is specific. Some keywords report only that there are other errors. */
function isSpecific({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'propertyNames' && keyword !== 'if' && !schemaPath.endsWith('/oneOf');
}

function toValidationError(file: string, value: unknown, error: ErrorObject): ValidationError {
  const path = parsePointer(value, error.instancePath);
  const { additionalProperty, allowedValues, tag } = error.params as ErrorParams;
  if (additionalProperty !== undefined) {
    return { file, path: [...path, additionalProperty], message: `"${additionalProperty}" is not a valid key here.` };
  }
  if (tag !== undefined)
    return { file, path: [...path, tag], message: `${[...path, tag].join('.')} is not a known value.` };
  const errorPath = error.propertyName === undefined ? path : [...path, error.propertyName];
  const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
  return { file, path: errorPath, message: `${errorPath.join('.') || 'the file'} ${error.message}${allowed}.` };
}

/** The parameters of an ajv error, by keyword. */
interface ErrorParams {
  readonly additionalProperty?: string;
  readonly allowedValues?: readonly string[];
  /** The key, such as `kind`, whose value selects one of several schemas. */
  readonly tag?: string;
}

/** Parses a JSON pointer into keys and indices. The 0 of "/items/0" is an index if `items` is a list. */
function parsePointer(value: unknown, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  let current = value;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(current) ? Number(key) : key);
    current = (current as Record<string, unknown> | undefined)?.[key]; // ajv reports only existing paths
  }
  return path;
}
