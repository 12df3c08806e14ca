import type { TObject, TSchema } from 'typebox';
import { type ErrorCode, STATUS_BY_CODE } from '../../core/requests/api-error.ts';
import type { AuthPolicy } from '../../core/requests/caller.ts';
import { ErrorBody } from '../../core/requests/json-schema.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import { acceptsIdempotencyKey, type Route, respondsWithJson } from '../../platform/http/route.ts';
import { memoizeBySettings } from '../memoize-by-settings.ts';
import { Components } from './components.ts';
import {
  AUTH_DESCRIPTIONS,
  addFilesToSchema,
  ERROR_DESCRIPTIONS,
  formatLimits,
  isRequiredHeader,
  listErrorCodes,
  listRequestHeaders,
  listSuccessStatuses,
} from './endpoint-descriptions.ts';
import { getExampleBody } from './examples.ts';
import { type JsonSchema, toPlainSchema } from './json-schema.ts';
import { type RecordedExamples, readRecordedExamples, toErrorCode } from './recorded-examples.ts';
import { getTagName, TAGS } from './tags.ts';

/** Builds the OpenAPI 3.1 document of the JSON endpoints from the surface table. TypeBox schemas are JSON Schemas. */
export function buildOpenApiDocument(routes: readonly Route[], baseUrl: string) {
  const components = new Components();
  const recorded = readRecordedExamples(baseUrl);
  components.addNamedSchemas(ErrorBody);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(respondsWithJson)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: buildOperation(route, components, recorded) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Family Learning Service',
      version: '1',
      description: 'A learning service for families: the app on `/app/*`, the parent panel and its login on `/api/*`.',
      contact: { name: 'The operator of this service', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${baseUrl}/docs`, description: 'The same reference as a web page' },
    servers: [{ url: baseUrl }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      responses: { ...components.responses, Unavailable: UNAVAILABLE },
      parameters: components.parameters,
      examples: Object.fromEntries(Object.entries(recorded.errors).map(([name, value]) => [name, { value }])),
      headers: RESPONSE_HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` from signing in' },
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in to the panel' },
      },
    },
  };
}

export const defineOpenApiEndpoint = (routes: () => readonly Route[]) => {
  const getBody = memoizeBySettings(({ baseUrl }) =>
    Buffer.from(JSON.stringify(buildOpenApiDocument(routes(), baseUrl))),
  );
  return defineFileEndpoint({
    summary: 'This API as an OpenAPI 3.1 document',
    mediaType: 'application/json',
    run: async ({ settings }) => ({
      type: 'application/json; charset=utf-8',
      body: getBody(settings),
      headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' },
    }),
  });
};

const SECURITY_REQUIREMENTS: Record<AuthPolicy, object[]> = {
  public: [],
  'optional-session': [],
  child: [{ bearer: [] }],
  parent: [{ bearer: [] }],
  bearer: [{ bearer: [] }],
  session: [{ session: [] }],
  'optional-bearer-or-session': [{ bearer: [] }, { session: [] }],
  operator: [],
  metrics: [{ bearer: [] }, {}], // {}: clients on loopback may need no token
};

function buildOperation(route: Route, components: Components, recorded: RecordedExamples) {
  const { endpoint, path } = route;
  return {
    operationId: endpoint.operationId,
    tags: [getTagName(path)],
    summary: endpoint.summary,
    description: [endpoint.description?.replace(/\s+/g, ' '), formatCallersAndLimits(route)]
      .filter(Boolean)
      .join('\n\n'),
    security: SECURITY_REQUIREMENTS[route.auth],
    parameters: buildParameters(route, components),
    requestBody: endpoint.body && buildRequestBody(route, endpoint.body, components),
    responses: buildResponses(route, components, recorded),
  };
}

function formatCallersAndLimits(route: Route): string {
  const limits = formatLimits(route);
  return `For ${AUTH_DESCRIPTIONS[route.auth]}.${limits && ` Limit: ${limits}.`}`;
}

function buildParameters(route: Route, components: Components) {
  const { params, query } = route.endpoint;
  const buildLocationParameters = (source: TObject | undefined, location: 'path' | 'query') => {
    const { properties = {}, required = [] } = source ? toPlainSchema(source) : {};
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: location,
      required: location === 'path' || (required.includes(name) && schema.default === undefined),
      description,
      schema,
    }));
  };
  return [
    ...buildLocationParameters(params, 'path'),
    ...buildLocationParameters(query, 'query'),
    ...Object.entries(listRequestHeaders(route)).map(([name, description]) =>
      components.addHeaderParameter({
        name,
        in: 'header',
        required: isRequiredHeader(description),
        description,
        schema: { type: 'string' },
      }),
    ),
  ];
}

/**
 * Builds the description of a request body. The body is required even if all of its fields are optional. A PATCH requires at
 * least one field, because the service rejects a PATCH without fields.
 */
function buildRequestBody(route: Route, body: TObject, components: Components) {
  const { method, endpoint } = route;
  const { operationId = '', multipart } = endpoint;
  const referenced = components.addNamedSchemas(body);
  const schema = { ...referenced, ...(method === 'PATCH' && { minProperties: 1 }) };
  const name = `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}Request`;
  const example = getExampleBody(endpoint);
  return {
    required: true,
    // Only the multipart format is described, because generated clients would otherwise send JSON, and thus no files.
    content: multipart
      ? { 'multipart/form-data': { schema: components.addSchema(name, addFilesToSchema(schema, multipart)) } }
      : { 'application/json': { schema: components.addSchema(name, schema), example } },
  };
}

function buildResponses(route: Route, components: Components, { responses, errorNames }: RecordedExamples) {
  const { operationId = '', responseSchema, mediaType, columns } = route.endpoint;
  const codesByStatus = Map.groupBy(listErrorCodes(route), (code) => STATUS_BY_CODE[code]);
  const rateLimitHeaders = route.rateLimitGroups.length > 0 ? (['RateLimit', 'RateLimit-Policy'] as const) : [];
  const idempotencyHeaders = acceptsIdempotencyKey(route) ? (['Idempotency-Replayed'] as const) : [];
  const pageHeaders = columns ? (['X-Total-Count', 'X-Page', 'X-Per-Page'] as const) : [];
  const headerNames = [...rateLimitHeaders, ...idempotencyHeaders, ...pageHeaders];
  const success = {
    ...(headerNames.length > 0 && { headers: buildHeaderReferences(...headerNames) }),
    ...(responseSchema && {
      content: {
        [mediaType]: { schema: addResponseSchema(responseSchema, components), example: responses[operationId] },
        ...(columns && LIST_FORMATS),
      },
    }),
  };
  return {
    ...Object.fromEntries(
      listSuccessStatuses(route).map((status) => [
        status,
        { description: status === 201 ? 'Created' : 'Success', ...success },
      ]),
    ),
    ...Object.fromEntries(
      [...codesByStatus].map(([errorStatus, codes]) => {
        const exampleNames = errorNames[operationId]?.[errorStatus] ?? codes;
        // A response with specific examples is described at its operation. All other responses are described once, as components.
        return [
          errorStatus,
          exampleNames.every(isGeneralExample)
            ? components.addResponse(codes, buildErrorResponse(codes))
            : buildErrorResponse(codes, exampleNames),
        ];
      }),
    ),
    503: { $ref: '#/components/responses/Unavailable' },
  };
}

/**
 * Adds the schema of a whole response, named after its data (TaskResponse, TodoPage or LevelList). Returns the reference to it.
 */
function addResponseSchema(responseSchema: TSchema, components: Components): JsonSchema {
  const schema = components.addNamedSchemas(responseSchema);
  const { data = {}, next_cursor } = schema.properties ?? {};
  const [dataName, itemName] = [data, data.items ?? {}].map(({ $ref }) => $ref?.split('/').at(-1));
  if (dataName) return components.addSchema(`${dataName}Response`, schema);
  return itemName ? components.addSchema(`${itemName}${next_cursor ? 'Page' : 'List'}`, schema) : schema;
}

/** The other formats of a list, which the client selects with Accept. */
const LIST_FORMATS = {
  'text/csv': { schema: { type: 'string', description: 'A line of column names, then one line per row.' } },
  'text/html': { schema: { type: 'string', description: 'The fragment that the panel shows.' } },
};

/** Whether the name of an example is just an error code. Such an example applies to every endpoint with that code. */
function isGeneralExample(name: string): boolean {
  return name === toErrorCode(name);
}

/**
 * Builds an error response with its recorded examples. By default, these are the general examples of the error codes. `meaning`
 * replaces the general description of the codes.
 */
function buildErrorResponse(codes: readonly ErrorCode[], names: readonly string[] = codes, meaning?: string) {
  const examples = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  return {
    description: codes.map((code) => `\`${code}\`: ${meaning ?? ERROR_DESCRIPTIONS[code]}`).join('. '),
    ...(codes.includes('RATE_LIMITED') && {
      headers: buildHeaderReferences('Retry-After', 'RateLimit', 'RateLimit-Policy'),
    }),
    ...(codes.includes('UNAUTHORIZED') && { headers: buildHeaderReferences('WWW-Authenticate') }),
    content: { 'application/json': { schema, examples } },
  };
}

const UNAVAILABLE = {
  ...buildErrorResponse(
    ['INTERNAL_ERROR'],
    ['INTERNAL_ERROR.unavailable'],
    'the service is overloaded or a dependency is unavailable',
  ),
  headers: buildHeaderReferences('Retry-After'),
};

const RESPONSE_HEADERS = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
  RateLimit: {
    description: 'The remaining requests and seconds of the window: `"app-read";r=99;t=60`',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limit: q requests in w seconds, `"app-read";q=100;w=60`',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': { description: '`true` if this is a stored response', schema: { type: 'string' } },
  'X-Total-Count': { description: 'Number of rows in the whole list', schema: { type: 'integer' } },
  'X-Page': { description: 'The requested `page`, or 1', schema: { type: 'integer' } },
  'X-Per-Page': { description: 'The requested `per_page`, or 20', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: '`Bearer realm="family-learning"`, with `error="invalid_token"` if a token was sent',
    schema: { type: 'string' },
  },
};

function buildHeaderReferences(...names: (keyof typeof RESPONSE_HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
