import { ERROR_CODES, type ErrorCode, STATUS_BY_CODE } from '../../core/requests/api-error.ts';
import { getRateLimitNames, type Route } from '../../platform/http/route.ts';
import { RATE_LIMIT_BY_GROUP } from '../rate-limits.ts';
import { ERROR_DESCRIPTIONS, formatLimit, formatRoutePattern } from './endpoint-descriptions.ts';
import { formatExampleSetup } from './examples.ts';
import { buildOpenApiDocument } from './openapi-document.ts';
import { readRecordedExamples } from './recorded-examples.ts';

/** Builds the chapters that apply to all endpoints. */
export function buildIntroductionChapters(routes: readonly Route[], baseUrl: string): Chapter[] {
  const buildChapter = (title: string, ...blocks: Block[]) => ({ title, blocks, routes: [] });
  return [
    buildChapter(
      'Requests and responses',
      createParagraph(`Every path is relative to \`${baseUrl}\`. Request bodies are JSON with the content type
        \`application/json\`. A body has at most 64 KiB, or 8 KiB for signing in; a few endpoints accept more. Values are not
        converted (\`1234\` is not a string), and unknown fields are ignored. A maximum length on this page counts the
        characters of a text after it is trimmed and normalized (NFC). \`maxLength\` in \`/openapi.json\` limits the text as
        it is sent, and is therefore higher. Endpoints that list no fields need no body. Endpoints that accept files also
        accept \`multipart/form-data\`, in which the fields and the files are parts.`),
      createParagraph(`A successful response is \`{ "data": … }\`. Fields that can be null are always present. Timestamps are ISO 8601
        in UTC, such as \`2026-11-20T08:00:00.000Z\`. URLs of pictures are absolute and need no token, except for files that
        children have submitted.`),
      createParagraph(`With \`Accept-Encoding: br\` or \`gzip\`, text responses of 1 KB or more are compressed. A response with an
        \`ETag\` can be revalidated: a request with \`If-None-Match\` gets 304 without a body if nothing has changed. URLs of
        pictures contain a version. The response to a URL with the current version can be cached forever. Every URL that
        supports \`GET\` also supports \`HEAD\`.`),
      createParagraph(`Web pages of another origin can call \`/app/*\` and load files and pictures if the operator has listed their
        origin in \`CORS_ORIGINS\`. The panel and its login (\`/api/*\`) allow no other origins.`),
    ),
    buildChapter(
      'Errors',
      createParagraph(`Every error has the same format and one of ${ERROR_CODES.length} codes. \`message\` is meant for a person. \`details\`
        is optional, and clients can ignore it. It can contain \`reason\`, \`fields\`, and \`retry_after\` in seconds.`),
      { kind: 'code', text: JSON.stringify(readRecordedExamples(baseUrl).errors['VALIDATION_ERROR.title'], null, 2) },
      {
        kind: 'table',
        caption: 'Error codes',
        headings: ['Code', 'Status', 'Meaning'],
        rows: ERROR_CODES.map((code) => [
          `\`${code}\``,
          [STATUS_BY_CODE[code], ...(ADDITIONAL_STATUSES[code] ?? [])].join(', '),
          ERROR_DESCRIPTIONS[code],
        ]),
      },
      createParagraph(`A URL that does not exist gets \`NOT_FOUND\`. A method that a URL does not support gets \`NOT_FOUND\`
        with status 405, and \`Allow\` lists the supported methods. When the service is overloaded or a dependency is
        unavailable, the response is \`INTERNAL_ERROR\` with status 503 and \`Retry-After\`.`),
    ),
    buildChapter(
      'Authentication',
      createParagraph(`A child registers, or logs in with a profile id and a PIN. A parent requests a code by email and verifies it. Both
        receive a \`token\`, which is valid until \`expires_at\`. Send the token as \`Authorization: Bearer <token>\`. Logging
        out revokes it.`),
      createParagraph(`The panel uses the cookie \`session\` (HttpOnly, Secure, SameSite=Strict). Signing in sets it, and it expires
        after 24 hours without a request, and after 30 days in any case. Requests with this cookie from another site are refused.`),
      createParagraph(`A missing or expired token gets \`UNAUTHORIZED\`, and \`WWW-Authenticate\` has \`error="invalid_token"\` if
        a token was sent. A valid token with the wrong role gets \`FORBIDDEN\`. A resource that belongs to somebody else gets
        \`NOT_FOUND\`, as if it did not exist.`),
    ),
    buildChapter(
      'Commands',
      createParagraph(`The commands on this page are for curl and a POSIX shell. First run the lines below. They register a child and a
        parent, and store their tokens in variables. They read the parent's code from the emails in the folder \`demo/mail\`,
        where the demo of the README stores them. Then you can run the commands without changes, in the order of the page, except the one for a tablet, whose code
        the panel shows.`),
      { kind: 'code', text: formatExampleSetup(baseUrl) },
      createParagraph(
        `\`newest_code\` waits three seconds for the email. Before they log out, the commands for logging out log in again, so
        that only the new session ends.`,
      ),
    ),
    buildChapter(
      'Rate limits',
      createParagraph(`At endpoints that need a token, requests are counted per profile. Other requests are counted per panel session, per
        device on which somebody has signed in, or per IP address. The response headers \`RateLimit\` and
        \`RateLimit-Policy\` report the current state.`),
      buildLimitTable(routes),
      createParagraph(`A request over the limit gets 429 \`RATE_LIMITED\` with \`Retry-After\`. Emails, codes and PINs have further limits,
        so that nobody can guess a code or PIN or send too many emails.`),
    ),
    buildChapter(
      'Retries',
      createParagraph(`A client that does not know whether a change arrived can send it again with the same \`Idempotency-Key\`. The
        client chooses a new key for each change: 1 to 200 visible ASCII characters, preferably a random UUID. Every write to
        \`/app/\` that needs a token accepts a key, except \`/app/auth/*\`. For 24 hours, the same profile, method, path and
        key get the first response byte for byte, with \`Idempotency-Replayed: true\`, and the change is not applied twice.`),
      createParagraph(`The same key with another body gets 409 \`CONFLICT\`. Bodies are compared byte for byte, multipart bodies part by
        part. While the first request is running, a repeated request waits a few seconds for the response. After that, it gets
        409 \`CONFLICT\` with the reason \`in_progress\` and \`Retry-After\`, and can be sent again. Errors are stored and
        replayed, too, except for 401, 429, 5xx, and a file that took too long to process. After one of these, the same request can be sent again.`),
    ),
    buildChapter(
      'Lists',
      createParagraph(`A list with a cursor responds with \`data\`, \`next_cursor\` and \`has_more\`. Send \`next_cursor\` as
        \`cursor\` to get the next page, until it is null. \`limit\` is 1 to 100, by default 20.`),
      createParagraph(`A list of the panel has numbered pages: \`page\` starts at 1, and \`per_page\` is 1 to 100, by default 20. It
        responds with \`{ "data": [ … ] }\`. With \`Accept: text/csv\` it sends the same rows as CSV, and with
        \`Accept: text/html\` or \`HX-Request: true\` as the HTML fragment that the panel shows. A page after the last one is
        empty.`),
    ),
    buildChapter(
      'Items and answers',
      createParagraph(`The items of a task have a \`kind\`. All kinds have \`id\`, \`prompt\`, \`media\`, \`points\` and
        \`hints_available\`. An answer whose format does not fit the item gets \`VALIDATION_ERROR\`, and the message names the
        required format. \`null\` means that there is no answer. \`correct_response\` has the format of an answer. Options are
        shuffled for each attempt and keep their order during it. The options of \`true_false\` and the left options of
        \`matching\` are never shuffled.`),
      createParagraph(`Validation checks only the format of an answer: the type, the length of a text (at most \`max_length\` characters; 30
        for a number), and that a point lies in the picture. A list or an object has at most 12 ids. An answer is wrong, but
        not refused, if ids are missing, if it contains an id that the item does not have, or if a text is not a number. A
        repeated id counts once; for \`sequencing\`, its first position counts.`),
      buildAnswerTable(routes, baseUrl),
    ),
    buildChapter(
      'Languages',
      createParagraph(`Messages and emails are in the language of the caller's profile. For a caller without a profile, they are in the
        language that matches \`Accept-Language\` best. The languages are English, Spanish, Ukrainian and Polish; the fallback
        is English.`),
    ),
    buildChapter('Headers', {
      kind: 'table',
      caption: 'Request and response headers',
      headings: ['Header', 'Sent by', 'Meaning'],
      rows: HEADERS.map(([name, sender, meaning]) => [`\`${name}\``, sender, meaning]),
    }),
  ];
}

/** Statuses that the specification does not name (gaps 3 and 5). */
const ADDITIONAL_STATUSES: Partial<Record<ErrorCode, readonly number[]>> = { NOT_FOUND: [405], INTERNAL_ERROR: [503] };

const HEADERS = [
  ['Authorization', 'client', '`Bearer <token>`'],
  [
    'Device-Id',
    'client',
    'An id that the app generates once for its device, 1 to 200 visible ASCII characters. Signing in with it saves the profile on the device, for the list of profiles. It grants no access.',
  ],
  ['X-Timezone', 'client', 'The IANA time zone for local days, such as `Europe/Kyiv`; the default is UTC'],
  ['Idempotency-Key', 'client', 'Identifies a change, so that it can safely be sent again'],
  ['Accept-Language', 'client', 'The languages of a person without a profile'],
  ['X-Total-Count', 'service', 'The number of rows in the whole list, on lists of the panel'],
  ['X-Page', 'service', 'The number of this page; the first page is 1'],
  ['X-Per-Page', 'service', 'The number of rows per page'],
  [
    'Retry-After',
    'service',
    'The number of seconds after which to try again, on 429, 503 and a 409 with the reason `in_progress`',
  ],
  ['Idempotency-Replayed', 'service', '`true` if this is the stored response for the key'],
  ['RateLimit', 'service', 'The remaining requests and the seconds until the window ends: `"app-read";r=99;t=60`'],
  ['RateLimit-Policy', 'service', 'The limit that applies: `"app-read";q=100;w=60`'],
  ['X-Request-Id', 'service', 'Identifies the request in the log; quote it in bug reports'],
] as const;

function buildLimitTable(routes: readonly Route[]): Table {
  const rows = Object.keys(RATE_LIMIT_BY_GROUP).flatMap((name) => {
    const isLimited = (route: Route) =>
      [false, true].some((isMultipart) => getRateLimitNames(route, isMultipart).includes(name));
    const limitedRoutes = routes.filter((route) => isLimited(route) && route.endpoint.kind === 'json');
    return limitedRoutes.length > 0
      ? [[`\`${name}\``, formatLimit(name), `\`${formatRoutePattern(limitedRoutes)}\``]]
      : [];
  });
  return { kind: 'table', caption: 'Rate limits by group', headings: ['Group', 'Limit', 'Applies to'], rows };
}

const COMMON_FIELDS = ['id', 'kind', 'prompt', 'media', 'points', 'hints_available'];

/** Builds the table of the kinds of items, with their fields and the format of their answers. */
function buildAnswerTable(routes: readonly Route[], baseUrl: string): Table {
  const { schemas } = buildOpenApiDocument(routes, baseUrl).components;
  const rows = Object.entries(schemas.Item?.discriminator?.mapping ?? {}).map(([kind, reference]) => {
    const { properties = {}, description = '' } = schemas[reference.split('/').at(-1) ?? ''] ?? {};
    const specificFields = Object.keys(properties).filter((name) => !COMMON_FIELDS.includes(name));
    // The description of an item names the schema of its answer: "Answered with NumberAnswer".
    const answerSchema = schemas[/Answered with (\w+)/.exec(description)?.[1] ?? ''];
    const example = answerSchema ? `\`${JSON.stringify(answerSchema.examples?.[0])}\`` : '';
    return [
      `\`${kind}\``,
      specificFields.map((name) => `\`${name}\``).join(', '),
      answerSchema?.description ?? 'None; any answer except `null` is `VALIDATION_ERROR`.',
      example,
    ];
  });
  const headings = ['Kind', 'Specific fields', 'Answer (`response`)', 'Example'];
  return { kind: 'table', caption: 'Kinds of items and their answers', headings, rows };
}

/** A chapter of the API reference. The page `/docs` and docs/api.md are rendered from chapters. Text in backticks is code. */
export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The endpoints that the chapter describes. */
  readonly routes: readonly Route[];
}
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | Table;
export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function createParagraph(text: string): Block {
  return { kind: 'text', text: text.replace(/\s+/g, ' ') };
}
