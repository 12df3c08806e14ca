import type { TObject, TSchema } from 'typebox';
import type { Who } from '../core/caller.ts';
import { type ErrorCode, STATUS } from '../core/refusal.ts';
import { ErrorBody } from '../core/wire.ts';
import { file } from '../platform/http/endpoint.ts';
import type { Row } from '../platform/http/surface.ts';

/** OpenAPI 3.1 of the JSON endpoints, made from the surface table: TypeBox shapes are the JSON Schema it wants. */
export function openapi(rows: readonly Row[], baseUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of rows.filter(({ endpoint }) => endpoint.face === 'json')) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Family Learning Service',
      version: '1',
      description: 'A learning service for families: children on `/app/*`, the parent panel and its login on `/api/*`.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: { Error: plain(ErrorBody) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  };
}

export const openapiDocument = (rows: () => readonly Row[]) =>
  file({
    summary: 'This interface as OpenAPI 3.1',
    mediaType: 'application/json',
    run: async (ctx) => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(openapi(rows(), ctx.settings.baseUrl)),
      headers: { 'access-control-allow-origin': '*' },
    }),
  });

/** Every code a row may refuse with: its own, and those of its kind of caller, input and limits. */
export function refusalsOf({ who, limits, endpoint }: Row): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.refuses);
  if (endpoint.body || endpoint.query || endpoint.headers) codes.add('VALIDATION_ERROR');
  if (who !== 'none' && who !== 'visitor') codes.add('UNAUTHORIZED');
  if (who === 'child' || who === 'parent') codes.add('FORBIDDEN');
  if (limits.length > 0) codes.add('RATE_LIMITED');
  codes.add('INTERNAL_ERROR');
  return [...codes].sort((a, b) => STATUS[a] - STATUS[b] || a.localeCompare(b));
}

const SECURITY: Record<Who, object[]> = {
  none: [],
  visitor: [],
  child: [{ bearer: [] }],
  parent: [{ bearer: [] }],
  any: [{ bearer: [] }],
  cookie: [{ session: [] }],
  operator: [{ bearer: [] }, {}],
};

function operation(row: Row) {
  const { endpoint, method, path } = row;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [path.split('/').slice(1, 3).join('/')],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    security: SECURITY[row.who],
    parameters: parametersOf(row),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint.body) }),
    responses: responsesOf(row),
  };
}

function parametersOf({ endpoint: { params, query, headers = {} } }: Row) {
  const described = (shape: TObject | undefined, place: 'path' | 'query') =>
    Object.entries(shape?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || (shape?.required?.includes(name) === true && !('default' in schema)),
      schema: plain(schema),
    }));
  return [
    ...described(params, 'path'),
    ...described(query, 'query'),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: description.includes('Required'),
      description,
      schema: { type: 'string' },
    })),
  ];
}

function requestBodyOf(body: TObject) {
  return { required: (body.required?.length ?? 0) > 0, content: { 'application/json': { schema: plain(body) } } };
}

function responsesOf(row: Row) {
  const { endpoint } = row;
  const byStatus = Map.groupBy(refusalsOf(row), (code) => STATUS[code]);
  const refusals = [...byStatus].map(([status, codes]) => [
    status,
    refusal(codes.map((code) => `\`${code}\``).join(', ')),
  ]);
  return {
    [endpoint.status]: {
      description: 'Done',
      ...(endpoint.answer && { content: { [endpoint.mediaType]: { schema: plain(endpoint.answer) } } }),
    },
    ...Object.fromEntries(refusals),
    503: refusal('`INTERNAL_ERROR`: overloaded, or a dependency is down; see Retry-After'),
  };
}

function refusal(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

/** A shape as plain JSON Schema, without what TypeBox keeps beside it for itself. */
function plain(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}
