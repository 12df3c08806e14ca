import assert from 'node:assert/strict';
import { addDays } from '../../../src/core/time/days.ts';
import { planTodoCompletion, turnRewardsOn } from '../../../src/features/todos/index.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { countByStatus } from '../../support/service/requests.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const DAILY = { freq: 'daily' } as const;

async function createFamily(app: TestApp) {
  const family = await registerTodoFamily(app);
  const browser = createFormBrowser(app, await app.openPanelSession(family.parent.token));
  const tick = (id: string, back = '/panel') => browser.submit(`/panel/todos/${id}/done`, { back });
  const today = app.ctx.now().slice(0, 10);
  const getStatus = async (id: string) => (await family.todos.list()).find((todo) => todo.id === id)?.status;
  return { ...family, browser, tick, today, getStatus };
}

testWithApp('a parent ticks a to-do, which is approved after ten seconds, in which it can be undone', async (app) => {
  const { child, parentId, assign, todos, browser, tick, today, getStatus } = await createFamily(app);
  await turnRewardsOn(app.ctx, parentId, [child.id]);
  const id = await assign({ title: 'Set the table', due_date: today, xp_reward: 20, stars: 3, recurrence: DAILY });
  const pages = ['/panel', '/panel/plan', `/panel/children/${child.id}/todos`];
  for (const page of pages)
    assert.ok((await browser.open(page)).text.includes(`action="/panel/todos/${id}/done"`), `${page} has a button`);

  const ticked = await tick(id);
  assert.equal(ticked.headers.get('location'), `/panel?done=approved&undo=todo%20${id}%20approved`);
  assert.deepEqual([await getStatus(id), await todos.getXpTotal()], ['pending', 0], 'the parent can still undo it');
  for (const page of pages)
    assert.match(
      (await browser.open(page)).text,
      new RegExp(`Approved.*action="/panel/undo".*"todo ${id} approved"`, 's'),
    );
  const { text: plan } = await browser.open('/panel/plan');
  assert.match(plan, /1 of 1 done/);
  assert.match(plan, /Every day<\/h2>.*Set the table/s, 'the following days are still to come');
  await browser.submit('/panel/undo', { items: `todo ${id}`, back: '/panel' });
  await carryOutAfterUndoTime(app);
  assert.equal(await getStatus(id), 'pending');

  const tickedAt = app.ctx.now();
  const taps = await Promise.all(Array.from({ length: 20 }, () => tick(id)));
  assert.deepEqual(countByStatus(taps), { 303: 20 });
  await Promise.all([carryOutAfterUndoTime(app), carryOutAfterUndoTime(app)]);
  await tick(id);
  await carryOutAfterUndoTime(app);
  assert.deepEqual([await getStatus(id), await todos.getXpTotal()], ['approved', 20], 'without a bonus for the day');
  assert.equal(await todos.getCurrentStreak(), 0, 'the child has done nothing in the app');
  const row = await app.ctx.db.selectFrom('todos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([row.completed_at, row.decided_at, row.decided_by], [tickedAt, tickedAt, parentId]);
  const earned = await app.ctx.db.selectFrom('earned_stars').select('stars').execute();
  assert.deepEqual(earned, [{ stars: 3 }]);
  const open = (await todos.list('&status=pending')).map(({ due_date }) => due_date);
  assert.deepEqual(open, [addDays(today, 1)], 'the series continues');
});

testWithApp('a parent and the child tick the same to-do at the same moment, and it counts once', async (app) => {
  const { parentId, assign, todos } = await createFamily(app);
  await todos.earnDailyBonus();
  for (const requires_approval of [true, false]) {
    const before = await todos.getXpTotal();
    const ids: string[] = [];
    for (let i = 0; i < 10; i += 1) ids.push(await assign({ title: `${i}`, xp_reward: 5, requires_approval }));
    await Promise.all(
      ids.flatMap((id) => [planTodoCompletion(app.ctx, parentId, id), todos.patch(id, { status: 'done' })]),
    );
    await Promise.all([carryOutAfterUndoTime(app), carryOutAfterUndoTime(app)]);
    assert.equal((await todos.getXpTotal()) - before, 50);
    const statuses = (await todos.list()).filter(({ id }) => ids.includes(id)).map(({ status }) => status);
    assert.ok(statuses.every((status) => status === 'approved' || (!requires_approval && status === 'done')));
  }
});

testWithApp('a parent cannot tick what is not for the child to do now', async (app) => {
  const family = await createFamily(app);
  const { assign, todos, tick, today, child, browser } = family;
  const stranger = createFormBrowser(app, (await signInToPanel(app, (await app.registerParent()).token)).cookie);
  const laterId = await assign({ due_date: addDays(today, 1), recurrence: DAILY });
  const pausedId = await assign({ title: 'Feed the fish', due_date: today });
  await browser.submit(`/panel/todos/${pausedId}/pause`, {});
  const ownId = (await todos.add({ due_date: today })).id;
  const id = await assign({ due_date: today });
  const skippedId = await assign({ due_date: today });
  await todos.setStatus(skippedId, 'skipped');
  await app.assertRowChanges({}, async () => {
    assert.equal((await stranger.submit(`/panel/todos/${id}/done`, { back: '/panel' })).status, 404);
    for (const otherId of [pausedId, ownId, skippedId, 'x']) assert.equal((await tick(otherId)).status, 404);
    const early = await tick(laterId);
    assert.equal(early.status, 409);
    assert.match(early.text, /21 Nov/);
  });
  const { text } = await browser.open(`/panel/children/${child.id}/todos`);
  assert.deepEqual(
    [...text.matchAll(/action="\/panel\/todos\/([^/]+)\/done"/g)].map(([, shownId]) => shownId),
    [id],
  );
  await browser.submit(`/panel/todos/${laterId}/delete`, {});
  assert.equal((await tick(laterId)).status, 409, 'something else is planned');
});
