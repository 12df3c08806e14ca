import type { Route } from '../../platform/http/route.ts';
import type { Table } from './blocks.ts';
import { buildOpenApiDocument } from './openapi-document.ts';

const COMMON_FIELDS = ['id', 'kind', 'prompt', 'media', 'points', 'hints_available'];

/** Builds the table of the kinds of items, with their fields and the format of their answers. */
export function buildAnswerTable(routes: readonly Route[], baseUrl: string): Table {
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
