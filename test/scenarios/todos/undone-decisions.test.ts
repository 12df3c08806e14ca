import assert from 'node:assert/strict';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { addDays } from '../../../src/core/time/days.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { addReward, reviewTodo, turnRewardsOn, undoTodoChanges } from '../../../src/features/todos/index.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const DAILY = { freq: 'daily' } as const;

async function createFamily(app: TestApp) {
  const family = await registerTodoFamily(app);
  const undo = (...keys: string[]) => undoTodoChanges(app.ctx, family.parentId, keys);
  const getRow = (id: string) =>
    app.ctx.db.selectFrom('todos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const listDays = async () => (await family.todos.list('&status=pending')).map(({ due_date }) => due_date).toSorted();
  const listXp = async () =>
    (
      await app.ctx.db.selectFrom('xp_ledger').select(['reason', 'amount']).orderBy('at').orderBy('id').execute()
    ).filter(({ reason }) => reason.startsWith('todo_'));
  /** Decides a second after the child was done, since a to-do that a guardian ticked is done and decided at the same instant. */
  const review: typeof family.review = (...decision) => {
    app.advance(1);
    return family.review(...decision);
  };
  return { ...family, review, undo, getRow, listDays, listXp, today: app.ctx.now().slice(0, 10) };
}

testWithApp('an approval can be undone for 24 hours, and what the child earned goes with it', async (app) => {
  const { child, parentId, assign, review, todos, undo, getRow, listDays, listXp, today } = await createFamily(app);
  await turnRewardsOn(app.ctx, parentId, [child.id]);
  await todos.earnDailyBonus();
  const xpBefore = await todos.getXpTotal();
  const id = await assign({ due_date: today, xp_reward: 20, stars: 3, recurrence: DAILY });
  await todos.setStatus(id, 'done');
  await review(id, 'approved', 'Well done');
  assert.equal((await todos.getXpTotal()) - xpBefore, 20);

  app.advance(DAY);
  assert.deepEqual((await Promise.all([1, 2, 3].map(() => undo(`${id} approved`)))).toSorted(), [0, 0, 1]);
  const row = await getRow(id);
  assert.deepEqual(
    [row.status, row.decided_at, row.decided_by, row.decision_note, row.xp_paid],
    ['awaiting_approval', null, null, null, 0],
  );
  assert.ok(row.completed_at, 'the child has still done it');
  assert.equal(await todos.getXpTotal(), xpBefore);
  assert.deepEqual(await app.ctx.db.selectFrom('earned_stars').select('stars').execute(), []);
  assert.deepEqual(await listDays(), [addDays(today, 1)], 'the series goes on as it did when the child was done');
  const { sum } = await app.ctx.db
    .selectFrom('progress_days')
    .select(({ fn }) => fn.sum<number>('xp').as('sum'))
    .where('day', '=', today)
    .executeTakeFirstOrThrow();
  assert.equal(Number(sum), xpBefore, 'the XP leaves the day to which it belonged');

  await review(id, 'approved');
  assert.equal((await todos.getXpTotal()) - xpBefore, 20, 'it can be approved again');
  assert.deepEqual(
    (await listXp()).map(({ amount }) => amount),
    [2, 20, -20, 20],
  );
  assert.deepEqual(await app.ctx.db.selectFrom('earned_stars').select('stars').execute(), [{ stars: 3 }]);
  app.advance(DAY + 1);
  assert.equal(await undo(`${id} approved`), 0, 'too late');
  assert.equal((await getRow(id)).status, 'approved');
});

testWithApp('stars that the child has spent stay when an approval is undone, and are not earned twice', async (app) => {
  const { child, parentId, assign, review, todos, undo } = await createFamily(app);
  await turnRewardsOn(app.ctx, parentId, [child.id]);
  const id = await assign({ stars: 3 });
  await todos.setStatus(id, 'done');
  await review(id, 'approved');
  await addReward(app.ctx, parentId, [child.id], { title: 'Film', stars: 3 });
  const readRewards = async () => (await app.call('GET', '/app/rewards', { token: child.token })).body.data;
  const [reward] = (await readRewards()).rewards;
  await app.call('POST', `/app/rewards/${reward.id}/redeem`, { token: child.token });
  for (let i = 0; i < 2; i += 1) {
    assert.equal((await readRewards()).stars, 0, 'neither a debt nor new stars');
    assert.equal(await undo(`${id} approved`), 1);
    assert.equal((await readRewards()).stars, 0, 'no debt');
    await review(id, 'approved');
  }
});

testWithApp('a to-do that was sent back waits again, unless the child has done something with it', async (app) => {
  const { assign, review, todos, undo, getRow } = await createFamily(app);
  const [id, againId] = [await assign(), await assign()];
  for (const each of [id, againId]) {
    await todos.setStatus(each, 'done');
    await review(each, 'rejected', 'The corner');
  }
  await todos.setStatus(againId, 'done');
  assert.equal(await undo(`${id} approved`, `${againId} rejected`), 0, 'it names what it undoes');
  assert.equal(await undo(`${id} rejected`), 1);
  const { status, decision_note } = await getRow(id);
  assert.deepEqual([status, decision_note], ['awaiting_approval', null]);
  await todos.setStatus(id, 'pending');
  assert.equal(await undo(`${id} rejected`), 0);
});

testWithApp('a second tap on Undo undoes no earlier decision', async (app) => {
  const { parent, assign, review, todos, undo, getRow } = await createFamily(app);
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  const id = await assign();
  await todos.setStatus(id, 'done');
  await review(id, 'rejected', 'The corner');
  await browser.submit(`/panel/todos/${id}/delete`, {});
  await browser.submit('/panel/undo', { items: `todo ${id}` });
  await browser.submit('/panel/undo', { items: `todo ${id}` });
  assert.equal((await getRow(id)).status, 'rejected');
  await browser.submit(`/panel/todos/${id}/done`, { back: '/panel' });
  assert.deepEqual([await undo(`${id} approved`), await undo(`${id} approved`)], [1, 0]);
  assert.equal((await getRow(id)).status, 'rejected');
});

testWithApp('a to-do that a guardian ticked is open again, and so is its day', async (app) => {
  const { parent, assign, todos, undo, getRow, listDays, today } = await createFamily(app);
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  const id = await assign({ due_date: today, xp_reward: 20, recurrence: DAILY });
  await browser.submit(`/panel/todos/${id}/done`, { back: '/panel' });
  await carryOutAfterUndoTime(app);
  assert.deepEqual([await todos.getXpTotal(), await listDays()], [20, [addDays(today, 1)]]);
  assert.equal(await undo(`${id} approved`), 1);
  assert.deepEqual([await todos.getXpTotal(), await listDays()], [0, [today]], 'the next one goes');
  const row = await getRow(id);
  assert.deepEqual([row.status, row.completed_at, row.decided_at], ['pending', null, null]);
  await todos.setStatus(id, 'done');
  assert.deepEqual(await listDays(), [addDays(today, 1)]);
});

testWithApp('undoing, approving again and the child run at the same time, and the XP stays right', async (app) => {
  const family = await createFamily(app);
  const { assign, review, todos, undo, listXp, getRow } = family;
  await todos.earnDailyBonus();
  const before = await todos.getXpTotal();
  const ids: string[] = [];
  for (let i = 0; i < 10; i += 1) ids.push(await assign({ title: `${i}`, xp_reward: 5 }));
  for (const id of ids) {
    await todos.setStatus(id, 'done');
    await review(id, 'approved');
  }
  await Promise.allSettled(
    ids.flatMap((id) => [
      undo(`${id} approved`),
      todos.patch(id, { status: 'pending' }),
      undo(`${id} approved`),
      reviewTodo(app.ctx, family.parentId, id, { decision: 'approved', note: null }),
    ]),
  );
  const rows = await Promise.all(ids.map(getRow));
  const approved = rows.filter(({ status }) => status === 'approved');
  assert.equal((await todos.getXpTotal()) - before, 5 * approved.length);
  assert.ok(rows.every(({ status, xp_paid }) => xp_paid === (status === 'approved' ? 5 : 0)));
  const total = (await listXp()).reduce((sum, { amount }) => sum + amount, 0);
  assert.equal(total - 2, 5 * approved.length);
});

testWithApp(
  'fifty approvals are undone at once, only by guardians, and more than fifty a day are refused',
  async (app) => {
    const { parentId, assign, review, todos, undo } = await createFamily(app);
    const stranger = await createFamily(app);
    const ids: string[] = [];
    for (let i = 0; i <= QUOTAS.undonePerDay; i += 1) ids.push(await assign({ title: `${i}`, xp_reward: 1 }));
    for (const id of ids) {
      await todos.setStatus(id, 'done');
      await review(id, 'approved');
    }
    const keys = ids.map((id) => `${id} approved`);
    await app.assertRowChanges({}, async () => {
      assert.equal(await stranger.undo(...keys), 0);
      assert.equal(await undo('', 'x', 'x approved', `${ids[0]}`, `${ids[0]} skipped`, '\0 approved'), 0);
    });
    assert.equal(await undo(...keys.slice(0, 50)), 50);
    await assert.rejects(undo(keys[50] ?? ''), { code: 'CONFLICT' });
    const statuses = (await todos.list()).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 'awaiting_approval').length, 50);

    await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('parent_id', '=', parentId).execute());
    assert.equal(await undo(keys[50] ?? ''), 0, 'no longer a guardian');
  },
);
