import type { Static } from 'typebox';
import { STATUS_BY_CODE } from '../../core/requests/api-error.ts';
import type { ErrorBody } from '../../core/requests/json-schema.ts';
import { type Route, respondsWithJson } from '../../platform/http/route.ts';
import { type Chapter, createDefinitionList, createParagraph, type Section, type Table } from './blocks.ts';
import {
  AUTH_DESCRIPTIONS,
  addFilesToSchema,
  type Field,
  formatLimit,
  formatLimits,
  isRequiredHeader,
  listErrorCodes,
  listFields,
  listRequestHeaders,
  listSuccessStatuses,
} from './endpoint-descriptions.ts';
import { formatCurlExample } from './examples.ts';
import { buildIntroductionChapters } from './introduction.ts';
import { type JsonSchema, toPlainSchema } from './json-schema.ts';
import { readRecordedExamples } from './recorded-examples.ts';
import { getTagName } from './tags.ts';

export const REFERENCE_TITLE = 'API reference';
export const REFERENCE_SUMMARY =
  'The HTTP API of the Family Learning Service: `/app/*` for the mobile app, `/api/*` for the parent panel and its login. `/openapi.json` is the same reference for programs.';

export function buildReferenceChapters(routes: readonly Route[], baseUrl: string): Chapter[] {
  const isApi = (route: Route) => respondsWithJson(route) && /^\/(app|api)\//.test(route.path);
  const routesByTag = Map.groupBy(routes.filter(isApi), ({ path }) => getTagName(path));
  const otherRoutes = routes.filter((route) => route.endpoint.kind !== 'page' && !isApi(route));
  return [
    ...buildIntroductionChapters(routes, baseUrl),
    ...[...routesByTag].map(([tag, taggedRoutes]) => ({
      title: tag,
      blocks: [],
      sections: taggedRoutes.map((route) => buildSection(route, baseUrl)),
    })),
    { title: 'Other URLs', blocks: [buildOtherUrlsTable(otherRoutes)], sections: [] },
  ];
}

/** Returns the anchor of a heading. GitHub computes the same anchors, so docs/api.md needs no explicit ones. */
export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function buildSection(route: Route, baseUrl: string): Section {
  const { method, path, auth, endpoint } = route;
  const { params, query, multipart, responseSchema } = endpoint;
  const codesByStatus = Map.groupBy(listErrorCodes(route), (code) => STATUS_BY_CODE[code]);
  const errors = [...codesByStatus].map(
    ([status, codes]) => `${status}\u00a0${codes.map((code) => `\`${code}\``).join(', ')}`,
  );
  const reasons = formatRecordedReasons(endpoint.operationId, baseUrl);
  const headers = Object.entries(listRequestHeaders(route)).map(([name, description]) => ({
    name,
    type: 'string',
    required: isRequiredHeader(description),
    description,
  }));
  return {
    title: `${method} ${path}`,
    blocks: [
      createParagraph([endWithPeriod(endpoint.summary), endpoint.description].filter(Boolean).join(' ')),
      createDefinitionList(
        ['Caller', AUTH_DESCRIPTIONS[auth]],
        ['Limit', formatLimits(route) || 'none'],
        ['Errors', errors.join(' · ')],
        ...(reasons ? [['Reasons, for example', reasons] as const] : []),
      ),
      ...buildFieldTables('Path', params ? listFields(toPlainSchema(params)) : [], 'request'),
      ...buildFieldTables('Query', query ? listFields(toPlainSchema(query)) : [], 'request'),
      ...buildFieldTables('Headers', headers, 'request'),
      ...buildFieldTables(multipart ? 'Body, JSON or multipart' : 'Body', listBodyFields(route), 'request'),
      ...(responseSchema
        ? buildResponseTables(listSuccessStatuses(route).join(' or '), toPlainSchema(responseSchema))
        : []),
      { kind: 'code', text: formatCurlExample(route, baseUrl) },
    ],
  };
}

/**
 * Formats the reasons of 403 and 409 that have recorded examples: "403 `prerequisite` · 409 `not_started`". The reason
 * `key_reused` is left out, because the chapter "Retries" explains it.
 */
function formatRecordedReasons(operationId = '', baseUrl: string): string {
  const { errorNames, errors } = readRecordedExamples(baseUrl);
  const listReasons = (status: string) => {
    const examples = (errorNames[operationId]?.[status] ?? []).map((name) => errors[name] as Static<typeof ErrorBody>);
    const reasons = examples.flatMap(({ error }) => error.details?.reason ?? []);
    return reasons.filter((reason) => reason !== 'key_reused').map((reason) => `\`${reason}\``);
  };
  const reasonsByStatus = ['403', '409'].map((status) => [status, listReasons(status)] as const);
  return reasonsByStatus
    .filter(([, reasons]) => reasons.length > 0)
    .map(([status, reasons]) => `${status}\u00a0${reasons.join(', ')}`)
    .join(' · ');
}

/** Lists the fields of the request body, including the files if the endpoint accepts a multipart body. */
function listBodyFields({ endpoint: { body, multipart } }: Route): Field[] {
  if (!body) return [];
  return listFields(multipart ? addFilesToSchema(toPlainSchema(body), multipart) : toPlainSchema(body));
}

/**
 * Builds a table of the fields in `data`, with names relative to `data`. For a response with another structure, the table shows all
 * fields of the response.
 */
function buildResponseTables(status: string, response: JsonSchema): Table[] {
  const { data = {}, ...otherProperties } = response.properties ?? {};
  const otherFields = Object.keys(otherProperties).map((name) => `\`${name}\``);
  const isCursorPage = otherFields.join() === '`next_cursor`,`has_more`';
  const fields = listFields(data.items ?? data);
  if (fields.length === 0 || (otherFields.length > 0 && !isCursorPage))
    return buildFieldTables(`Response ${status}`, listFields(response), 'response');
  const caption = `Response ${status}: ${data.items ? 'each of ' : ''}\`data\``;
  const fullCaption = isCursorPage ? `${caption}, together with ${otherFields.join(' and ')}` : caption;
  return buildFieldTables(fullCaption, fields, 'response');
}

function buildFieldTables(caption: string, fields: readonly Field[], message: 'request' | 'response'): Table[] {
  if (fields.length === 0) return [];
  const hasDescriptions = fields.some(({ description }) => description !== '');
  const rows = fields.map(({ name, type, required, description }) => [
    `\`${name}\``,
    message === 'request' ? `${type}, ${required ? 'required' : 'optional'}` : type,
    ...(hasDescriptions ? [description] : []),
  ]);
  return [{ kind: 'table', caption, headings: ['Field', 'Type', ...(hasDescriptions ? ['Description'] : [])], rows }];
}

function buildOtherUrlsTable(routes: readonly Route[]): Table {
  return {
    kind: 'table',
    caption: `GET requests without a rate limit, except for the exports: ${formatLimit('export')}`,
    headings: ['URL', 'Content type', 'Description'],
    rows: routes.map(({ path, endpoint }) => [`\`${path}\``, `\`${endpoint.mediaType}\``, formatSummary(endpoint)]),
  };
}

function formatSummary({ summary, description, query }: Route['endpoint']): string {
  const parameters = query ? listFields(toPlainSchema(query)) : [];
  const fields = parameters
    .map(({ name, description: meaning }) => `\`${name}\`${meaning && ` (${meaning.replace(/\.$/, '')})`}`)
    .join(', ');
  return [endWithPeriod(summary), description, fields && `Query: ${fields}.`].filter(Boolean).join(' ');
}

function endWithPeriod(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
