import assert from 'node:assert/strict';
import { ApiError } from '../../src/core/requests/api-error.ts';

/** The code and reason with which a use case refuses. */
export async function errorWithReason(act: Promise<unknown>): Promise<string> {
  const { code, details } = await catchApiError(act);
  return [code, details.reason].filter((part) => part !== undefined).join(' ');
}

/** The code and fields with which a use case refuses. */
export async function errorWithFields(act: Promise<unknown>): Promise<string> {
  const { code, details } = await catchApiError(act);
  return [code, ...(details.fields ?? [])].join(' ');
}

async function catchApiError(act: Promise<unknown>): Promise<ApiError> {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}
