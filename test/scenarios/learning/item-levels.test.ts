import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { applyItemLevels, learnItemLevels } from '../../../src/features/learning/index.ts';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const QUIZ_ID = 'first-sums';

/** Children play a quiz, all answers right but that to the last question. */
async function playQuiz(app: TestApp, childCount: number) {
  for (let i = 0; i < childCount; i += 1) {
    const child = createLearningClient(app, await app.registerChild());
    await child.start(QUIZ_ID);
    const answers = getCorrectAnswers(app, QUIZ_ID);
    const wrong = { item_id: answers.at(-1)?.item_id ?? '', response: 'something else' };
    await child.complete(QUIZ_ID, { answers: [...answers.slice(0, -1), wrong] });
  }
}

testWithApp(
  'every night, the answers of all children move the difficulties of items, each answer once',
  async (app) => {
    const readLevels = async () => {
      const rows = await app.ctx.db.selectFrom('item_levels').selectAll().orderBy('item_id').execute();
      return new Map(rows.filter(({ task_id }) => task_id === QUIZ_ID).map((row) => [row.item_id, row]));
    };
    const [easyId = '', ...others] = getCorrectAnswers(app, QUIZ_ID).map(({ item_id }) => item_id);
    const hardId = others.at(-1) ?? '';
    await playQuiz(app, 3);
    await learnItemLevels(app.ctx); // the last hour does not count yet
    assert.equal((await readLevels()).size, 0);
    app.advance(DAY);
    await learnItemLevels(app.ctx);
    const first = await readLevels();
    assert.deepEqual([first.size, first.get(easyId)?.answers, first.get(hardId)?.answers], [4, 3, 3]);
    assert.ok((first.get(easyId)?.shift ?? 1) < 0 && (first.get(hardId)?.shift ?? 0) > 0.2, JSON.stringify([...first]));

    app.advance(2 * HOUR);
    await playQuiz(app, 1);
    await app.assertRowChanges({}, () => learnItemLevels(app.ctx)); // once a night
    await app.ctx.write(({ db }) => db.deleteFrom('item_levels').where('task_id', '=', '').execute());
    app.advance(2 * DAY);
    await Promise.all([learnItemLevels(app.ctx), learnItemLevels(app.ctx)]);
    const second = await readLevels();
    assert.equal(second.get(hardId)?.answers, 4, 'also after a run that was interrupted, and with two at once');

    const { current } = app.ctx.content;
    await applyItemLevels(app.ctx);
    assert.equal(app.ctx.content.current.itemShifts?.get(`${QUIZ_ID}/${hardId}`), second.get(hardId)?.shift);
    const readExpected = async () => {
      await playQuiz(app, 1);
      const { ratings } = await app.ctx.db
        .selectFrom('attempts')
        .select('ratings')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      const answers = JSON.parse(ratings ?? '[]').flatMap((rated: { answers: unknown[] }) => rated.answers);
      return new Map<string, number>(answers).get(hardId) ?? 0;
    };
    const withShift = await readExpected();
    app.ctx.content.current = current;
    assert.ok(withShift < (await readExpected()), 'less is expected in a question that turned out hard');
  },
);
