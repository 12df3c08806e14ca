import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { describeWithApp } from '../../support/test-app.ts';

const TASK = 'first-sums'; // its skills are addition and counting

describeWithApp('The memories of a child', (app) => {
  const listMemories = (profileId: string) =>
    app().ctx.db.selectFrom('memories').selectAll().where('profile_id', '=', profileId).orderBy('subject').execute();
  const getPace = async (profileId: string) =>
    (await app().ctx.db.selectFrom('totals').select('pace').where('profile_id', '=', profileId).executeTakeFirst())
      ?.pace;
  const play = async (child: ReturnType<typeof createLearningClient>, wrongIds: readonly string[] = []) => {
    await child.call('POST', `/app/tasks/${TASK}/start`);
    const answers = getCorrectAnswers(app(), TASK).filter(({ item_id }) => !wrongIds.includes(item_id));
    return child.complete(TASK, { answers: [...answers, ...wrongIds.map((item_id) => ({ item_id, response: '0' }))] });
  };
  const createLearner = async () => createLearningClient(app(), await app().registerChild());

  it('have a row for each skill of a completed task, and for each item that was missed', async () => {
    const child = await createLearner();
    await play(child, ['nine-and-six']);
    const memories = await listMemories(child.id);
    assert.deepEqual(
      memories.map(({ subject }) => subject),
      ['addition', 'counting', 'first-sums/nine-and-six'],
    );
    const today = app().ctx.now().slice(0, 10);
    assert.ok(memories.every(({ reviewed_on, due_on }) => reviewed_on === today && due_on > today));
  });

  it('are reviewed at most once a day, and a successful later review increases the stability and the pace', async () => {
    const child = await createLearner();
    await play(child);
    const [firstMemory] = await listMemories(child.id);
    await play(child);
    const [unchangedMemory] = await listMemories(child.id);
    assert.ok(firstMemory && unchangedMemory);
    // Each answer changes `ability` and `asked`, even without a review.
    assert.deepEqual({ ...unchangedMemory, ability: 0, asked: 0 }, { ...firstMemory, ability: 0, asked: 0 });
    assert.equal(await getPace(child.id), 0.7);
    app().advance(5 * DAY);
    await play(child);
    const [laterMemory] = await listMemories(child.id);
    assert.ok(laterMemory && laterMemory.stability > firstMemory.stability && laterMemory.proven_days === 5);
    assert.ok(((await getPace(child.id)) ?? 0) > 0.7);
  });

  it('include an item that was answered correctly only after a hint or on the second try', async () => {
    const [childWithHint, childWithTwoTries] = [await createLearner(), await createLearner()];
    await childWithHint.start(TASK);
    await childWithHint.takeHint(TASK, 'nine-and-six');
    await play(childWithHint);
    await childWithTwoTries.start(TASK);
    await childWithTwoTries.answer(TASK, 'nine-and-six', 14);
    await childWithTwoTries.answer(TASK, 'nine-and-six', 15);
    await play(childWithTwoTries);
    for (const { id } of [childWithHint, childWithTwoTries]) {
      const memories = await listMemories(id);
      assert.ok(memories.some(({ subject }) => subject === 'first-sums/nine-and-six'));
    }
  });

  it('are the same after three simultaneous completions as after one', async () => {
    const [child, otherChild] = [await createLearner(), await createLearner()];
    await play(child);
    await otherChild.start(TASK);
    const body = { answers: getCorrectAnswers(app(), TASK) };
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await otherChild.call('POST', `/app/tasks/${TASK}/complete`, body)).status),
    );
    assert.deepEqual(statuses.sort(), [200, 409, 409]);
    const listWithoutProfile = async (id: string) =>
      (await listMemories(id)).map(({ profile_id: _, ...memory }) => memory);
    assert.deepEqual(await listWithoutProfile(otherChild.id), await listWithoutProfile(child.id));
  });
});
