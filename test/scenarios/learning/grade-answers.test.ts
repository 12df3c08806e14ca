import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp } from '../../support/test-app.ts';

const TASK_ID = 'first-sums';
const ANSWER_PATH = `/app/tasks/${TASK_ID}/answer`;

describeWithApp('An answer that is graded immediately', (app) => {
  const createChildWithStartedTask = async () => {
    const child = createLearningClient(app, await app.registerChild());
    await child.start(TASK_ID);
    return child;
  };
  /** Sends an answer. Returns whether it is correct, its score and the number of tries left. */
  const sendAnswer = async (child: LearningClient, itemId: string, response: unknown) => {
    const { correct, score, tries_left } = await child.answer(TASK_ID, itemId, response);
    return [correct, score, tries_left];
  };

  it('closes its item and returns an explanation when it is correct', async () => {
    const child = await createChildWithStartedTask();
    assert.deepEqual(await child.answer(TASK_ID, 'seven-and-five', 'twelve'), {
      item_id: 'seven-and-five',
      correct: true,
      score: 1,
      tries_left: 0,
      feedback: '7 and 3 make 10, and 2 more make 12.',
      parts: [],
      correct_response: 'twelve',
      solution: [],
      twin: null,
    });
    assert.deepEqual(await sendAnswer(child, 'seven-and-five', 'ten'), [true, 1, 0]);
    const { attempt } = await child.getTask(TASK_ID);
    assert.deepEqual(attempt.answers_saved, [{ item_id: 'seven-and-five', response: 'twelve' }]);
    assert.deepEqual(attempt.answers_graded, [{ item_id: 'seven-and-five', correct: true, score: 1, tries_left: 0 }]);
  });

  it('can be corrected once when it is wrong, and a correct second try counts half', async () => {
    const child = await createChildWithStartedTask();
    assert.deepEqual(await sendAnswer(child, 'nine-and-six', 14), [false, 0, 1]);
    assert.deepEqual(await sendAnswer(child, 'nine-and-six', 14), [false, 0, 1], 'the same answer is not a second try');
    assert.deepEqual(await sendAnswer(child, 'nine-and-six', 15), [true, 0.5, 0]);
    assert.deepEqual(await sendAnswer(child, 'eight-in-letters', 'nine'), [false, 0, 1]);
    assert.deepEqual(await sendAnswer(child, 'eight-in-letters', 'ten'), [false, 0, 0]);
    assert.deepEqual(await sendAnswer(child, 'eight-in-letters', 'eight'), [false, 0, 0]);
  });

  it('returns feedback about its mistake if the pack describes the mistake, and again at completion', async () => {
    const child = await createChildWithStartedTask();
    const sendAnswerForFeedback = async (itemId: string, response: unknown) =>
      (await child.answer(TASK_ID, itemId, response)).feedback;
    const expectedFeedback = 'One is missing. When you count on from 9, the first step is 10.';
    assert.match(await sendAnswerForFeedback('seven-and-five', 'thirteen'), /when you stop at 10/);
    assert.match(await sendAnswerForFeedback('seven-and-five', 'eleven'), /the first step is 8/);
    assert.equal(await sendAnswerForFeedback('nine-and-six', ' 14 '), expectedFeedback);
    assert.equal(
      await sendAnswerForFeedback('eight-in-letters', 'nine'),
      'It is the word you say after seven.',
      'the feedback on all other wrong answers',
    );
    assert.match(await sendAnswerForFeedback('eight-in-letters', 'Eigt'), /silent/);
    const result = await child.complete(TASK_ID, { answers: [{ item_id: 'nine-and-six', response: 15 }] });
    const feedbackTexts = result.items.map((item: { feedback: string }) => item.feedback);
    assert.match(feedbackTexts[0], /the first step is 8/);
    assert.equal(
      feedbackTexts[2],
      expectedFeedback,
      'the answer at completion is ignored, because another one has been graded',
    );
    assert.match(feedbackTexts[3], /silent/);
  });

  it('has no second try if there are only two options', async () => {
    const child = await createChildWithStartedTask();
    assert.deepEqual(await sendAnswer(child, 'even-eight', 'not-so'), [false, 0, 0]);
  });

  it('keeps its grade at completion, and the other answers are graded as usual', async () => {
    const child = await createChildWithStartedTask();
    await sendAnswer(child, 'nine-and-six', 14);
    await sendAnswer(child, 'nine-and-six', 15);
    await child.saveAnswers(TASK_ID, [{ item_id: 'nine-and-six', response: 1 }]);
    const result = await child.complete(TASK_ID, { answers: getCorrectAnswers(app, TASK_ID) });
    assert.deepEqual([result.passed, result.score, result.attempt.points], [true, 0.875, 3.5]);
    const itemResult = result.items.find(({ item_id }: { item_id: string }) => item_id === 'nine-and-six');
    assert.deepEqual([itemResult.correct, itemResult.score, itemResult.correct_response], [true, 0.5, 15]);
    const record = await app.ctx.db
      .selectFrom('item_records')
      .select(['tries', 'misses', 'last_score', 'last_missed_response'])
      .where('profile_id', '=', child.id)
      .where('item_id', '=', 'nine-and-six')
      .executeTakeFirstOrThrow();
    // Of two tries in an attempt, the record counts only the first.
    assert.deepEqual({ ...record }, { tries: 1, misses: 1, last_score: 0, last_missed_response: '14' });
  });

  it('reveals the correct answer after a wrong second try', async () => {
    const child = await createChildWithStartedTask();
    const firstGrade = await child.answer(TASK_ID, 'nine-and-six', 14);
    assert.deepEqual([firstGrade.tries_left, firstGrade.correct_response], [1, null]);
    const secondGrade = await child.answer(TASK_ID, 'nine-and-six', 13);
    assert.deepEqual([secondGrade.tries_left, secondGrade.correct_response], [0, 15]);
  });

  it('gets a single final grade, even if many requests arrive simultaneously', async () => {
    const child = await createChildWithStartedTask();
    const responses = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 15 : 14));
    const grades = await Promise.all(responses.map((response) => child.answer(TASK_ID, 'nine-and-six', response)));
    const finalGrades = grades.filter(({ tries_left }) => tries_left === 0);
    assert.ok(finalGrades.length > 0);
    const { attempt } = await child.getTask(TASK_ID);
    const [grade] = attempt.answers_graded;
    assert.equal(attempt.answers_graded.length, 1);
    assert.equal(grade.tries_left, 0);
    assert.ok(finalGrades.every(({ score, correct }) => score === grade.score && correct === grade.correct));
  });

  it('makes all hints available when its item is closed, and none of them counts as used', async () => {
    const child = await createChildWithStartedTask();
    await child.answer(TASK_ID, 'seven-and-five', 'twelve');
    const { hints, hints_left } = await child.takeHint(TASK_ID, 'seven-and-five');
    assert.ok(hints.length > 0);
    assert.equal(hints_left, 0);
    assert.equal((await child.getTask(TASK_ID)).attempt.hints_used, 0);
  });

  it('is refused without an attempt, for an unknown item or task, and with a response of the wrong type', async () => {
    const child = createLearningClient(app, await app.registerChild());
    const send = (body: object, path = ANSWER_PATH) => child.call('POST', path, body);
    const answer = { item_id: 'nine-and-six', response: 15 };
    assertError(await send(answer), 409, 'CONFLICT');
    await child.start(TASK_ID);
    assertError(await send({ ...answer, item_id: 'no-such-item' }), 400, 'VALIDATION_ERROR', ['item_id']);
    assertError(await send({ ...answer, response: null }), 400, 'VALIDATION_ERROR', ['response']);
    assertError(await send({ ...answer, response: ['15'] }), 400, 'VALIDATION_ERROR', ['response']);
    assertError(await send(answer, '/app/tasks/my-pattern/answer'), 409, 'CONFLICT'); // a creative task
    assertError(await send(answer, '/app/tasks/market-sums/answer'), 403, 'FORBIDDEN'); // a locked task
    assertError(await send(answer, '/app/tasks/no-such-task/answer'), 404, 'NOT_FOUND');
    assert.deepEqual((await child.getTask(TASK_ID)).attempt.answers_graded, []);
  });
});
