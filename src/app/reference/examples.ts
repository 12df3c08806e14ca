import type { TSchema } from 'typebox';
import type { AuthPolicy } from '../../core/caller.ts';
import type { SurfaceRow } from '../../platform/http/surface.ts';
import { plainSchema, type Shape } from './schema-text.ts';

/** The request as a curl command, with plausible example values. */
export function curlExample({ method, path, auth, endpoint }: SurfaceRow, baseUrl: string): string {
  const { params, query, body, headers = {} } = endpoint;
  const examplesOf = (shape: TSchema | undefined) =>
    Object.entries(shape ? Object(exampleValue(plainSchema(shape), path)) : {});
  const search = examplesOf(query).filter(([name]) => name !== 'cursor');
  const filledPath = examplesOf(params).reduce((text, [name, value]) => text.replace(`:${name}`, String(value)), path);
  const url = `${baseUrl}${filledPath}${search.length > 0 ? `?${search.map((pair) => pair.join('=')).join('&')}` : ''}`;
  const json = body && JSON.stringify(exampleValue(plainSchema(body), path), null, 1).replace(/\n\s*/g, ' ');
  const credential = CREDENTIALS[auth];
  return [
    `curl${method === 'GET' || (method === 'POST' && json) ? '' : ` -X ${method}`} '${url}'`,
    ...(credential ? [credential] : []),
    ...Object.keys(headers).map((name) => `-H '${name}: ${EXAMPLES[name] ?? '…'}'`),
    ...(json ? ["-H 'Content-Type: application/json'", `-d '${json}'`] : []),
  ].join(' \\\n  ');
}

/** An example value of a schema: the example of the schema itself, or else a typical value for the name of the field. */
export function exampleValue(shape: Shape, path: string, name = ''): unknown {
  const known = [`${path} ${name}`, name].find((key) => key in EXAMPLES);
  if (shape.examples) return shape.examples[0];
  if (known !== undefined) return EXAMPLES[known];
  if (shape.default !== undefined) return shape.default;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return exampleValue(shape.anyOf[0], path, name);
  if (shape.items) return [exampleValue(shape.items, path, name)];
  if (shape.properties) return mapValues(shape.properties, (each, key) => exampleValue(each, path, key));
  const [type] = [shape.type].flat();
  return type === 'integer' || type === 'number' ? (shape.minimum ?? 1) : type === 'boolean' ? true : 'text';
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, to: (value: V, key: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));
}

const CREDENTIALS: Partial<Record<AuthPolicy, string>> = {
  child: '-H "Authorization: Bearer $TOKEN"',
  parent: '-H "Authorization: Bearer $TOKEN"',
  bearer: '-H "Authorization: Bearer $TOKEN"',
  'bearer-or-session': '-H "Authorization: Bearer $TOKEN"',
  session: '-b "session=$SESSION"',
  metrics: '-H "Authorization: Bearer $METRICS_TOKEN"',
};

/** By the name of a field or header. A name with several meanings has the path before it. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'Device-Id': 'kitchen-tablet-7f3a',
  'X-Timezone': 'Europe/Kyiv',
  birth_year: 2017,
  language: 'en',
  avatar_id: 'fox',
  pin: '4071',
  email: 'parent@example.org',
  code: '493027',
  '/app/auth/link/redeem code': 'K7MPW2XQ',
  '/api/auth/verify-code code': '7Q4M-2X9K',
  profile_id: '5f1d0c2e9b8a47d3a6e4f7b20c91d8e5',
  display_name: 'Mia',
  skin: 'skin-honey',
  hair: 'hair-bob-brown',
  hat: 'beanie-red',
  shirt: 'tee-sky',
  accessory: null,
  '/app/planets/:id/join id': 'star-gazers',
  '/app/planets/:id/leave id': 'star-gazers',
  '/app/rankings planet_id': 'star-gazers',
  '/app/todos/:id id': '019aa0c1-7d1e-7c55-9b1f-4c8c2f0d6a3b',
  '/app/todos/:id status': 'done',
};
