import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

/** Fetches all pages of a list and runs `actBetweenPages` before each page but the first. Returns the ids of all entries. */
async function listIdsOfAllPages(
  app: TestApp,
  token: string,
  path: string,
  limit: number,
  actBetweenPages: () => Promise<unknown>,
) {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const response = await app.call('GET', `${path}?limit=${limit}${cursor}`, { token });
    assert.equal(response.status, 200, response.text);
    const { data, has_more, next_cursor } = response.body;
    assert.ok(data.length <= limit);
    ids.push(...data.map(({ id }: { id: string }) => id));
    assert.equal(has_more, next_cursor !== null);
    if (!has_more) return ids;
    cursor = `&cursor=${next_cursor}`;
    await actBetweenPages();
  }
}

/** Asserts that no entry was listed twice and that all remaining entries were listed. */
function assertEachOnce(listedIds: readonly string[], remainingIds: readonly string[]): void {
  assert.deepEqual(
    listedIds.filter((id, i) => listedIds.indexOf(id) !== i),
    [],
  );
  assert.deepEqual(
    remainingIds.filter((id) => !listedIds.includes(id)),
    [],
  );
}

const arbitraryLimit = fc.integer({ min: 1, max: 12 });

describe('the pages of a list contain every remaining entry exactly once, despite writes between the pages', () => {
  testWithApp('to-dos', async (app) => {
    const { token } = await app.registerChild();
    const addTodo = async (position?: number) => {
      const body = { title: 'Feed the cat', ...(position !== undefined && { position }) };
      return (await app.call('POST', '/app/todos', { token, body })).body.data.id as string;
    };
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await addTodo(i % 3 === 0 ? 500 : undefined)); // some to-dos have the same position
    await fc.assert(
      fc.asyncProperty(
        arbitraryLimit,
        fc.infiniteStream(fc.integer({ min: 0, max: 30_000 })),
        async (limit, positions) => {
          const deletedId = ids.pop() ?? '';
          const remainingIds = [...ids];
          const addedIds: string[] = [];
          const listedIds = await listIdsOfAllPages(app, token, '/app/todos', limit, async () => {
            // Without a maximum, new entries might be added as fast as they are listed.
            if (addedIds.length < 12) addedIds.push(await addTodo(positions.next().value as number));
            await app.call('DELETE', `/app/todos/${deletedId}`, { token });
          });
          assertEachOnce(listedIds, remainingIds);
          ids.push(...addedIds);
        },
      ),
      { numRuns: 8 },
    );
  });

  testWithApp('badges', async (app) => {
    const { id, token } = await app.registerChild();
    let badgeCount = 0;
    const earnBadge = () =>
      app.ctx.write(async ({ db }) => {
        badgeCount += 1;
        // The ids are not in the order in which the badges are earned.
        const row = { profile_id: id, badge_id: `badge-${badgeCount % 7}-${badgeCount}`, earned_at: app.ctx.now() };
        await db.insertInto('earned_badges').values(row).execute();
        if (badgeCount % 3 === 0) app.advance(1); // three badges share a timestamp
      });
    for (let i = 0; i < 15; i += 1) await earnBadge();
    await fc.assert(
      fc.asyncProperty(arbitraryLimit, async (limit) => {
        const rows = await app.ctx.db.selectFrom('earned_badges').select('badge_id').execute();
        app.advance(1); // badges earned between the pages have a later timestamp
        const listedIds = await listIdsOfAllPages(app, token, '/app/users/me/badges', limit, earnBadge);
        assertEachOnce(
          listedIds,
          rows.map(({ badge_id }) => badge_id),
        );
      }),
      { numRuns: 8 },
    );
  });

  testWithApp('open and joined planets', async (app) => {
    const { token } = await app.registerChild();
    const allIds = await listIdsOfAllPages(app, token, '/app/planets/open', 100, async () => undefined);
    const otherTokens: string[] = [];
    for (let i = 0; i < 12; i += 1) otherTokens.push((await app.registerChild()).token);
    const joinAsOtherChild = async () => {
      const otherToken = otherTokens.pop();
      if (otherToken)
        await app.call('POST', `/app/planets/${allIds[otherTokens.length % allIds.length]}/join`, {
          token: otherToken,
        });
    };
    for (const limit of [1, 2, 3, 5])
      assertEachOnce(await listIdsOfAllPages(app, token, '/app/planets/open', limit, joinAsOtherChild), allIds);
    const openPlanets = await app.call('GET', '/app/planets/open?limit=100', { token });
    const unlockedPlanets = openPlanets.body.data.filter(({ lock }: { lock: object | null }) => lock === null);
    const joinedIds: string[] = unlockedPlanets.slice(0, 4).map(({ id }: { id: string }) => id);
    for (const id of joinedIds)
      assert.equal((await app.call('POST', `/app/planets/${id}/join`, { token })).status, 200, id);
    assertEachOnce(await listIdsOfAllPages(app, token, '/app/planets/mine', 1, joinAsOtherChild), joinedIds);
  });
});

testWithApp('a cursor of another list gets 400', async (app) => {
  const { token } = await app.registerChild();
  for (const title of ['Feed the cat', 'Read']) await app.call('POST', '/app/todos', { token, body: { title } });
  const { next_cursor } = (await app.call('GET', '/app/todos?limit=1', { token })).body;
  assert.equal((await app.call('GET', `/app/todos?cursor=${next_cursor}`, { token })).body.data.length, 1);
  for (const path of ['/app/users/me/badges', '/app/worlds', '/app/planets/open', '/app/planets/mine', '/app/rankings'])
    assertError(await app.call('GET', `${path}?cursor=${next_cursor}`, { token }), 400, 'VALIDATION_ERROR', ['cursor']);
});
