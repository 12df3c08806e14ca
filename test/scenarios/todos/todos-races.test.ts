import assert from 'node:assert/strict';
import { assertRefusal, story } from '../../support/test-app.ts';
import { atOnce, familyOf, listOf, tally, UNHURRIED } from '../../support/todos.ts';

story(
  'fifty requests at once complete a to-do once, pay once and create one next occurrence',
  async (world) => {
    const list = listOf(world, (await world.registerChild()).token);
    await list.warmUp();
    const xp = await list.xp();
    const { id } = await list.add({ recurrence: { freq: 'daily' } });
    for (let round = 1; round <= 3; round += 1) {
      const done = await atOnce(50, () => list.patch(id, { status: 'done' }));
      assert.deepEqual(tally(done), { 200: 50 });
      assert.equal(new Set(done.map(({ text }) => text)).size, 1, 'all are told the same');
      assert.equal(await list.xp(), xp + 2);
      assert.equal((await list.all()).length, 3);
      const undone = await atOnce(50, () => list.patch(id, { status: 'pending' }));
      assert.deepEqual(tally(undone), { 200: 50 });
      assert.equal(await list.xp(), xp);
      assert.equal((await list.all()).length, 2);
    }
    const removed = await atOnce(50, () => list.remove(id));
    assert.deepEqual(tally(removed), { 200: 1, 404: 49 });
  },
  UNHURRIED,
);

story(
  'of twenty to-dos done at once five pay',
  async (world) => {
    const list = listOf(world, (await world.registerChild()).token);
    await list.warmUp();
    const xp = await list.xp();
    const todos = await Promise.all(Array.from({ length: 20 }, () => list.add()));
    const positions = todos.map(({ position }) => position);
    assert.equal(new Set(positions).size, 20, 'each has a place of its own');
    const answers = await atOnce(20, (i) => list.patch(todos[i].id, { status: 'done' }));
    assert.deepEqual(tally(answers), { 200: 20 });
    assert.equal(await list.xp(), xp + 4 * 2);
  },
  UNHURRIED,
);

story(
  'a to-do approved, rejected and withdrawn at once pays at most once',
  async (world) => {
    const { assign, decide, list } = await familyOf(world);
    await list.warmUp();
    const xp = await list.xp();
    const id = await assign({ xp_reward: 20 });
    await list.set(id, 'done');
    const results = await Promise.allSettled([
      ...Array.from({ length: 25 }, () => decide(id, 'approved')),
      ...Array.from({ length: 25 }, () => decide(id, 'rejected')),
      ...Array.from({ length: 25 }, () => list.set(id, 'pending')),
    ]);
    const status = (await list.all()).at(-1)?.status;
    assert.ok(results.some((result) => result.status === 'fulfilled'));
    assert.equal(await list.xp(), xp + (status === 'approved' ? 20 : 0), `it is ${status}`);
  },
  UNHURRIED,
);

story(
  'concurrent additions stop at 500 open to-dos, and closing one makes room',
  async (world) => {
    const { id: profile, token } = await world.registerChild();
    const list = listOf(world, token);
    const first = await list.add();
    await world.ctx.write(async ({ tx }) => {
      const row = await tx.selectFrom('todos').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
      const more = Array.from({ length: 498 }, (_, i) => ({ ...row, id: `more ${i}`, position: 2000 + i }));
      for (let i = 0; i < more.length; i += 100)
        await tx
          .insertInto('todos')
          .values(more.slice(i, i + 100))
          .execute();
    });
    const answers = await atOnce(50, () => list.call('POST', '/app/todos', { title: 'One more' }));
    assert.deepEqual(tally(answers), { 201: 1, 409: 49 });
    for (const answer of answers.filter(({ status }) => status === 409)) assertRefusal(answer, 409, 'CONFLICT');
    assert.equal(await world.count('todos'), 500);

    await list.set(first.id, 'done');
    const { id } = await list.add({ title: 'There is room again' });
    const changes = await world.changes(async () => {
      assertRefusal(await list.patch(first.id, { status: 'pending' }), 409, 'CONFLICT');
    });
    assert.deepEqual(changes, {});
    await list.remove(id);
    await list.set(first.id, 'pending');
    const other = await listOf(world, (await world.registerChild()).token).add();
    assert.ok(other.id && profile);
  },
  UNHURRIED,
);
