import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { listErrorCodes } from '../../../src/app/api-reference/endpoint-descriptions.ts';
import { toErrorCode } from '../../../src/app/api-reference/recorded-examples.ts';
import { surface } from '../../../src/app/surface.ts';
import { STATUS_BY_CODE } from '../../../src/core/requests/api-error.ts';
import { type Route, respondsWithJson } from '../../../src/platform/http/route.ts';
import { createExampleRecorder } from '../../support/api/example-recorder.ts';
import { simulateFirstDays } from '../../support/api/first-days.ts';
import { provokeErrors } from '../../support/api/provoke-errors.ts';
import { createSeededRandom } from '../../support/service/seeded-random.ts';
import { startTestApp } from '../../support/test-app.ts';

// The examples of the API description are the responses of the service to the requests of simulateFirstDays and provokeErrors. To
// record them again:
//   UPDATE_EXAMPLES=1 npm test test/scenarios/api/recorded-examples.test.ts && npm run format

const EXAMPLES_FILE = new URL('../../../src/app/api-reference/recorded-examples.json', import.meta.url);
const OPTIONS = {
  env: {
    RATE_LIMITS: 'on',
    OPERATOR_CONTACT: 'help@family.example',
    SECRET_KEYS: hash('sha256', 'key'),
    PIN_PEPPER: hash('sha256', 'pepper'),
  },
  random: createSeededRandom('examples'),
};

/** Declared errors that cannot occur, because the response is constant, or because every failure means “not ready”. */
const IMPOSSIBLE_ERRORS: Readonly<Record<string, readonly string[]>> = {
  getHealth: ['500 INTERNAL_ERROR', '503 INTERNAL_ERROR'],
  getReadiness: ['500 INTERNAL_ERROR'],
};

test('the recorded examples of the API description equal the responses of the service', async () => {
  const app = await startTestApp('sqlite', OPTIONS);
  const recorder = createExampleRecorder(app);
  try {
    await simulateFirstDays(app, recorder.call);
    await provokeErrors(app, recorder);
  } finally {
    await app.close();
  }
  const { responses, errorNames } = recorder.examples;
  const operations = surface.filter(respondsWithJson);
  const withoutExample = operations.filter(({ endpoint }) => !responses[endpoint.operationId ?? '']);
  assert.deepEqual(withoutExample, [], 'each operation has an example');
  for (const route of operations) {
    const { operationId = '' } = route.endpoint;
    const recordedErrors = Object.entries(errorNames[operationId] ?? {}).flatMap(([status, names]) =>
      names.map((name) => `${status} ${toErrorCode(name)}`),
    );
    const declaredErrors = listDeclaredErrors(route).filter(
      (error) => !IMPOSSIBLE_ERRORS[operationId]?.includes(error),
    );
    assert.deepEqual(
      [...new Set(recordedErrors)].sort(),
      declaredErrors.sort(),
      `the recorded errors of ${operationId} differ from the declared ones`,
    );
  }
  if (process.env.UPDATE_EXAMPLES) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(recorder.examples, null, 2)}\n`);
  else
    assert.deepEqual(
      recorder.examples,
      JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')),
      'UPDATE_EXAMPLES=1 records them again',
    );
});

/** The errors that an operation declares, such as "409 CONFLICT". Every operation may give 503. */
function listDeclaredErrors(route: Route): string[] {
  return [...listErrorCodes(route).map((code) => `${STATUS_BY_CODE[code]} ${code}`), '503 INTERNAL_ERROR'];
}
