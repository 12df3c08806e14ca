import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from './media.ts';
import { multipart, type Part } from './multipart.ts';
import type { Answer, World } from './test-app.ts';

export const CREATIVE = 'another-ending';

interface Handing {
  readonly taskId?: string;
  readonly token: string;
  readonly headers?: Record<string, string>;
}

/** Hands in words, as JSON. */
export function handInWords(
  world: World,
  { taskId = CREATIVE, token, headers = {} }: Handing,
  body: object,
): Promise<Answer> {
  return world.call('POST', `/app/tasks/${taskId}/submit-creative`, { token, body, headers });
}

/** Hands in parts. */
export function handInParts(world: World, { taskId = CREATIVE, token, headers = {} }: Handing, parts: readonly Part[]) {
  const sent = multipart(parts);
  const path = `/app/tasks/${taskId}/submit-creative`;
  return world.call('POST', path, { token, raw: sent.raw, headers: { ...headers, ...sent.headers } });
}

export function filePart(body: Buffer, filename = 'IMG_0001.JPG', type = 'image/jpeg'): Part {
  return { name: 'files', filename, type, body };
}

/** A work with a picture in it, handed in. */
export async function handInPicture(world: World, handing: Handing) {
  const answer = await handInParts(world, handing, [filePart(await picture('png'))]);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

/** The bytes behind an address, whoever asks. */
export async function fetchFile(world: World, url: string, headers: Record<string, string>) {
  const response = await fetch(url.replace(/^https?:\/\/[^/]+/, world.url), { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The names of all files that are kept. */
export function keptFiles({ ctx }: World): string[] {
  return readdirSync(join(ctx.settings.dataDir, 'files')).sort();
}

/** A guardian's profile id. */
export async function profileIdOf(world: World, token: string): Promise<string> {
  return (await world.call('GET', '/app/users/me', { token })).body.data.id;
}
