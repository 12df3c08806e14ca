import { STATUS_BY_CODE } from '../../core/refusal.ts';
import { respondsWithJson, type SurfaceRow } from '../../platform/http/surface.ts';
import { type Chapter, definitionList, paragraph, type Section, type Table } from './document.ts';
import { curlExample } from './examples.ts';
import { introduction } from './introduction.ts';
import {
  AUTH_DESCRIPTIONS,
  errorCodesOf,
  type Field,
  fieldsOf,
  headersOf,
  isRequired,
  limitsText,
  plainSchema,
  type Shape,
  withFiles,
} from './schema-text.ts';

export const TITLE = 'API reference';
export const LEAD =
  'Everything that the Family Learning Service answers to programs: the mobile app on `/app/*`, the parent panel and its login on `/api/*`. The same for machines is `/openapi.json`.';

export function reference(rows: readonly SurfaceRow[], baseUrl: string): Chapter[] {
  const isInterface = (row: SurfaceRow) => respondsWithJson(row) && /^\/(app|api)\//.test(row.path);
  const subjects = Map.groupBy(rows.filter(isInterface), subjectOf);
  const others = rows.filter((row) => row.endpoint.format !== 'page' && !isInterface(row));
  return [
    ...introduction(rows, baseUrl),
    ...[...subjects].map(([title, its]) => ({ title, blocks: [], sections: its.map((row) => section(row, baseUrl)) })),
    { title: 'Other addresses', blocks: [otherAddresses(others)], sections: [] },
  ];
}

/** The anchor of a heading, by GitHub's own rule, so that Markdown needs none written in. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

const SUBJECTS: Readonly<Record<string, string>> = {
  auth: 'signing in',
  users: 'the caller',
  avatar: 'the avatar',
  levels: 'levels',
  onboarding: 'getting started',
  todos: 'to-dos',
  children: 'lists of children',
  approvals: 'what waits for a parent',
};

function subjectOf({ path }: SurfaceRow): string {
  const [, side, subject = ''] = path.split('/');
  return `${side === 'app' ? 'App' : 'Panel'}: ${SUBJECTS[subject] ?? subject}`;
}

function section(row: SurfaceRow, baseUrl: string): Section {
  const { method, path, auth: who, endpoint } = row;
  const { params, query, multipart: parts, responseShape: answer } = endpoint;
  const byStatus = Map.groupBy(errorCodesOf(row), (code) => STATUS_BY_CODE[code]);
  const refusals = [...byStatus].map(
    ([status, codes]) => `${status}\u00a0${codes.map((code) => `\`${code}\``).join(', ')}`,
  );
  const sent = Object.entries(headersOf(row)).map(([name, about]) => ({
    name,
    type: 'string',
    required: isRequired(about),
    about,
  }));
  return {
    title: `${method} ${path}`,
    blocks: [
      paragraph([sentence(endpoint.summary), endpoint.description].filter(Boolean).join(' ')),
      definitionList(
        ['For', AUTH_DESCRIPTIONS[who]],
        ['Limit', limitsText(row) || 'none'],
        ['Refuses', refusals.join(' · ')],
      ),
      ...fieldTable('Path', params ? fieldsOf(plainSchema(params)) : [], true),
      ...fieldTable('Query', query ? fieldsOf(plainSchema(query)) : [], true),
      ...fieldTable('Headers', sent, true),
      ...fieldTable(parts ? 'Body, JSON or multipart' : 'Body', bodyFields(row), true),
      ...(answer ? answerTable(endpoint.status, plainSchema(answer)) : []),
      { kind: 'code', text: curlExample(row, baseUrl) },
    ],
  };
}

/** Files come in a multipart body only, which has the same fields beside them. */
function bodyFields({ endpoint: { body, multipart: parts } }: SurfaceRow): Field[] {
  if (!body) return [];
  return fieldsOf(parts ? withFiles(plainSchema(body), parts) : plainSchema(body));
}

/** What is under `data`, by names without that word; an answer of another build is shown whole. */
function answerTable(status: number, answer: Shape): Table[] {
  const { data = {}, ...beside } = answer.properties ?? {};
  const others = Object.keys(beside).map((name) => `\`${name}\``);
  const isPage = others.join() === '`next_cursor`,`has_more`';
  const fields = fieldsOf(data.items ?? data);
  if (fields.length === 0 || (others.length > 0 && !isPage))
    return fieldTable(`Answer ${status}`, fieldsOf(answer), false);
  const caption = `Answer ${status}: ${data.items ? 'each of ' : ''}\`data\``;
  return fieldTable(isPage ? `${caption}, beside ${others.join(' and ')}` : caption, fields, false);
}

function fieldTable(caption: string, fields: readonly Field[], isSent: boolean): Table[] {
  if (fields.length === 0) return [];
  const saysMore = fields.some(({ about }) => about !== '');
  const rows = fields.map(({ name, type, required, about }) => [
    `\`${name}\``,
    isSent ? `${type}, ${required ? 'required' : 'optional'}` : type,
    ...(saysMore ? [about] : []),
  ]);
  return [{ kind: 'table', caption, head: ['Field', 'Type', ...(saysMore ? ['About'] : [])], rows }];
}

function otherAddresses(rows: readonly SurfaceRow[]): Table {
  return {
    kind: 'table',
    caption: 'Read with GET, counted against no limit',
    head: ['Address', 'Answers', 'About'],
    rows: rows.map(({ path, endpoint }) => [`\`${path}\``, `\`${endpoint.mediaType}\``, inShort(endpoint)]),
  };
}

function inShort({ summary, description, query }: SurfaceRow['endpoint']): string {
  const asked = query ? fieldsOf(plainSchema(query)) : [];
  const fields = asked.map(({ name, about }) => `\`${name}\`${about && ` (${about})`}`).join(', ');
  return [sentence(summary), description, fields && `Query: ${fields}.`].filter(Boolean).join(' ');
}

function sentence(words: string): string {
  return /[.?!]$/.test(words) ? words : `${words}.`;
}
