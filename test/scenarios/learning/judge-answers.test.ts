import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const TASK = 'first-sums';
const PATH = `/app/tasks/${TASK}/answer`;

describeWithApp(
  'An answer that is judged at once',
  (app) => {
    const createPlayer = async () => {
      const child = createLearningClient(app(), await app().registerChild());
      await child.start(TASK);
      return child;
    };
    const listCorrectAnswers = () =>
      new Map(getCorrectAnswers(app(), TASK).map(({ item_id, response }) => [item_id, response]));
    const judge = async (child: LearningClient, itemId: string, response: unknown) => {
      const { correct, score, tries_left } = await child.answer(TASK, itemId, response);
      return [correct, score, tries_left];
    };

    it('closes its item when it is right, and explains it', async () => {
      const child = await createPlayer();
      assert.deepEqual(await child.answer(TASK, 'seven-and-five', 'twelve'), {
        item_id: 'seven-and-five',
        correct: true,
        score: 1,
        tries_left: 0,
        feedback: '7 and 3 make 10, and 2 more make 12.',
        correct_response: null,
      });
      assert.deepEqual(await judge(child, 'seven-and-five', 'ten'), [true, 1, 0]);
      const { attempt } = await child.getTask(TASK);
      assert.deepEqual(attempt.answers_saved, [{ item_id: 'seven-and-five', response: 'twelve' }]);
      assert.deepEqual(attempt.answers_judged, [{ item_id: 'seven-and-five', correct: true, score: 1, tries_left: 0 }]);
    });

    it('can be corrected once when it is wrong, and a right second try counts half', async () => {
      const child = await createPlayer();
      assert.deepEqual(await judge(child, 'nine-and-six', 14), [false, 0, 1]);
      assert.deepEqual(await judge(child, 'nine-and-six', 14), [false, 0, 1], 'the same answer is not a second try');
      assert.deepEqual(await judge(child, 'nine-and-six', 15), [true, 0.5, 0]);
      assert.deepEqual(await judge(child, 'eight-in-letters', 'nine'), [false, 0, 1]);
      assert.deepEqual(await judge(child, 'eight-in-letters', 'ten'), [false, 0, 0]);
      assert.deepEqual(await judge(child, 'eight-in-letters', 'eight'), [false, 0, 0]);
    });

    it('gets feedback about its mistake where the pack describes it, also at completion and in the panel', async () => {
      const child = await createPlayer();
      const getFeedback = async (itemId: string, response: unknown) =>
        (await child.answer(TASK, itemId, response)).feedback;
      const oneMissing = 'One is missing. When you count on from 9, the first step is 10.';
      assert.match(await getFeedback('seven-and-five', 'thirteen'), /when you stop at 10/);
      assert.match(await getFeedback('seven-and-five', 'eleven'), /the first step is 8/);
      assert.equal(await getFeedback('nine-and-six', ' 14 '), oneMissing);
      assert.equal(
        await getFeedback('eight-in-letters', 'nine'),
        'It is the word you say after seven.',
        'the feedback for all other answers',
      );
      assert.match(await getFeedback('eight-in-letters', 'Eigt'), /silent/);
      const done = await child.complete(TASK, { answers: [{ item_id: 'nine-and-six', response: 15 }] });
      const feedback = done.items.map((item: { feedback: string }) => item.feedback);
      assert.match(feedback[0], /the first step is 8/);
      assert.equal(feedback[2], oneMissing, 'the judged answer counts');
      assert.match(feedback[3], /silent/);
    });

    it('has no second try where there are two options', async () => {
      const child = await createPlayer();
      assert.deepEqual(await judge(child, 'even-eight', 'not-so'), [false, 0, 0]);
    });

    it('keeps its verdict at completion, and the other answers are graded as usual', async () => {
      const child = await createPlayer();
      const right = listCorrectAnswers();
      await judge(child, 'nine-and-six', 14);
      await judge(child, 'nine-and-six', 15);
      await child.saveAnswers(TASK, [{ item_id: 'nine-and-six', response: 1 }]);
      const answers = [...right].map(([item_id, response]) => ({ item_id, response }));
      const done = await child.complete(TASK, { answers });
      assert.deepEqual([done.passed, done.score, done.attempt.points], [true, 0.875, 3.5]);
      const judged = done.items.find((item: { item_id: string }) => item.item_id === 'nine-and-six');
      assert.deepEqual([judged.correct, judged.score, judged.correct_response], [true, 0.5, 15]);
      const record = await app()
        .ctx.db.selectFrom('item_records')
        .select(['tries', 'misses', 'last_score', 'last_missed_response'])
        .where('profile_id', '=', child.id)
        .where('item_id', '=', 'nine-and-six')
        .executeTakeFirstOrThrow();
      assert.deepEqual({ ...record }, { tries: 1, misses: 1, last_score: 0, last_missed_response: '14' });
    });

    it('reveals the right answer in practice only', async () => {
      const child = createLearningClient(app(), await app().registerChild());
      await child.startAndComplete(TASK);
      await child.start(TASK);
      const wrong = await child.answer(TASK, 'nine-and-six', 14);
      assert.deepEqual([wrong.tries_left, wrong.correct_response], [1, null]);
      const closed = await child.answer(TASK, 'nine-and-six', 13);
      assert.deepEqual([closed.tries_left, closed.correct_response], [0, 15]);
    });

    it('is judged once, however many requests arrive together', async () => {
      const child = await createPlayer();
      const responses = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 15 : 14));
      const verdicts = await Promise.all(responses.map((response) => child.answer(TASK, 'nine-and-six', response)));
      const closed = verdicts.filter(({ tries_left }) => tries_left === 0);
      assert.ok(closed.length > 0);
      const { attempt } = await child.getTask(TASK);
      const [verdict] = attempt.answers_judged;
      assert.equal(attempt.answers_judged.length, 1);
      assert.equal(verdict.tries_left, 0);
      assert.ok(closed.every(({ score, correct }) => score === verdict.score && correct === verdict.correct));
    });

    it('gets its hints after closing, and none of them is counted', async () => {
      const child = await createPlayer();
      await child.answer(TASK, 'seven-and-five', 'twelve');
      const { hints, hints_left } = await child.takeHint(TASK, 'seven-and-five');
      assert.ok(hints.length > 0);
      assert.equal(hints_left, 0);
      assert.equal((await child.getTask(TASK)).attempt.hints_used, 0);
    });

    it('is refused without an attempt, for an unknown item, and without a response of the right type', async () => {
      const child = createLearningClient(app(), await app().registerChild());
      const send = (body: object, path = PATH) => child.call('POST', path, body);
      const answer = { item_id: 'nine-and-six', response: 15 };
      assertError(await send(answer), 409, 'CONFLICT');
      await child.start(TASK);
      assertError(await send({ ...answer, item_id: 'nobody' }), 400, 'VALIDATION_ERROR', ['item_id']);
      assertError(await send({ ...answer, response: null }), 400, 'VALIDATION_ERROR', ['response']);
      assertError(await send({ ...answer, response: ['15'] }), 400, 'VALIDATION_ERROR', ['response']);
      assertError(await send(answer, '/app/tasks/my-pattern/answer'), 409, 'CONFLICT');
      assertError(await send(answer, '/app/tasks/market-sums/answer'), 403, 'FORBIDDEN');
      assertError(await send(answer, '/app/tasks/nothing/answer'), 404, 'NOT_FOUND');
      assert.deepEqual((await child.getTask(TASK)).attempt.answers_judged, []);
    });
  },
  WITHOUT_RATE_LIMITS,
);
