import type { TSchema } from 'typebox';
import type { AuthPolicy } from '../../core/caller.ts';
import type { SurfaceRow } from '../../platform/http/surface.ts';
import { plainSchema, type Shape } from './schema-text.ts';

/** The request as a curl command, with plausible example values. */
export function curlExample({ method, path, auth, endpoint }: SurfaceRow, baseUrl: string): string {
  const { params, query, body, headers = {} } = endpoint;
  const examplesOf = (shape: TSchema | undefined) =>
    Object.entries(shape ? Object(exampleValue(plainSchema(shape))) : {});
  const search = examplesOf(query).filter(([name]) => name !== 'cursor');
  const filledPath = examplesOf(params).reduce((text, [name, value]) => text.replace(`:${name}`, String(value)), path);
  const url = `${baseUrl}${filledPath}${search.length > 0 ? `?${search.map((pair) => pair.join('=')).join('&')}` : ''}`;
  const json = body && JSON.stringify(exampleValue(plainSchema(body)), null, 1).replace(/\n\s*/g, ' ');
  const credential = CREDENTIALS[auth];
  return [
    `curl${method === 'GET' || (method === 'POST' && json) ? '' : ` -X ${method}`} '${url}'`,
    ...(credential ? [credential] : []),
    ...Object.keys(headers).map((name) => `-H '${name}: ${HEADER_EXAMPLES[name] ?? '…'}'`),
    ...(json ? ["-H 'Content-Type: application/json'", `-d '${json}'`] : []),
  ].join(' \\\n  ');
}

/** An example value of a schema: its own example, or else a default or a typical value of its type. */
export function exampleValue(shape: Shape): unknown {
  if (shape.examples) return shape.examples[0];
  if (shape.default !== undefined) return shape.default;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return exampleValue(shape.anyOf[0]);
  if (shape.items) return [exampleValue(shape.items)];
  if (shape.properties) return mapValues(shape.properties, exampleValue);
  const [type] = [shape.type].flat();
  return type === 'integer' || type === 'number' ? (shape.minimum ?? 1) : type === 'boolean' ? true : 'text';
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, to: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}

const CREDENTIALS: Partial<Record<AuthPolicy, string>> = {
  child: '-H "Authorization: Bearer $TOKEN"',
  parent: '-H "Authorization: Bearer $TOKEN"',
  bearer: '-H "Authorization: Bearer $TOKEN"',
  'bearer-or-session': '-H "Authorization: Bearer $TOKEN"',
  session: '-b "session=$SESSION"',
  metrics: '-H "Authorization: Bearer $METRICS_TOKEN"',
};

const HEADER_EXAMPLES: Readonly<Record<string, string>> = {
  'Device-Id': 'kitchen-tablet-7f3a',
  'X-Timezone': 'Europe/Kyiv',
};
