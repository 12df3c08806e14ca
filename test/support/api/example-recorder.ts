import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { RecordedExamples } from '../../../src/app/api-reference/recorded-examples.ts';
import { surface } from '../../../src/app/surface.ts';
import { VERSION } from '../../../src/app/version.ts';
import type { ErrorDetails } from '../../../src/core/requests/api-error.ts';
import type { TestApp, TestRequest, TestResponse } from '../test-app.ts';

export type OperationRequest = TestRequest & { readonly path?: string };
export type CallOperation = (operationId: string, request?: OperationRequest) => Promise<TestResponse>;

export interface ExampleRecorder {
  /** Sends the request of an operation, and records the response as an example. */
  readonly call: CallOperation;
  readonly examples: RecordedExamples;
  /** The last successful request of each operation. */
  readonly lastRequests: ReadonlyMap<string, OperationRequest>;
}

/** Records the first successful response of each operation, and each different error. */
export function createExampleRecorder(app: TestApp): ExampleRecorder {
  const routes = new Map(surface.map((route) => [route.endpoint.operationId, route]));
  const examples: RecordedExamples = { responses: {}, errors: {}, errorNames: {} };
  const lastRequests = new Map<string, OperationRequest>();
  return {
    examples,
    lastRequests,
    async call(operationId, operationRequest = {}) {
      const { path, ...request } = operationRequest;
      const route = routes.get(operationId);
      assert.ok(route, operationId);
      const response = await app.call(route.method, path ?? route.path, request);
      const example = createStableExample(response.text, app.url);
      if (response.status >= 400) recordError(examples, operationId, response, example);
      else {
        examples.responses[operationId] ??= example;
        lastRequests.set(operationId, operationRequest);
      }
      return response;
    },
  };
}

function recordError(examples: RecordedExamples, operationId: string, response: TestResponse, example: unknown) {
  const name = nameExample(examples.errors, operationId, response.body.error, example);
  examples.errors[name] ??= example;
  const errorNames = examples.errorNames[operationId] ?? {};
  errorNames[response.status] = [...new Set([...(errorNames[response.status] ?? []), name])].sort();
  examples.errorNames[operationId] = errorNames;
}

interface ApiErrorBody {
  readonly code: string;
  readonly details?: ErrorDetails;
}

/**
 * Names the example of an error. If an equal example exists, this is the name of that example. A new example is named
 * after its code and its reason or fields, followed by the operation if another example has that name.
 */
function nameExample(
  errors: RecordedExamples['errors'],
  operationId: string,
  { code, details = {} }: ApiErrorBody,
  example: unknown,
): string {
  const [existingName] = Object.entries(errors).find(([, recorded]) => isDeepStrictEqual(recorded, example)) ?? [];
  if (existingName) return existingName;
  const { reason, fields = [] } = details;
  const name = [code, ...(reason === 'invalid_fields' ? [] : [reason ?? []].flat()), ...fields].join('.');
  return errors[name] ? `${name}.${operationId}` : name;
}

/** Parses a body, replaces values that differ in each run with fixed ones, and keeps only the first two rows of a list. */
function createStableExample(text: string, baseUrl: string): unknown {
  const body = JSON.parse(text.replaceAll(baseUrl, '{base_url}'), (key, value) => {
    if (key === 'token') return 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1ZjFkMGMyZSJ9.c2lnbmF0dXJl';
    if (key === 'next_cursor' && value !== null) return 'WyIyIiwibnVtYmVyLWdhcmRlbiJd';
    if (key === 'version' && value === VERSION) return '1.0.0 (5f1d0c3e9a2b)';
    return value;
  });
  return Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 2) } : body;
}
