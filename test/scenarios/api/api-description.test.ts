import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { formatApiReference } from '../../../scripts/markdown.ts';
import { listErrorCodes } from '../../../src/app/api-reference/endpoint-descriptions.ts';
import { buildOpenApiDocument } from '../../../src/app/api-reference/openapi-document.ts';
import { toErrorCode } from '../../../src/app/api-reference/recorded-examples.ts';
import { surface } from '../../../src/app/surface.ts';
import { STATUS_BY_CODE } from '../../../src/core/requests/api-error.ts';
import { defineJsonEndpoint } from '../../../src/platform/http/endpoint.ts';
import { defineRoute, respondsWithJson } from '../../../src/platform/http/route.ts';
import { describeWithRateLimits, type TestApp, type TestRequest, type TestResponse } from '../../support/test-app.ts';

interface Operation {
  readonly parameters: readonly { readonly $ref?: string; readonly description?: string }[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object; readonly example: unknown }> };
  readonly responses: Record<string, DescribedResponse>;
}

interface DescribedBody {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Record<string, unknown>;
}

interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: Record<string, DescribedBody>;
}

const { Spectral } = spectralCore; // both packages are CommonJS modules without named exports
const { oas } = spectralRulesets;
const projectFolder = join(import.meta.dirname, '../../..');
const errorCodes = Object.keys(STATUS_BY_CODE);
const document = JSON.parse(JSON.stringify(buildOpenApiDocument(surface, 'https://family.example.org')));
const operations = new Map<string, Operation>(
  Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  ),
);
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(toResolvable(document), 'api');
const strictAjv = new Ajv({ strict: false, validateFormats: false });
strictAjv.addSchema(toResolvable(forbidAdditionalProperties(document)), 'api');

describe('OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors, null, 2));
    assert.equal(document.openapi, '3.1.0');
  });

  it('describes every JSON endpoint and nothing else', () => {
    const routes = surface.filter(respondsWithJson);
    const expected = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual([...operations.keys()].sort(), expected.sort());
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, operations.size);
  });

  it('passes Redocly and Spectral without warnings', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const redocly = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas as RulesetDefinition] }); // the type of `oas` lacks an optional field
    assert.deepEqual(
      redocly.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    );
    assert.deepEqual(
      (await spectral.run(document)).map(({ code, message, path }) => [code, message, path]),
      [],
    );
  });

  it('describes every parameter', () => {
    const parameters = [...operations].flatMap(([name, { parameters }]) =>
      parameters.map((parameter) => ({ name, ...(parameter.$ref ? { description: parameter.$ref } : parameter) })),
    );
    assert.deepEqual(
      parameters.filter(({ description }) => !description),
      [],
    );
  });

  it('marks a query parameter as required if it is not optional and has no default', () => {
    const endpoint = defineJsonEndpoint({
      operationId: 'findBook',
      summary: 'Find a book',
      query: { name: Type.String(), limit: Type.Integer({ default: 20 }), kind: Type.Optional(Type.String()) },
      data: Type.String(),
      run: async () => '',
    });
    const routes = [defineRoute('GET', '/books', 'public', [], endpoint)];
    const { paths } = buildOpenApiDocument(routes, 'https://family.example.org');
    const { parameters } = paths['/books']?.get as { parameters: { name: string; required: boolean }[] };
    assert.deepEqual(
      parameters.map(({ name, required }) => [name, required]),
      [
        ['name', true],
        ['limit', false],
        ['kind', false],
      ],
    );
  });

  it('describes every property of every object', () => {
    const schemas = Object.entries<{ properties?: Record<string, { description?: string }> }>(
      document.components.schemas,
    );
    const undescribed = schemas.flatMap(([name, { properties = {} }]) =>
      Object.keys(properties).flatMap((property) => (properties[property]?.description ? [] : `${name}.${property}`)),
    );
    assert.deepEqual(undescribed, []);
  });

  it('declares the credential that each endpoint requires', () => {
    const getSecurity = (name: string) => operations.get(name)?.security;
    assert.deepEqual(getSecurity('POST /app/auth/login/child'), []);
    assert.deepEqual(getSecurity('GET /app/users/me'), [{ bearer: [] }]);
    assert.deepEqual(getSecurity('POST /api/auth/logout'), [{ session: [] }]);
  });

  it('defines every object as a named schema, and refers to every schema', () => {
    const unnamedPointers: string[] = [];
    const visit = (node: unknown, pointer: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('properties' in node && !/^#\/components\/schemas\/\w+$/.test(pointer)) unnamedPointers.push(pointer);
      for (const [key, value] of Object.entries(node)) visit(value, `${pointer}/${key}`);
    };
    visit(document.paths, '#/paths');
    visit(document.components.schemas, '#/components/schemas');
    assert.deepEqual(unnamedPointers, []);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const usedNames = new Set(references.map(([, name]) => name));
    assert.deepEqual(
      Object.keys(document.components.schemas).filter((name) => !usedNames.has(name)),
      [],
    );
  });

  it('describes the fields of each kind of item in a separate schema', () => {
    const { Item, NumericItem, InfoItem } = document.components.schemas;
    assert.equal(Item.oneOf.length, 11);
    assert.equal(Item.discriminator.mapping.numeric, '#/components/schemas/NumericItem');
    assert.deepEqual(Object.keys(NumericItem.properties), NumericItem.required);
    assert.ok(NumericItem.required.includes('unit') && !InfoItem.required.includes('unit'));
  });

  it('contains plain JSON Schema without TypeBox internals', () => {
    assert.doesNotMatch(JSON.stringify(document), /"~|TypeBox|\[Kind\]/);
  });

  it('contains a valid example for each request body', () => {
    for (const [name, { requestBody }] of operations) {
      const json = requestBody?.content['application/json'];
      if (json) assert.ok(ajv.validate(toResolvable(json.schema), json.example), `${name}: ${ajv.errorsText()}`);
    }
  });

  it('contains a valid recorded example of each response', () => {
    for (const [name, { responses }] of operations)
      for (const [status, { content }] of Object.entries(responses)) {
        const json = content?.['application/json'];
        if (json && status < '400')
          assert.ok(
            strictAjv.validate(toResolvable(json.schema), json.example),
            `${name} ${status}: ${strictAjv.errorsText()}`,
          );
      }
  });

  it('contains a valid recorded example of each error response', () => {
    const errorSchema = toResolvable({ $ref: '#/components/schemas/ErrorResponse' });
    for (const [name, example] of Object.entries<{ value: unknown }>(document.components.examples))
      assert.ok(strictAjv.validate(errorSchema, example.value), `${name}: ${strictAjv.errorsText()}`);
    for (const route of surface.filter(respondsWithJson)) {
      const { responses } = operations.get(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`) ?? {};
      for (const code of listErrorCodes(route)) {
        const names = listExampleNames(responses?.[STATUS_BY_CODE[code]]);
        assert.ok(names.map(toErrorCode).includes(code), `${route.path} has no example of ${code}`);
      }
    }
  });

  it('documents each error code and references it from an endpoint', () => {
    assert.deepEqual(document.components.schemas.ApiError.properties.code.enum, errorCodes);
    const examples = Object.keys(document.components.examples);
    assert.deepEqual([...new Set(examples.map(toErrorCode))].sort(), [...errorCodes].sort());
    const referencingParts = JSON.stringify([document.paths, document.components.responses]);
    for (const name of examples)
      assert.ok(referencingParts.includes(`"#/components/examples/${name}"`), `${name} is not referenced`);
    const apiPage = formatApiReference(surface);
    for (const [code, status] of Object.entries(STATUS_BY_CODE))
      assert.match(apiPage, new RegExp(`\`${code}\` \\| ${status}`));
  });

  it('has its settings printed unchanged in README.md', () => {
    const check = spawnSync(process.execPath, ['scripts/print-docs.ts', '--check'], {
      cwd: projectFolder,
      encoding: 'utf8',
    });
    assert.equal(check.status, 0, check.stderr);
  });
});

describeWithRateLimits('The API description', (app) => {
  it('matches the responses of successful requests', async () => {
    const call = createCheckedCall(app);
    const child = await call('POST', '/app/auth/register/child', 201, {
      body: { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '1234' },
      device: 'a-tablet',
    });
    const parent = await app.registerParent();
    const { token } = child.body.data;
    const linkingCode = await call('POST', '/app/auth/link/generate', 201, parent);
    await call('POST', '/app/auth/link/redeem', 200, { token, body: { code: linkingCode.body.data.linking_code } });
    await call('POST', '/app/auth/login/parent', 200, { body: { email: parent.email } });
    await call('POST', '/app/auth/login/child', 200, { body: { profile_id: child.body.data.id, pin: '1234' } });
    await call('GET', '/app/auth/profiles', 200, { device: 'a-tablet' });
    await call('GET', '/app/users/me', 200, { token });
    await call('GET', '/app/users/me', 200, parent);
    await call('PATCH', '/app/users/me', 200, { token, body: { display_name: 'Mia' } });
    await call('GET', '/app/users/me/stats', 200, { token });
    await call('GET', '/app/users/me/badges', 200, { token });
    await call('GET', '/app/levels', 200, { token });
    await call('GET', '/app/avatar/items', 200, { token });
    await call('PATCH', '/app/avatar', 200, { token, body: { hat: null } });
    const todo = await call('POST', '/app/todos', 201, { token, body: { title: 'Water the fern' } });
    await call('GET', '/app/todos', 200, { token });
    await call('PATCH', '/app/todos/{id}', 200, { token, id: todo.body.data.id, body: { status: 'done' } });
    await call('DELETE', '/app/todos/{id}', 200, { token, id: todo.body.data.id });
    const managerCode = await call('POST', '/app/auth/manager-code', 201, parent);
    await call('POST', '/api/auth/verify-code', 200, { body: { code: managerCode.body.data.code } });
    await call('GET', '/readyz', 200);
  });

  it('matches the responses of failed requests', async () => {
    const call = createCheckedCall(app);
    const { child, parent } = await app.registerFamily();
    const linkingCode = await call('POST', '/app/auth/link/generate', 201, parent);
    await call('POST', '/app/auth/link/redeem', 409, { ...child, body: { code: linkingCode.body.data.linking_code } });
    await call('POST', '/app/auth/link/generate', 403, child);
    await call('GET', '/app/users/me', 401);
    await call('GET', '/app/users/me', 400, { ...child, device: 'contains spaces' });
    await call('PATCH', '/app/users/me', 400, { ...child, body: {} });
    await call('PATCH', '/app/avatar', 404, { ...child, body: { hat: 'no-such-hat' } });
    await call('PATCH', '/app/avatar', 403, { ...child, body: { hat: 'crown-gold' } });
    await call('PATCH', '/app/todos/{id}', 404, { ...child, id: 'x', body: { status: 'done' } });
    await call('DELETE', '/app/todos/{id}', 404, { ...child, id: 'x' });
    await call('POST', '/app/todos', 400, { ...child, body: { title: ' ' } });
    await call('POST', '/app/auth/login/child', 401, { body: { profile_id: child.id, pin: '9999' } });
    await call('POST', '/api/auth/send-email-code', 400, { body: { email: 'nobody' } });
    await call('POST', '/api/auth/logout', 403, { headers: { origin: 'https://elsewhere.example' } });
    const from = '192.0.2.7';
    for (let i = 0; i < 5; i += 1) await call('POST', '/api/auth/verify-code', 400, { from, body: { code: 'wrong' } });
    await call('POST', '/api/auth/verify-code', 429, { from, body: { code: 'wrong' } });
  });

  it('is a page at /docs with valid links, ids and headings', async () => {
    const { status, headers, text } = await app.call('GET', '/docs');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.doesNotMatch(
      text.replace(/<script src="\/assets\/reference.js\?v=[\w-]+" defer><\/script>/, ''),
      /<script|<style| style=| on\w+=/,
    );
    const elements = text.match(/<[a-z]/g) ?? [];
    assert.ok(elements.length < 6500, `${elements.length} elements`);

    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, 'an id occurs twice');
    const links = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    for (const link of links) assert.match(link, /^(#|\/(?!\/))/, 'a link to another site');
    for (const link of links.filter((link) => link.startsWith('#'))) assert.ok(ids.includes(link.slice(1)), link);

    const textWithoutBreaks = text.replaceAll('\u200b', ''); // without the zero-width spaces at which long paths can break
    const endpoints = surface.filter((route) => respondsWithJson(route) && /^\/(app|api)\//.test(route.path));
    for (const { method, path } of endpoints)
      assert.ok(textWithoutBreaks.includes(`${method}</span> <code>${path}</code></h3>`), path);
    for (const code of errorCodes)
      assert.ok(textWithoutBreaks.includes(`<th scope="row"><code>${code}</code></th>`), code);

    const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    assert.equal(levels[0], 1);
    assert.ok(levels.every((level, i) => i === 0 || (level > 1 && level <= (levels[i - 1] ?? 0) + 1)));
  });
});

/** Creates a function that sends a request and asserts that the response has the documented schema and no other fields. */
function createCheckedCall(app: TestApp) {
  return async (
    method: string,
    path: string,
    status: number,
    request: TestRequest & { id?: string } = {},
  ): Promise<TestResponse> => {
    const name = `${method} ${path}`;
    const response = await app.call(method, path.replace('{id}', request.id ?? ''), request);
    assert.equal(response.status, status, `${name}: ${response.text}`);
    const describedResponse = operations.get(name)?.responses[status];
    const describedSchema = resolveReference(describedResponse)?.content?.['application/json']?.schema;
    assert.ok(describedSchema, `${name} does not describe the status ${status}`);
    const code = response.body.error?.code;
    const schema = status < 400 ? describedSchema : { $ref: '#/components/schemas/ErrorResponse' };
    assert.ok(
      strictAjv.validate(toResolvable(schema), response.body),
      `${name}: ${strictAjv.errorsText()} in ${response.text}`,
    );
    assert.ok(
      code === undefined || listExampleNames(describedResponse).map(toErrorCode).includes(code),
      `${name} does not describe ${code}`,
    );
    return response;
  };
}

function resolveReference(response: DescribedResponse | undefined): DescribedResponse | undefined {
  return response?.$ref ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
}

/** The names of the examples of an error response. */
function listExampleNames(response: DescribedResponse | undefined): string[] {
  return Object.keys(resolveReference(response)?.content?.['application/json']?.examples ?? {});
}

/** Copies a part of the document and makes its references refer to the document that the validators know as "api". */
function toResolvable(part: unknown): object {
  return JSON.parse(JSON.stringify(part).replaceAll('"$ref":"#/', '"$ref":"api#/'));
}

/** Copies a schema and forbids additional properties in all of its objects. */
function forbidAdditionalProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidAdditionalProperties);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, forbidAdditionalProperties(value)]),
  );
  return 'properties' in schema ? { ...copy, additionalProperties: false } : copy;
}
