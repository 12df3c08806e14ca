import { Ajv, type ErrorObject } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { TObject } from 'typebox';
import { LANGUAGES, type Text } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';

const options = { useDefaults: true, strict: false, allowUnionTypes: true };
const exact = new Ajv({ ...options, coerceTypes: false });
const coercing = new Ajv({ ...options, coerceTypes: true });

/**
 * A JSON body is taken at its word (a number is no string); what an address holds is text and is read as its shape asks.
 * Each field is told once, with the first thing that is wrong with it: a list of thirty thousand wrong entries costs no
 * more than one.
 */
export const compileValidator: FastifySchemaCompiler<TObject> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? exact : coercing;
  const isRight = ajv.compile(schema);
  const fields = Object.entries(schema.properties).map(([name, shape]) =>
    ajv.compile({
      type: 'object',
      properties: { [name]: shape },
      required: schema.required?.filter((one) => one === name) ?? [],
    }),
  );
  return (input: unknown) => {
    if (isRight(input)) return true;
    const wrong = fields.flatMap((isFieldRight) => (isFieldRight(input) ? [] : (isFieldRight.errors ?? [])));
    const told = isObject(input) ? wrong : (isRight.errors ?? []);
    return { error: told as FastifySchemaValidationError[] }; // ajv's own errors are what Fastify means
  };
};

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** What is wrong with one field; an empty `field` is the input as a whole. */
export interface Problem {
  readonly field: string;
  readonly text: Text;
}

/** To tell these is to tell enough, and the answer stays small. */
const MOST_TOLD = 50;

/** The refusal for input that is not of its shape: it names each field and says what is wrong with it. */
export function shapeRefusal(errors: readonly ErrorObject[]): Refusal {
  return problemsRefusal(
    errors.slice(0, MOST_TOLD).map((error) => ({ field: fieldOf(error), text: problemOf(error) })),
  );
}

/** A refusal for one field whose rule no schema can say. */
export function fieldRefusal(field: string, problem: Text): Refusal {
  return problemsRefusal([{ field, text: problem }]);
}

/** A refusal for several fields at once. */
export function problemsRefusal(all: readonly Problem[]): Refusal {
  const problems = all.slice(0, MOST_TOLD);
  const fields = [...new Set(problems.map(({ field }) => field))];
  const text = Object.fromEntries(
    LANGUAGES.map((language) => [language, problems.map((p) => sentence(p.field, p.text[language])).join(' ')]),
  ) as Text; // one entry for each language of the list
  return new Refusal('VALIDATION_ERROR', text, {
    reason: 'invalid_fields',
    fields: fields.filter((field) => field !== ''),
  });
}

/** Where no fields are expected, no body and any object will do (gap 6). */
export function checkNoBody(body: unknown): void {
  if (body !== undefined && body !== null && !isObject(body)) throw fieldRefusal('', NO_OBJECT);
}

function sentence(field: string, problem: string): string {
  return field === '' ? `${problem}.` : `${field}: ${problem}.`;
}

/** "/answers/0/item_id" → "answers.0.item_id" */
function fieldOf({ keyword, instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  return path.join('.');
}

function problemOf({ keyword, params, instancePath }: ErrorObject): Text {
  if (keyword === 'required') return MISSING;
  if (keyword === 'type') return instancePath === '' ? NO_OBJECT : ofType(String([params.type].flat()[0]));
  if (keyword === 'enum') return among(params.allowedValues.join(', '));
  if (keyword === 'minimum') return atLeast(params.limit);
  if (keyword === 'maximum') return atMost(params.limit);
  if (keyword === 'maxLength') return TOO_LONG;
  if (keyword === 'maxItems') return entries(params.limit);
  return MALFORMED;
}

const MISSING: Text = { en: 'is missing', es: 'falta', uk: 'відсутнє', pl: 'brakuje' };
const MALFORMED: Text = {
  en: 'does not have the right form',
  es: 'no tiene la forma correcta',
  uk: 'має неправильну форму',
  pl: 'ma niewłaściwą postać',
};
const TOO_LONG: Text = { en: 'is too long', es: 'es demasiado largo', uk: 'задовге', pl: 'jest za długie' };
const NO_OBJECT: Text = {
  en: 'The body must be a JSON object',
  es: 'El cuerpo debe ser un objeto JSON',
  uk: 'Тіло запиту має бути об’єктом JSON',
  pl: 'Treść musi być obiektem JSON',
};

const TYPES: Record<string, Text> = {
  string: { en: 'a string', es: 'un texto', uk: 'рядок', pl: 'tekst' },
  integer: { en: 'a whole number', es: 'un número entero', uk: 'ціле число', pl: 'liczba całkowita' },
  number: { en: 'a number', es: 'un número', uk: 'число', pl: 'liczba' },
  boolean: { en: 'true or false', es: 'true o false', uk: 'true або false', pl: 'true lub false' },
  array: { en: 'an array', es: 'una lista', uk: 'масив', pl: 'tablica' },
  object: { en: 'an object', es: 'un objeto', uk: 'об’єкт', pl: 'obiekt' },
};

function ofType(type: string): Text {
  const word = TYPES[type];
  if (!word) return MALFORMED;
  return { en: `must be ${word.en}`, es: `debe ser ${word.es}`, uk: `має бути: ${word.uk}`, pl: `ma być: ${word.pl}` };
}

function among(values: string): Text {
  return {
    en: `must be one of: ${values}`,
    es: `debe ser uno de: ${values}`,
    uk: `має бути одним із: ${values}`,
    pl: `ma być jednym z: ${values}`,
  };
}

function atLeast(limit: number): Text {
  return {
    en: `must be at least ${limit}`,
    es: `debe ser al menos ${limit}`,
    uk: `має бути не менше ${limit}`,
    pl: `ma być co najmniej ${limit}`,
  };
}

function atMost(limit: number): Text {
  return {
    en: `must be at most ${limit}`,
    es: `debe ser como máximo ${limit}`,
    uk: `має бути не більше ${limit}`,
    pl: `ma być co najwyżej ${limit}`,
  };
}

function entries(limit: number): Text {
  return {
    en: `must have at most ${limit} entries`,
    es: `debe tener como máximo ${limit} elementos`,
    uk: `має містити не більше ${limit} елементів`,
    pl: `ma mieć co najwyżej ${limit} elementów`,
  };
}
