import type { Route } from '../../platform/http/route.ts';
import type { Table } from './blocks.ts';
import { buildOpenApiDocument } from './openapi-document.ts';

const COMMON_FIELDS = ['id', 'kind', 'prompt', 'media', 'points', 'hints_available'];

/** Builds the table of the kinds of items, with their fields and the form of their answers. */
export function buildAnswerTable(routes: readonly Route[], baseUrl: string): Table {
  const { schemas } = buildOpenApiDocument(routes, baseUrl).components;
  const rows = Object.entries(schemas.Item?.discriminator?.mapping ?? {}).map(([kind, reference]) => {
    const { properties = {}, description = '' } = schemas[reference.split('/').at(-1) ?? ''] ?? {};
    const ownFields = Object.keys(properties).filter((name) => !COMMON_FIELDS.includes(name));
    const answer = schemas[/Answered with (\w+)/.exec(description)?.[1] ?? ''];
    const example = answer ? `\`${JSON.stringify(answer.examples?.[0])}\`` : '';
    return [
      `\`${kind}\``,
      ownFields.map((name) => `\`${name}\``).join(', '),
      answer?.description ?? 'None; any answer but `null` is `VALIDATION_ERROR`.',
      example,
    ];
  });
  const head = ['Kind', 'Its own fields', 'Answer (`response`)', 'Example'];
  return { kind: 'table', caption: 'Kinds of items and their answers', head, rows };
}
