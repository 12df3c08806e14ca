import type { TSchema } from 'typebox';
import type { AuthPolicy } from '../../core/caller.ts';
import { Timestamp } from '../../core/json-schema.ts';
import { type ErrorCode, STATUS_BY_CODE } from '../../core/refusal.ts';
import type { RateLimit } from '../../platform/http/security/rate-limiter.ts';
import { acceptsIdempotencyKey, limitsOf, type SurfaceRow } from '../../platform/http/surface.ts';
import type { MultipartFiles } from '../../platform/http/uploads/multipart.ts';
import { limits } from '../limits.ts';

/** A shape as plain JSON Schema, as far as our shapes go. */
export interface Shape {
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
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Shape[];
}

/** Without what TypeBox keeps beside a schema for itself. */
export function plainSchema(schema: TSchema): Shape {
  return JSON.parse(JSON.stringify(schema));
}

/** Every code a row may refuse with: its own, and those of its kind of caller and limits. */
export function errorCodesOf(row: SurfaceRow): ErrorCode[] {
  const { method, path, auth: who, limits: groups, endpoint } = row;
  // Any request may carry a Device-Id or a body that cannot be read, and any code may have a bug.
  const codes = new Set<ErrorCode>(['VALIDATION_ERROR', 'INTERNAL_ERROR', ...endpoint.errorCodes]);
  if (who !== 'public' && who !== 'optional-session' && who !== 'bearer-or-session') codes.add('UNAUTHORIZED');
  if (who === 'child' || who === 'parent') codes.add('FORBIDDEN');
  if (method !== 'GET' && !path.startsWith('/app/')) codes.add('FORBIDDEN'); // sent from another site
  if (groups.length > 0) codes.add('RATE_LIMITED');
  if (acceptsIdempotencyKey(row)) codes.add('CONFLICT');
  return [...codes].sort((a, b) => STATUS_BY_CODE[a] - STATUS_BY_CODE[b] || a.localeCompare(b));
}

/** When each code is answered. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'the request is not of the right form',
  INVALID_CODE: 'the one-time code is wrong, used or expired',
  INVALID_EMAIL: 'this is no e-mail address',
  UNAUTHORIZED: 'the token or session is missing, expired or ended',
  INVALID_PIN: 'the PIN is wrong; a PIN must be 4 digits',
  FORBIDDEN: 'the caller is known, but this is not theirs to do; or the request comes from another site',
  ITEM_LOCKED: 'the avatar item is not open to the caller yet',
  NOT_FOUND: 'it does not exist, or it is not the caller’s',
  ITEM_NOT_FOUND: 'there is no such avatar item',
  CONFLICT: 'it does not fit the present state, or is there already',
  ALREADY_LINKED: 'the child is linked to this parent already',
  RATE_LIMITED: 'too many requests or tries; `Retry-After` says when to try again',
  INTERNAL_ERROR: 'a fault of the service',
};

export const AUTH_DESCRIPTIONS: Readonly<Record<AuthPolicy, string>> = {
  public: 'anyone, without a token',
  'optional-session': 'anyone',
  child: 'a child, with its token',
  parent: 'a parent, with their token',
  bearer: 'a child or a parent, with their token',
  session: 'a parent on the panel, with the session cookie',
  'bearer-or-session': 'whoever may see it, with token or session cookie',
  metrics: 'whoever runs the service',
};

/** "10 in 1 minute", by the name of its group. */
export function limitText(group: string): string {
  const all: Readonly<Record<string, RateLimit>> = limits;
  const limit = all[group];
  if (!limit) throw new Error(`There is no limit named ${group}.`);
  const { requests, seconds } = limit;
  if (seconds % 60 !== 0) return `${requests} in ${seconds} seconds`;
  return `${requests} in ${seconds === 60 ? '1 minute' : `${seconds / 60} minutes`}`;
}

/** "30 in 1 minute (`app-write`)", of each group that counts a row. */
export function limitsText(row: SurfaceRow): string {
  const said = (groups: readonly string[]) => groups.map((group) => `${limitText(group)} (\`${group}\`)`).join(', ');
  const asParts = row.endpoint.multipart && `; with files ${said(limitsOf(row, true))}`;
  return said(limitsOf(row, false)) + (asParts ?? '');
}

/** The shape of a multipart body: the fields of a JSON one, and files. */
export function withFiles(shape: Shape, { name, maxFiles, description }: MultipartFiles): Shape {
  const files = { type: 'array', maxItems: maxFiles, description, items: { type: 'string', format: 'binary' } };
  return { ...shape, properties: { ...shape.properties, [name]: files } };
}

/** What rows have in common: `GET /app/*`; the one path itself where there is only one. */
export function pathPattern(rows: readonly SurfaceRow[]): string {
  const methods = [...new Set(rows.map(({ method }) => method))].join(', ');
  const [first = [], ...others] = rows.map(({ path }) => path.split('/'));
  const differs = first.findIndex((part, i) => others.some((path) => path[i] !== part));
  return `${methods} ${differs === -1 ? first.join('/') : [...first.slice(0, differs), '*'].join('/')}`;
}

/** The request headers that mean something to a row, each with a sentence. */
export function headersOf(row: SurfaceRow): Readonly<Record<string, string>> {
  return { ...row.endpoint.headers, ...(acceptsIdempotencyKey(row) && { 'Idempotency-Key': KEY_SENTENCE }) };
}

const KEY_SENTENCE =
  'Names this change, 1 to 200 visible ASCII characters: sent again within 24 hours it is not done again, but answered the same';

/** Headers are described in a sentence each; that of a header one must send ends so. */
export function isRequired(headerSentence: string): boolean {
  return /\bRequired\.?$/.test(headerSentence);
}

export interface Field {
  /** Dotted: `user.children[].profile_id`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

/** Every field of an object, those of objects within it after it. */
export function fieldsOf({ properties = {}, required = [] }: Shape, within = ''): Field[] {
  return Object.entries(properties).flatMap(([key, shape]) => {
    const name = within + key;
    const field = {
      name,
      type: typeOf(shape),
      required: required.includes(key) && shape.default === undefined,
      about: aboutOf(shape),
    };
    return [field, ...fieldsOf(shape, `${name}.`), ...fieldsOf(shape.items ?? {}, `${name}[].`)];
  });
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.format === 'binary') return 'file';
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' or ');
  const types = [shape.type ?? 'any'].flat();
  if (shape.format === 'date-time') return types.includes('null') ? 'timestamp or null' : 'timestamp';
  return types
    .map((type) => (type === 'array' && shape.items ? `array of ${typeOf(shape.items)}s` : type))
    .join(' or ');
}

function aboutOf(shape: Shape): string {
  const { description, enum: words, minimum, maximum, default: usual } = shape;
  const among = words && `one of ${words.map((word) => `\`${word}\``).join(', ')}`;
  const bounds = maximum === undefined ? minimum && `${minimum} or more` : `${minimum ?? 'up'} to ${maximum}`;
  const own = description === plainSchema(Timestamp).description ? '' : description;
  return [own, among, bounds, usual !== undefined && `default \`${usual}\``].filter(Boolean).join('; ');
}
