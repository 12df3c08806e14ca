import type { TSchema } from 'typebox';
import type { AuthPolicy } from '../../core/requests/caller.ts';
import type { Route } from '../../platform/http/route.ts';
import { type JsonSchema, plainSchema } from './endpoint-descriptions.ts';

/** The request as a curl command, with plausible example values. */
export function curlExample({ method, path, auth, endpoint }: Route, baseUrl: string): string {
  const { params, query, body, requestHeaders: headers = {} } = endpoint;
  const exampleEntries = (schema: TSchema | undefined) =>
    Object.entries(schema ? Object(exampleValue(plainSchema(schema))) : {});
  const search = exampleEntries(query).filter(([name]) => name !== 'cursor');
  const filledPath = exampleEntries(params).reduce(
    (text, [name, value]) => text.replace(`:${name}`, String(value)),
    path,
  );
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
export function exampleValue(schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleValue(schema.anyOf[0]);
  if (schema.items) return [exampleValue(schema.items)];
  if (schema.properties) return mapValues(schema.properties, exampleValue);
  const [type] = [schema.type].flat();
  return type === 'integer' || type === 'number' ? (schema.minimum ?? 1) : type === 'boolean' ? true : 'text';
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, to: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}

const CREDENTIALS: Partial<Record<AuthPolicy, string>> = {
  child: '-H "Authorization: Bearer $TOKEN"',
  parent: '-H "Authorization: Bearer $TOKEN"',
  bearer: '-H "Authorization: Bearer $TOKEN"',
  'optional-bearer-or-session': '-H "Authorization: Bearer $TOKEN"',
  session: '-b "session=$SESSION"',
  metrics: '-H "Authorization: Bearer $METRICS_TOKEN"',
};

const HEADER_EXAMPLES: Readonly<Record<string, string>> = {
  'Device-Id': 'kitchen-tablet-7f3a',
  'X-Timezone': 'Europe/Kyiv',
};
