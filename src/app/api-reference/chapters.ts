import { type Route, respondsWithJson } from '../../platform/http/route.ts';
import { formatDescription, formatLimit } from './endpoint-descriptions.ts';
import type { Chapter, Table } from './introduction.ts';
import { buildIntroductionChapters } from './introduction.ts';
import { toPlainSchema } from './json-schema.ts';
import { describeProperties } from './property-descriptions.ts';
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
    ...[...routesByTag].map(([title, taggedRoutes]) => ({ title, blocks: [], routes: taggedRoutes })),
    { title: 'Other URLs', blocks: [buildOtherUrlsTable(otherRoutes)], routes: [] },
  ];
}

/** Returns the anchor of a heading. GitHub computes the same anchors, so docs/api.md needs no explicit ones. */
export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
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
  const { properties = {} } = query ? describeProperties('', toPlainSchema(query)) : {};
  const fields = Object.entries(properties)
    .map(([name, schema]) => [name, formatDescription(schema)] as const)
    .map(([name, meaning]) => `\`${name}\`${meaning && ` (${meaning.replace(/\.$/, '')})`}`)
    .join(', ');
  return [endWithPeriod(summary), description, fields && `Query: ${fields}.`].filter(Boolean).join(' ');
}

export function endWithPeriod(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
