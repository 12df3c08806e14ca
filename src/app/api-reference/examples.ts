import type { TSchema } from 'typebox';
import type { AuthPolicy } from '../../core/requests/caller.ts';
import type { Route } from '../../platform/http/route.ts';
import { mapValues } from './components.ts';
import { type JsonSchema, toPlainSchema } from './json-schema.ts';

/**
 * Formats an example request as a curl command. The command can be run without changes in a shell that has run the commands of
 * `formatExampleSetup`. Values that only the service knows, such as a token or a code, are shell variables or functions.
 */
export function formatCurlExample(route: Route, baseUrl: string): string {
  const { method, path, auth, endpoint } = route;
  const { operationId = '', params, query, requestHeaders: headers = {}, multipart } = endpoint;
  const parameters = Object.entries(params ? (toPlainSchema(params).properties ?? {}) : {});
  const filledPath = parameters.reduce(
    (text, [name, schema]) =>
      text.replace(
        `:${name}`,
        PATH_PARAMETER_EXAMPLES[operationId] ?? getShellVariable(path) ?? String(getExampleValue(schema)),
      ),
    path,
  );
  const url = `${baseUrl}${filledPath}${formatExampleQuery(query)}`;
  const body = getExampleBody(endpoint);
  const serviceValues = SERVICE_VALUES[operationId];
  const json = body && JSON.stringify({ ...body, ...serviceValues }, null, 1).replace(/\n\s*/g, ' ');
  const credential = CREDENTIALS_BY_OPERATION[operationId] ?? CREDENTIALS[auth];
  const isCurlDefault = method === 'GET' || (method === 'POST' && body !== undefined); // curl sends POST if there is a body
  const quote = url.includes('$') ? '"' : "'"; // the shell replaces variables only in double quotes
  // Ends the single quotes around the JSON before each shell variable, so that the shell replaces the variable.
  const quotedJson = json?.replace(/"(\$[^"]+)"/g, `"'$1'"`);
  return [
    `curl${isCurlDefault ? '' : ` -X ${method}`} ${quote}${url}${quote}`,
    ...(credential ? [credential] : []),
    ...Object.keys(headers).map((name) => `-H '${name}: ${HEADER_EXAMPLES[name] ?? '…'}'`),
    ...(quotedJson && !multipart ? ["-H 'Content-Type: application/json'", `-d '${quotedJson}'`] : []),
    ...(multipart ? Object.entries(body ?? {}).map(([name, value]) => `-F '${name}=${value}'`) : []),
  ].join(' \\\n  ');
}

/** Returns an example of the request body, or undefined if the endpoint has no body. */
export function getExampleBody({ operationId = '', body }: Route['endpoint']): object | undefined {
  return body && (BODY_EXAMPLES[operationId] ?? Object(getExampleValue(toPlainSchema(body))));
}

/** Formats an example query. Omits optional parameters without a default. */
function formatExampleQuery(query: TSchema | undefined): string {
  const { properties = {}, required = [] } = query ? toPlainSchema(query) : {};
  const shownParameters = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || schema.default !== undefined,
  );
  return shownParameters.length > 0
    ? `?${shownParameters.map(([name, schema]) => `${name}=${getExampleValue(schema)}`).join('&')}`
    : '';
}

const EXAMPLE_ANSWER = { item_id: 'seven-and-five', response: 'twelve' };
/** Examples of bodies whose fields make sense only together. */
const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  saveAnswers: { answers: [EXAMPLE_ANSWER] },
  gradeAnswer: EXAMPLE_ANSWER,
  takeHint: { item_id: EXAMPLE_ANSWER.item_id },
  completeTask: { answers: [EXAMPLE_ANSWER], time_spent_seconds: 90 },
  submitCreativeWork: { text: 'The dragon opened a bakery and was never alone again.', caption: 'Another ending' },
  createTodo: {
    title: 'Water the plants',
    notes: 'The fern, too',
    due_date: '2026-11-21',
    priority: 'high',
    recurrence: { freq: 'weekly', by_weekday: ['sa'] },
    checklist: [{ text: 'Kitchen' }],
  },
  updateTodo: { status: 'done' },
  deleteMe: { pin: '4071' },
};

const PATH_PARAMETER_EXAMPLES: Readonly<Record<string, string>> = { submitCreativeWork: 'another-ending' };

function getShellVariable(path: string): string | undefined {
  if (path.startsWith('/app/todos/')) return '$TODO_ID';
  return path.startsWith('/api/children/') ? '$PROFILE_ID' : undefined;
}

const EXAMPLE_DEVICE_ID = 'kitchen-tablet-7f3a9c02b1';

/** Values that only the service knows, by operation and field. */
const SERVICE_VALUES: Readonly<Record<string, object>> = {
  loginChild: { profile_id: '$PROFILE_ID' },
  verifyEmail: { code: '$(newest_code)' },
  redeemLinkingCode: { code: '$(linking_code)' },
  undoNewLink: { profile_id: '$(linked_profile)' },
  loginToPanelWithManagerCode: { code: '$(manager_code)' },
  loginToPanelWithEmailCode: { code: '$(newest_code)' },
};

/**
 * Formats the shell commands to run before the examples. They create a child, its parent, and the parent's session in the
 * panel.
 */
export const formatExampleSetup = (baseUrl: string) =>
  String.raw`post() { curl -s "${baseUrl}$1" -H 'Content-Type: application/json' -H "Authorization: Bearer $3" -d "$2"; }
field() { sed -n 's/.*"'$1'":"\([^"]*\)".*/\1/p'; }
newest_code() { sleep 3; cat $(ls -r demo/mail/*) | tr -d '\r' | grep -m1 -xE '[0-9]{6}'; }
linking_code() { post /app/auth/link/generate '' "$PARENT_TOKEN" | field linking_code; }
manager_code() { post /app/auth/manager-code '' "$PARENT_TOKEN" | field code; }
child_login() { post /app/auth/login/child '{"profile_id":"'$PROFILE_ID'","pin":"4071"}' | field token; }
other_child() {
  curl -s '${baseUrl}/app/auth/register/child' -H 'Content-Type: application/json' -H 'Device-Id: ${EXAMPLE_DEVICE_ID}' \
    -d '{"birth_year":2018,"language":"en","avatar_id":"owl","pin":"4071"}'
}
linked_profile() {
  other=$(other_child)
  post /app/auth/link/redeem '{"code":"'$(linking_code)'"}' "$(echo "$other" | field token)" > /dev/null
  echo "$other" | field id
}
panel_login() {
  curl -si '${baseUrl}/api/auth/verify-code' -H 'Content-Type: application/json' \
    -d '{"code":"'$(manager_code)'"}' | sed -n 's/^set-cookie: session=\([^;]*\).*/\1/p'
}

CHILD=$(post /app/auth/register/child '{"birth_year":2017,"language":"en","avatar_id":"fox","pin":"4071"}')
TOKEN=$(echo "$CHILD" | field token)
PROFILE_ID=$(echo "$CHILD" | field id)
TODO_ID=$(post /app/todos '{"title":"Feed the cat"}' "$TOKEN" | sed -n 's/{"data":{"id":"\([^"]*\)".*/\1/p')

post /app/auth/register/parent '{"email":"parent@example.org"}'
PARENT_TOKEN=$(post /app/auth/verify-email '{"email":"parent@example.org","code":"'$(newest_code)'"}' | field token)
SESSION=$(panel_login)`;

/** Returns an example value of a schema: its first example, else its default, else a typical value of its type. */
export function getExampleValue(schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return getExampleValue(schema.anyOf[0]);
  if (schema.items) return [getExampleValue(schema.items)];
  if (schema.properties) return mapValues(schema.properties, getExampleValue);
  const [type] = [schema.type].flat();
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : 'text';
}

const CREDENTIALS: Partial<Record<AuthPolicy, string>> = {
  child: '-H "Authorization: Bearer $TOKEN"',
  parent: '-H "Authorization: Bearer $PARENT_TOKEN"',
  bearer: '-H "Authorization: Bearer $TOKEN"',
  'optional-bearer-or-session': '-H "Authorization: Bearer $TOKEN"',
  session: '-b "session=$SESSION"',
  metrics: '-H "Authorization: Bearer $METRICS_TOKEN"',
};

/** These examples end a new session or delete a new child, because the other commands still need the existing ones. */
const CREDENTIALS_BY_OPERATION: Readonly<Record<string, string>> = {
  logout: '-H "Authorization: Bearer $(child_login)"',
  logoutFromPanel: '-b "session=$(panel_login)"',
  deleteMe: '-H "Authorization: Bearer $(other_child | field token)"',
};

const HEADER_EXAMPLES: Readonly<Record<string, string>> = {
  'Device-Id': EXAMPLE_DEVICE_ID,
  'X-Timezone': 'Europe/Kyiv',
};
