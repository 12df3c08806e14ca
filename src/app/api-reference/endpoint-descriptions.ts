import { type ErrorCode, STATUS_BY_CODE } from '../../core/requests/api-error.ts';
import type { AuthPolicy } from '../../core/requests/caller.ts';
import { Timestamp } from '../../core/requests/json-schema.ts';
import type { AcceptedFiles } from '../../platform/http/multipart.ts';
import { acceptsIdempotencyKey, getRateLimitNames, type Route } from '../../platform/http/route.ts';
import type { RateLimit } from '../../platform/request-counter/request-counter.ts';
import { RATE_LIMIT_BY_GROUP } from '../rate-limits.ts';
import { type JsonSchema, toPlainSchema } from './json-schema.ts';

/**
 * Lists every error code that a route can return: those of its endpoint, and those that result from the properties of the route,
 * such as its auth policy and its limits.
 */
export function listErrorCodes(route: Route): ErrorCode[] {
  const { method, path, auth, rateLimitGroups, endpoint } = route;
  // Any request can have an invalid Device-Id or an unreadable body, and any handler can fail unexpectedly.
  const codes = new Set<ErrorCode>(['VALIDATION_ERROR', 'INTERNAL_ERROR', ...endpoint.errorCodes]);
  if (auth !== 'public' && auth !== 'optional-session' && auth !== 'optional-bearer-or-session')
    codes.add('UNAUTHORIZED');
  if (auth === 'child' || auth === 'parent') codes.add('FORBIDDEN');
  if (method !== 'GET' && !path.startsWith('/app/')) codes.add('FORBIDDEN'); // a request from another site
  if (rateLimitGroups.length > 0) codes.add('RATE_LIMITED');
  if (acceptsIdempotencyKey(route)) codes.add('CONFLICT');
  return [...codes].sort((a, b) => STATUS_BY_CODE[a] - STATUS_BY_CODE[b] || a.localeCompare(b));
}

/** Lists the statuses of successful responses. Some endpoints respond with 200 if the resource to create already exists. */
export function listSuccessStatuses({ endpoint: { status, mayFindExisting } }: Route): number[] {
  return mayFindExisting ? [status, 200] : [status];
}

/** The meaning of each error code. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'the request is invalid',
  INVALID_CODE: 'the one-time code is wrong, used or expired',
  INVALID_EMAIL: "the email address is invalid (only at the panel's login; elsewhere this is `VALIDATION_ERROR`)",
  UNAUTHORIZED: 'the token or session is missing, expired or ended',
  INVALID_PIN: 'the PIN is wrong or, when logging in, not 4 digits',
  FORBIDDEN: 'the caller is not allowed to do this, or the request comes from another site',
  ITEM_LOCKED: 'the avatar item is still locked for the caller',
  NOT_FOUND: 'the resource does not exist or belongs to somebody else',
  ITEM_NOT_FOUND: 'the avatar item does not exist',
  CONFLICT: 'the request conflicts with the current state, or the resource already exists',
  ALREADY_LINKED: 'the child is already linked to this parent',
  RATE_LIMITED: 'too many requests or attempts; `Retry-After` says when to try again',
  INTERNAL_ERROR: 'an internal error',
};

export const AUTH_DESCRIPTIONS: Readonly<Record<AuthPolicy, string>> = {
  public: 'anyone, without a token',
  'optional-session': 'anyone',
  child: 'a child, with a token',
  parent: 'a parent, with a token',
  bearer: 'a child or a parent, with a token',
  session: 'a parent in the panel, with the session cookie',
  'optional-bearer-or-session': 'anyone; the token or the session cookie decides what they may see',
  metrics: 'the operator of the service',
  operator: 'the operator of the service',
};

/** Formats the rate limit with this name: "10 in 1 minute". */
export function formatLimit(name: string): string {
  const allLimits: Readonly<Record<string, RateLimit>> = RATE_LIMIT_BY_GROUP;
  const limit = allLimits[name];
  if (!limit) throw new Error(`The rate limit "${name}" does not exist.`);
  const { requests, seconds } = limit;
  if (seconds % 60 !== 0) return `${requests} in ${seconds} seconds`;
  return `${requests} in ${seconds === 60 ? '1 minute' : `${seconds / 60} minutes`}`;
}

/** Formats the rate limits of a route: "30 in 1 minute (`app-write`)". */
export function formatLimits(route: Route): string {
  const formatNamedLimits = (names: readonly string[]) =>
    names.map((name) => `${formatLimit(name)} (\`${name}\`)`).join(', ');
  const multipartLimits =
    route.endpoint.multipart && `; with files ${formatNamedLimits(getRateLimitNames(route, true))}`;
  return formatNamedLimits(getRateLimitNames(route, false)) + (multipartLimits ?? '');
}

/** Returns the schema of a multipart body: the fields of the JSON body, and the files. */
export function addFilesToSchema(schema: JsonSchema, { fieldName, maxFiles, description }: AcceptedFiles): JsonSchema {
  const files = { type: 'array', maxItems: maxFiles, description, items: { type: 'string', format: 'binary' } };
  return { ...schema, properties: { ...schema.properties, [fieldName]: files } };
}

/** Formats a pattern that matches all the routes: `GET /app/*`, or the whole path of a single route. */
export function formatRoutePattern(routes: readonly Route[]): string {
  const methods = [...new Set(routes.map(({ method }) => method))].join(', ');
  const [firstPath = [], ...otherPaths] = routes.map(({ path }) => path.split('/'));
  const firstDifference = firstPath.findIndex((segment, i) => otherPaths.some((path) => path[i] !== segment));
  const pattern = firstDifference === -1 ? firstPath : [...firstPath.slice(0, firstDifference), '*'];
  return `${methods} ${pattern.join('/')}`;
}

/** Returns the request headers that a route reads, each with its description. */
export function listRequestHeaders(route: Route): Readonly<Record<string, string>> {
  return {
    ...route.endpoint.requestHeaders,
    ...(acceptsIdempotencyKey(route) && { 'Idempotency-Key': IDEMPOTENCY_KEY_DESCRIPTION }),
  };
}

const IDEMPOTENCY_KEY_DESCRIPTION =
  'Identifies this change. 1 to 200 visible ASCII characters. Within 24 hours, a request with the same key gets the same response and changes nothing.';

/** Whether a header is required: its description ends with "Required". */
export function isRequiredHeader(headerDescription: string): boolean {
  return /\bRequired\.?$/.test(headerDescription);
}

export function formatDescription(schema: JsonSchema): string {
  const { description, enum: values, minimum, maximum, default: defaultValue } = schema;
  // A timestamp needs no general description, because its type is formatted as "timestamp".
  const specificDescription = description === toPlainSchema(Timestamp).description ? '' : description;
  const allowedValues = values && `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  const range = maximum === undefined ? minimum && `${minimum} or more.` : `${minimum ?? 'Up'} to ${maximum}.`;
  const defaultText = defaultValue !== undefined && `Default: \`${defaultValue}\`.`;
  return [specificDescription, allowedValues, range, defaultText].filter(Boolean).join(' ');
}
