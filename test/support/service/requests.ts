import assert from 'node:assert/strict';
import type { TestApp, TestResponse } from '../test-app.ts';

/** Starts `count` actions at the same time and returns their results. */
export const runConcurrently = <T>(count: number, action: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => action(i)));

/** Counts responses by their HTTP status. */
export const countByStatus = (responses: readonly TestResponse[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

/** Fetches all pages of a list with cursors. */
export async function fetchAllPages(
  app: TestApp,
  token: string,
  path: string,
  limit: number,
  doBetweenPages = async () => {},
  // biome-ignore lint/suspicious/noExplicitAny: tests know the bodies that they read
): Promise<{ items: any[]; pages: any[] }> {
  const pages = [];
  let cursor: string | null = null;
  do {
    const query: string = `limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body, text } = await app.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { token });
    assert.equal(status, 200, text);
    assert.equal(body.has_more, body.next_cursor !== null);
    pages.push(body);
    cursor = body.next_cursor;
    await doBetweenPages();
    assert.ok(pages.length < 1000, 'the list ends');
  } while (cursor !== null);
  return { items: pages.flatMap(({ data }) => data), pages };
}
