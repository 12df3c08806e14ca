import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { describeWithApp } from '../../support/test-app.ts';

const TASK = 'first-sums'; // its skills are addition and counting
const DAY = 86_400;

describeWithApp('What a child remembers', (app) => {
  const listMemories = (profileId: string) =>
    app().ctx.db.selectFrom('memories').selectAll().where('profile_id', '=', profileId).orderBy('subject').execute();
  const getPace = async (profileId: string) =>
    (await app().ctx.db.selectFrom('totals').select('pace').where('profile_id', '=', profileId).executeTakeFirst())
      ?.pace;
  const play = async (child: ReturnType<typeof createLearningClient>, wrong: readonly string[] = []) => {
    await child.call('POST', `/app/tasks/${TASK}/start`);
    const answers = getCorrectAnswers(app(), TASK).filter(({ item_id }) => !wrong.includes(item_id));
    return child.complete(TASK, { answers: [...answers, ...wrong.map((item_id) => ({ item_id, response: '0' }))] });
  };
  const createPlayer = async () => createLearningClient(app(), await app().registerChild());

  it('has a row for each skill of a completed task, and for each item that was missed', async () => {
    const child = await createPlayer();
    await play(child, ['nine-and-six']);
    const memories = await listMemories(child.id);
    assert.deepEqual(
      memories.map(({ subject }) => subject),
      ['addition', 'counting', 'first-sums/nine-and-six'],
    );
    const today = app().ctx.now().slice(0, 10);
    assert.ok(memories.every(({ reviewed_on, due_on }) => reviewed_on === today && due_on > today));
  });

  it('is reviewed once a day, and later with longer intervals and a pace of the child’s own', async () => {
    const child = await createPlayer();
    await play(child);
    const [first] = await listMemories(child.id);
    await play(child);
    const [again] = await listMemories(child.id);
    assert.ok(first && again);
    assert.deepEqual({ ...again, ability: 0, asked: 0 }, { ...first, ability: 0, asked: 0 });
    assert.equal(await getPace(child.id), 0.7);
    app().advance(5 * DAY);
    await play(child);
    const [later] = await listMemories(child.id);
    assert.ok(later && later.stability > first.stability && later.proven_days === 5);
    assert.ok(((await getPace(child.id)) ?? 0) > 0.7);
  });

  it('counts a first answer that was judged, and a right one after a hint as half', async () => {
    const [helped, judged] = [await createPlayer(), await createPlayer()];
    await helped.start(TASK);
    await helped.takeHint(TASK, 'nine-and-six');
    await play(helped);
    await judged.start(TASK);
    await judged.answer(TASK, 'nine-and-six', 14);
    await judged.answer(TASK, 'nine-and-six', 15);
    await play(judged);
    for (const { id } of [helped, judged]) {
      const memories = await listMemories(id);
      assert.ok(memories.some(({ subject }) => subject === 'first-sums/nine-and-six'));
    }
  });

  it('is the same after two completions at once as after one', async () => {
    const [once, twice] = [await createPlayer(), await createPlayer()];
    await play(once);
    await twice.start(TASK);
    const body = { answers: getCorrectAnswers(app(), TASK) };
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await twice.call('POST', `/app/tasks/${TASK}/complete`, body)).status),
    );
    assert.deepEqual(statuses.sort(), [200, 409, 409]);
    const strip = async (id: string) => (await listMemories(id)).map(({ profile_id: _, ...memory }) => memory);
    assert.deepEqual(await strip(twice.id), await strip(once.id));
  });
});
