import { STATUS_BY_CODE } from '../../core/requests/api-error.ts';
import { respondsWithJson, type SurfaceRow } from '../../platform/http/surface-row.ts';
import { type Chapter, definitionList, paragraph, type Section, type Table } from './blocks.ts';
import {
  AUTH_DESCRIPTIONS,
  type Field,
  isRequiredHeader,
  type JsonSchema,
  limitsText,
  listErrorCodes,
  listFields,
  listRequestHeaders,
  plainSchema,
  withFiles,
} from './endpoint-descriptions.ts';
import { curlExample } from './examples.ts';
import { introduction } from './introduction.ts';
import { getTag } from './tags.ts';

export const TITLE = 'API reference';
export const LEAD =
  'The HTTP API of the Family Learning Service: `/app/*` for the mobile app, `/api/*` for the parent panel and its login. `/openapi.json` is the same reference for programs.';

export function referenceChapters(rows: readonly SurfaceRow[], baseUrl: string): Chapter[] {
  const isApi = (row: SurfaceRow) => respondsWithJson(row) && /^\/(app|api)\//.test(row.path);
  const bySubject = Map.groupBy(rows.filter(isApi), ({ path }) => getTag(path));
  const others = rows.filter((row) => row.endpoint.format !== 'page' && !isApi(row));
  return [
    ...introduction(rows, baseUrl),
    ...[...bySubject].map(([title, endpoints]) => ({
      title,
      blocks: [],
      sections: endpoints.map((row) => section(row, baseUrl)),
    })),
    { title: 'Other URLs', blocks: [otherUrls(others)], sections: [] },
  ];
}

/** The anchor of a heading by GitHub's rule, so that the Markdown needs no explicit anchors. */
export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function section(row: SurfaceRow, baseUrl: string): Section {
  const { method, path, auth, endpoint } = row;
  const { params, query, multipart, responseSchema } = endpoint;
  const byStatus = Map.groupBy(listErrorCodes(row), (code) => STATUS_BY_CODE[code]);
  const errors = [...byStatus].map(
    ([status, codes]) => `${status}\u00a0${codes.map((code) => `\`${code}\``).join(', ')}`,
  );
  const headers = Object.entries(listRequestHeaders(row)).map(([name, description]) => ({
    name,
    type: 'string',
    required: isRequiredHeader(description),
    description,
  }));
  return {
    title: `${method} ${path}`,
    blocks: [
      paragraph([sentence(endpoint.summary), endpoint.description].filter(Boolean).join(' ')),
      definitionList(
        ['Caller', AUTH_DESCRIPTIONS[auth]],
        ['Limit', limitsText(row) || 'none'],
        ['Errors', errors.join(' · ')],
      ),
      ...fieldTable('Path', params ? listFields(plainSchema(params)) : [], true),
      ...fieldTable('Query', query ? listFields(plainSchema(query)) : [], true),
      ...fieldTable('Headers', headers, true),
      ...fieldTable(multipart ? 'Body, JSON or multipart' : 'Body', bodyFields(row), true),
      ...(responseSchema ? responseTable(endpoint.status, plainSchema(responseSchema)) : []),
      { kind: 'code', text: curlExample(row, baseUrl) },
    ],
  };
}

/** Only a multipart body can contain files, together with the same fields as a JSON body. */
function bodyFields({ endpoint: { body, multipart } }: SurfaceRow): Field[] {
  if (!body) return [];
  return listFields(multipart ? withFiles(plainSchema(body), multipart) : plainSchema(body));
}

/** The fields under `data`, with names relative to it. A response with another structure is shown completely. */
function responseTable(status: number, response: JsonSchema): Table[] {
  const { data = {}, ...rest } = response.properties ?? {};
  const others = Object.keys(rest).map((name) => `\`${name}\``);
  const isPage = others.join() === '`next_cursor`,`has_more`';
  const fields = listFields(data.items ?? data);
  if (fields.length === 0 || (others.length > 0 && !isPage))
    return fieldTable(`Response ${status}`, listFields(response), false);
  const caption = `Response ${status}: ${data.items ? 'each of ' : ''}\`data\``;
  return fieldTable(isPage ? `${caption}, together with ${others.join(' and ')}` : caption, fields, false);
}

function fieldTable(caption: string, fields: readonly Field[], isRequest: boolean): Table[] {
  if (fields.length === 0) return [];
  const hasDescriptions = fields.some(({ description }) => description !== '');
  const rows = fields.map(({ name, type, required, description }) => [
    `\`${name}\``,
    isRequest ? `${type}, ${required ? 'required' : 'optional'}` : type,
    ...(hasDescriptions ? [description] : []),
  ]);
  return [{ kind: 'table', caption, head: ['Field', 'Type', ...(hasDescriptions ? ['Description'] : [])], rows }];
}

function otherUrls(rows: readonly SurfaceRow[]): Table {
  return {
    kind: 'table',
    caption: 'GET requests without a rate limit',
    head: ['URL', 'Content type', 'Description'],
    rows: rows.map(({ path, endpoint }) => [`\`${path}\``, `\`${endpoint.mediaType}\``, formatSummary(endpoint)]),
  };
}

function formatSummary({ summary, description, query }: SurfaceRow['endpoint']): string {
  const parameters = query ? listFields(plainSchema(query)) : [];
  const fields = parameters.map(({ name, description: about }) => `\`${name}\`${about && ` (${about})`}`).join(', ');
  return [sentence(summary), description, fields && `Query: ${fields}.`].filter(Boolean).join(' ');
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
