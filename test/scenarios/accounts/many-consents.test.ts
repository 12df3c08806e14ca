import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { assertErrorReason, type TestApp, testWithApp } from '../../support/test-app.ts';

testWithApp('a parent once linked to 200 children sees the newest consent for each and can add none', async (app) => {
  const { child, parent } = await createFamilyWithConsents(app, QUOTAS.linkedChildrenPerParent);
  const cookie = await app.openPanelSession(parent.token);
  let text = '';
  await assertShortTurns('the page', async () => {
    ({ text } = await app.call('GET', '/panel/account', { cookie }));
  });
  assert.equal(text.match(/on 20 November 2026/g)?.length, QUOTAS.linkedChildrenPerParent); // the day of START_TIME
  assert.doesNotMatch(text, /January 2020/, 'no earlier consent is shown');

  const otherChild = await app.registerChild();
  const refusedResponse = await linkParentToChild(app, parent.token, otherChild.token);
  assertErrorReason(refusedResponse, 409, 'CONFLICT', 'too_many_children');
  await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('child_id', '=', child.id).execute());
  const { status } = await linkParentToChild(app, parent.token, child.token);
  assert.equal(status, 200, 'a child can be linked again');
});

/** Creates a parent with as many stored consents as possible for each of `childCount` children. */
async function createFamilyWithConsents(app: TestApp, childCount: number) {
  const { child, parent } = await app.registerFamily();
  // After this, PostgreSQL plans queries with the statistics of a single consent, as if the table had grown suddenly.
  if (app.database === 'postgres') await app.ctx.write(({ db }) => sql`analyze`.execute(db));
  const createChildId = (i: number) => `${child.id} ${i}`;
  await copyRows(app, 'profiles', { id: child.id }, childCount - 1, (i) => ({ id: createChildId(i) }));
  await copyRows(app, 'consents', { child_id: child.id }, childCount - 1, (i) => ({
    id: `1 ${i}`,
    child_id: createChildId(i),
  }));
  // The ids of older consents are lower: the service takes the consent with the highest id for the newest.
  const earlierConsentCount = childCount * (QUOTAS.consentsPerChild - 1);
  await copyRows(app, 'consents', { child_id: child.id }, earlierConsentCount, (i) => ({
    id: `0 ${i}`,
    child_id: i % childCount === 0 ? child.id : createChildId((i % childCount) - 1),
    given_at: '2020-01-01T00:00:00.000Z',
  }));
  return { child, parent };
}

async function linkParentToChild(app: TestApp, parentToken: string, childToken: string) {
  return app.redeemLinkingCode(childToken, await app.generateLinkingCode(parentToken));
}
