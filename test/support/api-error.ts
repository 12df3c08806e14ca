import assert from 'node:assert/strict';
import { ApiError } from '../../src/core/requests/api-error.ts';

/** Asserts that an action fails with this code and reason, such as "CONFLICT too_many_children". */
export async function assertFailsWith(action: Promise<unknown>, error: string, message = 'the error'): Promise<void> {
  const actual = await getErrorWithReason(action);
  assert.equal(actual, error, `${message}: ${actual}, not ${error}`);
}

/** Returns the code and reason of the error with which an action fails, such as "CONFLICT too_many_children". */
export async function getErrorWithReason(action: Promise<unknown>): Promise<string> {
  const { code, details } = await catchApiError(action);
  return [code, details.reason].filter((part) => part !== undefined).join(' ');
}

/** Returns the code and fields of the error with which an action fails, such as "VALIDATION_ERROR title". */
export async function getErrorWithFields(action: Promise<unknown>): Promise<string> {
  const { code, details } = await catchApiError(action);
  return [code, ...(details.fields ?? [])].join(' ');
}

async function catchApiError(action: Promise<unknown>): Promise<ApiError> {
  const error = await action.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}
