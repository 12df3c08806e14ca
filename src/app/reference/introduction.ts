import { type ErrorCode, STATUS_BY_CODE } from '../../core/refusal.ts';
import { limitsOf, type SurfaceRow } from '../../platform/http/surface.ts';
import { limits } from '../limits.ts';
import { type Block, type Chapter, paragraph, type Table } from './document.ts';
import { errorExample } from './openapi.ts';
import { ERROR_DESCRIPTIONS, limitText, pathPattern } from './schema-text.ts';

/** What holds for all endpoints alike. */
export function introduction(rows: readonly SurfaceRow[], baseUrl: string): Chapter[] {
  const chapter = (title: string, ...blocks: Block[]) => ({ title, blocks, sections: [] });
  return [
    chapter(
      'Requests and answers',
      paragraph(`Every path stands below \`${baseUrl}\`. Bodies are JSON, sent as \`application/json\` and at most 256 KiB.
        They are taken at their word (\`1234\` is no string); fields that are not known are ignored. Where no fields are
        listed, no body is needed. Where files are taken the same fields may be sent as parts of \`multipart/form-data\`,
        files beside them.`),
      paragraph(`A success answers \`{ "data": … }\`. Fields that may be null are always there. Timestamps are ISO 8601 in UTC,
        such as \`2026-11-20T08:00:00.000Z\`. Addresses of pictures are absolute and need no token,
        except what children have handed in.`),
    ),
    chapter(
      'Errors',
      paragraph(`Whatever goes wrong is answered in one form, with one of ${CODES.length} codes. \`message\` is for a person.
        \`details\` is there where it helps, and no client needs it: \`reason\`, \`fields\`, \`retry_after\` in seconds.`),
      { kind: 'code', text: JSON.stringify(errorExample('VALIDATION_ERROR'), null, 2) },
      {
        kind: 'table',
        caption: 'Error codes',
        head: ['Code', 'Status', 'When'],
        rows: CODES.map((code) => [
          `\`${code}\``,
          code === 'INTERNAL_ERROR' ? '500, 503' : String(STATUS_BY_CODE[code]),
          ERROR_DESCRIPTIONS[code],
        ]),
      },
      paragraph(`An address or method that does not exist is \`NOT_FOUND\`. When the service is overloaded or waits for a
        dependency, \`INTERNAL_ERROR\` comes with status 503 and \`Retry-After\`.`),
    ),
    chapter(
      'Authentication',
      paragraph(`A child registers, or logs in with profile and PIN. A parent asks for a code by e-mail and verifies it. Either
        is given a \`token\`, good until \`expires_at\`, to send as \`Authorization: Bearer <token>\`. Logging out ends it.`),
      paragraph(`The panel has the cookie \`session\` instead (HttpOnly, Secure, SameSite=Strict), set by its sign-in and over
        after 24 hours without a request. What a browser sends with it from another site is refused.`),
      paragraph(`No token, or one that is no longer good, is \`UNAUTHORIZED\`. A good one of the wrong kind is \`FORBIDDEN\`.
        What belongs to somebody else is \`NOT_FOUND\`, as if it did not exist.`),
    ),
    chapter(
      'Limits',
      paragraph(`Requests are counted for the token's profile, else the panel session, else a device that somebody has signed in
        on, else the address. The fields \`RateLimit\` and \`RateLimit-Policy\` of an answer tell where one stands.`),
      limitTable(rows),
      paragraph(`Over a limit the answer is 429 \`RATE_LIMITED\` with \`Retry-After\`. Letters, codes and PINs have budgets of
        their own besides: whoever keeps guessing or sending has to wait.`),
    ),
    chapter(
      'Sending again',
      paragraph(`Whoever does not know whether a change arrived may send it again with the same \`Idempotency-Key\`: a text that
        the client makes up for each change, 1 to 200 visible ASCII characters, best a random UUID. Every write below
        \`/app/\` that needs a token takes one, except \`/app/auth/*\`. For 24 hours the same profile, method, path and
        key give the first answer byte for byte, with \`Idempotency-Replayed: true\`, and nothing is done twice.`),
      paragraph(`The same key with another body (compared byte for byte; of a multipart one its parts) is 409 \`CONFLICT\`. While the first request is still
        at work a second one waits for its answer, at most some seconds; then it hears 409 \`CONFLICT\` with reason
        \`in_progress\` and \`Retry-After\`, and may ask again. Refusals are answered again like successes, except 401 and
        429; these and 5xx leave the key free, so the same request may simply be tried again.`),
    ),
    chapter(
      'Lists',
      paragraph(`A list with a cursor answers \`data\`, \`next_cursor\` and \`has_more\`. Send \`next_cursor\` as \`cursor\` for the
        next page, until it is null. \`limit\` is 1 to 100, and 20 when it is not sent.`),
      paragraph(`A list of the panel has numbered pages: \`page\` from 1, and \`per_page\` 1 to 100, 20 when it is not sent. It
        answers \`{ "data": [] }\`; with \`Accept: text/csv\` the same rows as CSV, with \`Accept: text/html\` or
        \`HX-Request: true\` the fragment that the panel itself shows. Past the end it is empty.`),
    ),
    chapter(
      'Languages',
      paragraph(`Messages and letters are in the language of the caller's profile; before there is one, in the best of
        \`Accept-Language\`. English, Spanish, Ukrainian and Polish are spoken; everyone else reads English.`),
    ),
    chapter('Headers', {
      kind: 'table',
      caption: 'Headers of requests and answers',
      head: ['Header', 'Sent by', 'Meaning'],
      rows: HEADERS.map(([name, sender, meaning]) => [`\`${name}\``, sender, meaning]),
    }),
  ];
}

const CODES = Object.keys(STATUS_BY_CODE) as ErrorCode[]; // the keys of a literal

const HEADERS = [
  ['Authorization', 'client', '`Bearer <token>`'],
  [
    'Device-Id',
    'client',
    'An id that the app makes once for its device, 1 to 200 visible ASCII characters. Signing in with it saves the profile on the device, for the list of profiles. It opens nothing.',
  ],
  ['X-Timezone', 'client', 'IANA time zone such as `Europe/Kyiv`, in which days are counted; UTC when it is not sent'],
  ['Idempotency-Key', 'client', 'Names a change, so that it may safely be sent again'],
  ['Accept-Language', 'client', 'Languages of whoever has no profile yet'],
  ['X-Total-Count', 'service', 'How many rows a list of the panel has in all'],
  ['X-Page', 'service', 'Which page of it this is, from 1'],
  ['X-Per-Page', 'service', 'How many rows a page has'],
  ['Retry-After', 'service', 'Seconds until a try may succeed, with 429, 503 and a 409 that asks for patience'],
  ['Idempotency-Replayed', 'service', '`true`: this is the answer that was given to this key before'],
  ['RateLimit', 'service', 'Requests that are left and seconds until they are counted anew: `"app-read";r=99;t=60`'],
  ['RateLimit-Policy', 'service', 'The limit that this is about: `"app-read";q=100;w=60`'],
  ['X-Request-Id', 'service', 'Names the request in the log; worth quoting in a report'],
] as const;

function limitTable(rows: readonly SurfaceRow[]): Table {
  const used = Object.keys(limits).flatMap((group) => {
    const counts = (row: SurfaceRow) => [false, true].some((asParts) => limitsOf(row, asParts).includes(group));
    const counted = rows.filter((row) => counts(row) && row.endpoint.format === 'json');
    return counted.length > 0 ? [[`\`${group}\``, limitText(group), `\`${pathPattern(counted)}\``]] : [];
  });
  return { kind: 'table', caption: 'Limits by group', head: ['Group', 'Limit', 'Counts'], rows: used };
}
