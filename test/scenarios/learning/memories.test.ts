import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { recordItemResults } from '../../../src/features/learning/learner/learner-store.ts';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { describeWithApp } from '../../support/test-app.ts';

const TASK_ID = 'first-sums'; // its skills are addition and counting

describeWithApp('The memories of a child', (app) => {
  const listMemories = (profileId: string) =>
    app.ctx.db.selectFrom('memories').selectAll().where('profile_id', '=', profileId).orderBy('subject').execute();
  const getPace = async (profileId: string) =>
    (await app.ctx.db.selectFrom('totals').select('pace').where('profile_id', '=', profileId).executeTakeFirst())?.pace;
  const completeTask = async (child: ReturnType<typeof createLearningClient>, wrongItemIds: readonly string[] = []) => {
    await child.call('POST', `/app/tasks/${TASK_ID}/start`);
    const answers = getCorrectAnswers(app, TASK_ID).filter(({ item_id }) => !wrongItemIds.includes(item_id));
    return child.complete(TASK_ID, {
      answers: [...answers, ...wrongItemIds.map((item_id) => ({ item_id, response: '0' }))],
    });
  };
  const createChild = async () => createLearningClient(app, await app.registerChild());

  it('have a row for each skill of a completed task, and for each item that was missed', async () => {
    const child = await createChild();
    await completeTask(child, ['nine-and-six']);
    const memories = await listMemories(child.id);
    assert.deepEqual(
      memories.map(({ subject }) => subject),
      ['@mathematics', 'addition', 'counting', 'first-sums/nine-and-six'],
    );
    const today = app.ctx.now().slice(0, 10);
    assert.ok(memories.every(({ reviewed_on, due_on }) => reviewed_on === today && due_on > today));
  });

  it('are reviewed at most once a day, and a successful later review increases the stability and the pace', async () => {
    const child = await createChild();
    await completeTask(child);
    const [, firstMemory] = await listMemories(child.id);
    await completeTask(child);
    const [, unchangedMemory] = await listMemories(child.id);
    assert.ok(firstMemory && unchangedMemory);
    // Each answer changes `ability` and `asked`, even without a review.
    assert.deepEqual({ ...unchangedMemory, ability: 0, asked: 0 }, { ...firstMemory, ability: 0, asked: 0 });
    assert.equal(await getPace(child.id), 0.7);
    app.advance(5 * DAY);
    await completeTask(child);
    const [, laterMemory] = await listMemories(child.id);
    assert.ok(laterMemory && laterMemory.stability > firstMemory.stability && laterMemory.proven_days === 5);
    assert.ok(((await getPace(child.id)) ?? 0) > 0.7);
  });

  it('include an item that was answered correctly only after a hint or on the second try', async () => {
    const [childWithHint, childWithTwoTries] = [await createChild(), await createChild()];
    await childWithHint.start(TASK_ID);
    await childWithHint.takeHint(TASK_ID, 'nine-and-six');
    await completeTask(childWithHint);
    await childWithTwoTries.start(TASK_ID);
    await childWithTwoTries.answer(TASK_ID, 'nine-and-six', 14);
    await childWithTwoTries.answer(TASK_ID, 'nine-and-six', 15);
    await completeTask(childWithTwoTries);
    for (const { id } of [childWithHint, childWithTwoTries]) {
      const memories = await listMemories(id);
      assert.ok(memories.some(({ subject }) => subject === 'first-sums/nine-and-six'));
    }
  });

  it('are the same after three simultaneous completions as after one', async () => {
    const [child, otherChild] = [await createChild(), await createChild()];
    await completeTask(child);
    await otherChild.start(TASK_ID);
    const body = { answers: getCorrectAnswers(app, TASK_ID) };
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await otherChild.call('POST', `/app/tasks/${TASK_ID}/complete`, body)).status),
    );
    assert.deepEqual(statuses.sort(), [200, 409, 409]);
    const listMemoriesWithoutProfile = async (id: string) =>
      (await listMemories(id)).map(({ profile_id: _, ...memory }) => memory);
    assert.deepEqual(await listMemoriesWithoutProfile(otherChild.id), await listMemoriesWithoutProfile(child.id));
  });

  it('tell a misconception that three of the last four answers showed, until four in a row did not', async () => {
    const child = await createChild();
    const complete = async (response: number) => {
      await child.start(TASK_ID);
      await child.answer(TASK_ID, 'nine-and-six', response);
      await child.complete(TASK_ID, { answers: [] });
      const rows = (await listMemories(child.id)).filter(({ misconceptions }) => misconceptions !== null);
      assert.deepEqual(
        rows.map(({ subject }) => subject).filter((subject) => subject !== '@mathematics'),
        [],
      );
      return rows[0] && JSON.parse(rows[0].misconceptions ?? '')['counts-the-start'];
    };
    const today = app.ctx.now().slice(0, 10);
    assert.equal(await complete(15), undefined);
    for (const response of [14, 15, 14]) await complete(response);
    assert.deepEqual(await complete(14), { answers: [today, null, today, today], named_on: today });
    for (let i = 0; i < 3; i += 1) assert.equal((await complete(15)).named_on, today);
    assert.deepEqual(await complete(15), { answers: [], gone_on: today });
  });

  it('count each draw of an item that a round has asked several times', async () => {
    const child = await createChild();
    const [task] = [...app.ctx.content.current.tasks.values()];
    assert.ok(task);
    const source = { task, item_id: 'drawn', difficulty: 1 };
    const sources = new Map(['i1', 'i2', 'i3'].map((id) => [id, source]));
    const items = [1, 0, 0].map((score, i) => ({ item_id: `i${i + 1}`, response: i, score, correct: score === 1 }));
    const attempt = { profile_id: child.id, draws: {} };
    await app.ctx.write((ctx) => recordItemResults(ctx, attempt, { items, sources }, app.ctx.now()));
    const records = await app.ctx.db
      .selectFrom('item_records')
      .selectAll()
      .where('profile_id', '=', child.id)
      .execute();
    assert.deepEqual(
      records.map(({ tries, misses, last_response }) => ({ tries, misses, last_response })),
      [{ tries: 3, misses: 2, last_response: '2' }],
    );
  });
});
