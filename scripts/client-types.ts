import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { buildOpenApiDocument } from '../src/app/api-reference/openapi-document.ts';
import type { Route } from '../src/platform/http/route.ts';

const HEADER = '// Generated from the OpenAPI document by "npm run prepare". Do not edit.\n\n';

/** Generates the types of the TypeScript client: one for each path of the app, and one for each named schema. */
export async function createClientTypes(routes: readonly Route[]): Promise<string> {
  // The lists of the panel are left out, because they need a session cookie, which only pages of the panel have.
  const document = buildOpenApiDocument(
    routes.filter(({ path }) => path.startsWith('/app/')),
    'https://family.example.org',
  );
  const nodes = await openapiTS(JSON.parse(JSON.stringify(removeUnusedParts(document))), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false, // a request can omit a field that has a default
    silent: true,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  });
  return HEADER + astToString(nodes);
}

interface Operation {
  readonly parameters: readonly { readonly $ref?: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: object }> }>>;
}

/**
 * Removes the parts that the types do not need: the header parameters, because the client sends them itself, the errors, because
 * the client throws the same type of exception for all of them, and the examples, which would make the types three times as long.
 */
function removeUnusedParts({ paths, components, ...document }: ReturnType<typeof buildOpenApiDocument>) {
  const mapOperations = (methods: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(methods as Record<string, Operation>).map(([method, operation]) => [
        method,
        {
          ...operation,
          parameters: operation.parameters.filter(({ $ref }) => $ref === undefined),
          responses: Object.fromEntries(
            Object.entries(operation.responses)
              .filter(([status]) => status.startsWith('2'))
              .map(([status, { content }]) => [status, { description: 'Success', content: removeExamples(content) }]),
          ),
        },
      ]),
    );
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, mapOperations(methods)])),
    components: { schemas: components.schemas },
  };
}

function removeExamples(content: Record<string, { readonly schema: object }> = {}) {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}
