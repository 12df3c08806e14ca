import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPicture } from '../files/media.ts';
import { createMultipartRequest, type Part } from '../files/multipart.ts';
import type { TestApp, TestResponse } from '../test-app.ts';

export const CREATIVE_TASK_ID = 'another-ending';

interface SubmissionOptions {
  readonly taskId?: string;
  readonly token: string;
  readonly headers?: Record<string, string>;
}

/** Submits text as JSON. */
export function submitText(
  app: TestApp,
  { taskId = CREATIVE_TASK_ID, token, headers = {} }: SubmissionOptions,
  body: object,
): Promise<TestResponse> {
  return app.call('POST', `/app/tasks/${taskId}/submit-creative`, { token, body, headers });
}

/** Submits multipart parts. */
export function submitParts(
  app: TestApp,
  { taskId = CREATIVE_TASK_ID, token, headers = {} }: SubmissionOptions,
  parts: readonly Part[],
) {
  const request = createMultipartRequest(parts);
  const path = `/app/tasks/${taskId}/submit-creative`;
  return app.call('POST', path, { token, raw: request.raw, headers: { ...headers, ...request.headers } });
}

export function createFilePart(body: Buffer, filename = 'IMG_0001.JPG', type = 'image/jpeg'): Part {
  return { name: 'files', filename, type, body };
}

/** Submits a picture and returns the submission. */
export async function submitPicture(app: TestApp, options: SubmissionOptions) {
  const response = await submitParts(app, options, [createFilePart(await createPicture('png'))]);
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}

/** Fetches a file with the given headers, which may contain credentials. */
export async function fetchFile(app: TestApp, url: string, headers: Record<string, string>) {
  const response = await fetch(url.replace(/^https?:\/\/[^/]+/, app.url), { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Lists the names of all stored files. */
export function listStoredFiles({ ctx }: TestApp): string[] {
  return readdirSync(join(ctx.settings.dataDir, 'files')).sort();
}

/** Returns the id of the profile that a token authenticates. */
export async function getProfileId(app: TestApp, token: string): Promise<string> {
  return (await app.call('GET', '/app/users/me', { token })).body.data.id;
}
