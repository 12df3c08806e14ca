import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { LineCounter, parse, parseDocument } from 'yaml';
import type { ParseCache } from './parse-cache.ts';
import { shortHash } from './read-assets.ts';
import type { ValidationError } from './validation-errors.ts';

/** A file of a pack that has its shape. `file` is told from the folder of all packs. */
export interface Read<T> {
  readonly file: string;
  readonly text: string;
  readonly value: T;
}

/** The file's value if it has its shape; otherwise undefined, and the mistakes say why. */
export type ReadYaml = <T extends TSchema>(file: string, shape: T) => Read<Static<T>> | undefined;

const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true, discriminator: true });

/** A reader of the files in a folder, which adds to `mistakes`. */
export function yamlReader(folder: string, memory: ParseCache, mistakes: ValidationError[]): ReadYaml {
  const shapeHashes = new Map<TSchema, string>();
  const hashOf = (shape: TSchema) => {
    const hash = shapeHashes.get(shape) ?? shortHash(JSON.stringify(shape));
    shapeHashes.set(shape, hash);
    return hash;
  };
  return <T extends TSchema>(file: string, shape: T) => {
    const path = join(folder, file);
    if (!existsSync(path)) return void mistakes.push({ file, path: [], message: 'The file is missing.' });
    const text = readFileSync(path, 'utf8');
    const key = shortHash(hashOf(shape), text);
    const value = memory.get(key) ?? shaped(file, text, shape, mistakes);
    if (value === undefined) return undefined;
    memory.set(key, value);
    return { file, text, value: value as Static<T> }; // it has the shape, now or when it was remembered
  };
}

function shaped(file: string, text: string, shape: TSchema, mistakes: ValidationError[]): unknown {
  const value = parsed(file, text, mistakes);
  if (value === undefined) return undefined;
  const validate = ajv.compile(shape); // once a process: ajv knows a shape again
  if (validate(value)) return value;
  mistakes.push(...(validate.errors ?? []).filter(isTelling).map((error) => mistakeOf(file, value, error)));
  return undefined;
}

function parsed(file: string, text: string, mistakes: ValidationError[]): unknown {
  try {
    return parse(text) ?? {};
  } catch {
    const { errors } = parseDocument(text, { lineCounter: new LineCounter() }); // `parse` throws the first one alone
    for (const { message, linePos } of errors) {
      mistakes.push({ file, path: [], message: message.split('\n')[0] ?? message, line: linePos?.[0].line ?? 1 });
    }
    return undefined;
  }
}

/** Of the errors of a property's name the last one only repeats that there is one. */
function isTelling({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'propertyNames' && keyword !== 'if' && !schemaPath.endsWith('/oneOf');
}

function mistakeOf(file: string, value: unknown, error: ErrorObject): ValidationError {
  const path = pathOf(value, error.instancePath);
  const { additionalProperty, allowedValues, tag } = error.params as Params;
  if (additionalProperty !== undefined) {
    return {
      file,
      path: [...path, additionalProperty],
      message: `"${additionalProperty}" is no key that belongs here.`,
    };
  }
  if (tag !== undefined)
    return { file, path: [...path, tag], message: `${[...path, tag].join('.')} is none that there is.` };
  const place = error.propertyName === undefined ? path : [...path, error.propertyName];
  const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
  return { file, path: place, message: `${place.join('.') || 'the file'} ${error.message}${allowed}.` };
}

/** What ajv tells beside its message, by keyword. */
interface Params {
  readonly additionalProperty?: string;
  readonly allowedValues?: readonly string[];
  readonly tag?: string;
}

/** A JSON pointer as keys and indices: "/items/0" holds an index when items is a list. */
function pathOf(value: unknown, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(here) ? Number(key) : key);
    here = (here as Record<string, unknown> | undefined)?.[key]; // ajv names only what is there
  }
  return path;
}
