import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { reviewSubmission, undoReviews } from '../../../src/features/learning/index.ts';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp, type TestApp, testWithApp } from '../../support/test-app.ts';

describeWithApp('A task', (app) => {
  const createChild = async () => createLearningClient(app, await app.registerChild());

  it('is started once, even if the start is requested again', async () => {
    const child = await createChild();
    const startedAttempt = await child.start('first-sums');
    const { id, started_at, content_version, ...attempt } = startedAttempt;
    assert.deepEqual(attempt, {
      task_id: 'first-sums',
      number: 1,
      status: 'in_progress',
      practice: false,
      completed_at: null,
      answers_saved: [],
      answers_graded: [],
      hints_used: 0,
      score: 0,
      points: 0,
      max_points: 4,
      stars: 0,
      time_spent_seconds: 0,
      xp_awarded: 0,
    });
    assert.deepEqual(await child.startAgain('first-sums'), startedAttempt);
    const { status, attempts_count, attempt: currentAttempt } = await child.getTask('first-sums');
    assert.deepEqual([status, attempts_count, currentAttempt], ['in_progress', 1, startedAttempt]);
    const { tasks_in_progress, tasks_completed } = await child.getStats();
    assert.deepEqual([tasks_in_progress, tasks_completed], [1, 0]);
  });

  it('is graded on the server and reports score, feedback and XP', async () => {
    const child = await createChild();
    const { id } = await child.start('first-sums');
    app.advance(40);
    const result = await child.complete('first-sums', {
      attempt_id: id,
      answers: getCorrectAnswers(app, 'first-sums', { unansweredCount: 1 }),
      time_spent_seconds: 25,
    });
    assert.equal(result.passed, true);
    assert.deepEqual([result.score, result.stars], [0.75, 1]);
    assert.deepEqual(
      result.items.map(({ item_id, correct, score }: { item_id: string; correct: boolean; score: number }) => [
        item_id,
        correct,
        score,
      ]),
      [
        ['seven-and-five', true, 1],
        ['even-eight', true, 1],
        ['nine-and-six', true, 1],
        ['eight-in-letters', false, 0],
      ],
    );
    assert.equal(result.items[0].feedback, '7 and 3 make 10, and 2 more make 12.');
    assert.equal(result.items[3].feedback, 'It is the word you say after seven.');
    assert.deepEqual(
      result.items.map((item: { correct_response: unknown }) => item.correct_response),
      ['twelve', 'so', 15, 'eight'],
    );
    assert.deepEqual(result.xp_breakdown, [
      { reason: 'quiz_passed', amount: 12 }, // for one star; three stars award 20 XP
      { reason: 'daily_first', amount: 5 },
    ]);
    assert.equal(result.xp_awarded, 17);
    assert.deepEqual(result.streak, { current: 1, longest: 1, extended: true });
    assert.equal(result.level_up, null);
    assert.deepEqual(result.unlocked, { location_ids: ['little-market'], world_ids: [] }); // no open quiz fits
    assert.equal(result.next_task_id, 'market-sums');
    assert.equal(result.task.status, 'completed');
    const { status, time_spent_seconds, xp_awarded, completed_at } = result.attempt;
    assert.deepEqual([status, time_spent_seconds, xp_awarded], ['passed', 25, 17]);
    assert.equal(completed_at, app.ctx.now());
  });

  it('awards no XP when failed, reveals no answers and can be retried', async () => {
    const child = await createChild();
    const failedResult = await child.startAndComplete('first-sums', { unansweredCount: 2 });
    assert.deepEqual([failedResult.passed, failedResult.stars, failedResult.xp_awarded], [false, 0, 0]);
    assert.deepEqual(failedResult.xp_breakdown, []);
    assert.deepEqual(failedResult.streak, { current: 0, longest: 0, extended: false });
    assert.ok(failedResult.items.every((item: { correct_response: unknown }) => item.correct_response === null));
    assert.equal(failedResult.task.status, 'in_progress');
    assertError(await child.call('POST', '/app/tasks/first-sums/complete', {}), 409, 'CONFLICT');
    const passedResult = await child.startAndComplete('first-sums');
    assert.deepEqual(passedResult.xp_breakdown, [
      { reason: 'quiz_passed', amount: 20 }, // perfect, but not at the first attempt
      { reason: 'daily_first', amount: 5 },
    ]);
    assert.equal(passedResult.attempt.number, 2);
    assert.equal((await child.getStats()).total_time_minutes, 1, 'two attempts of 30 seconds, one of them failed');
  });

  it('shows the streak of the child’s own day when failed', async () => {
    const child = createLearningClient(app, await app.registerChild(), 'America/Los_Angeles');
    await child.startAndComplete('first-sums');
    app.advance(64 * HOUR); // a freeze covers the day missed in Los Angeles, but not the two missed in UTC
    const { streak } = await child.startAndComplete('first-sums', { unansweredCount: 2 });
    assert.deepEqual(streak, { current: 1, longest: 1, extended: false });
  });

  it('awards the difference for a better attempt and 2 XP for practice, at most five times a day', async () => {
    const child = await createChild();
    await child.startAndComplete('first-sums', { unansweredCount: 1 });
    assert.deepEqual((await child.startAndComplete('first-sums')).xp_breakdown, [
      { reason: 'quiz_improved', amount: 8 },
    ]);
    const xpAmounts: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const result = await child.startAndComplete('first-sums');
      assert.equal(result.attempt.practice, true);
      xpAmounts.push(result.xp_awarded);
    }
    assert.deepEqual(xpAmounts, [2, 2, 2, 2, 2, 0]);
    const { stars_best, attempts_count, status } = await child.getTask('first-sums');
    assert.deepEqual([stars_best, attempts_count, status], [3, 8, 'completed']);
    const { tasks_completed, tasks_in_progress } = await child.getStats();
    assert.deepEqual([tasks_completed, tasks_in_progress], [1, 0]);
    app.advance(DAY);
    assert.deepEqual((await child.startAndComplete('first-sums')).xp_breakdown, [
      { reason: 'practice', amount: 2 },
      { reason: 'daily_first', amount: 5 },
    ]);
    assert.equal(
      (await child.getWorld('number-garden')).xp_earned,
      20,
      'without the XP for practice and for the first activity of a day',
    );
  });

  it('awards a bonus for a perfect first attempt without hints', async () => {
    const child = await createChild();
    assert.deepEqual((await child.startAndComplete('first-sums')).xp_breakdown, [
      { reason: 'quiz_passed', amount: 20 },
      { reason: 'quiz_perfect', amount: 5 },
      { reason: 'daily_first', amount: 5 },
    ]);
    await child.start('story-sense');
    const [{ id }] = (await child.getTask('story-sense')).items;
    await child.takeHint('story-sense', id);
    assert.deepEqual((await child.startAndComplete('story-sense')).xp_breakdown, [
      { reason: 'quiz_passed', amount: 20 },
    ]);
  });

  it('needs no answers when it is a lesson or a real-world task', async () => {
    const child = await createChild();
    const quizResult = await child.startAndComplete('first-sums');
    // The quizzes that are open are too easy for a child who knows their sums.
    assert.deepEqual(quizResult.unlocked, { location_ids: ['little-market'], world_ids: [] });
    const lessonResult = await child.startAndComplete('bundles-of-ten');
    assert.deepEqual(lessonResult.xp_breakdown, [
      { reason: 'lesson_done', amount: 10 },
      { reason: 'location_completed', amount: 25 },
    ]);
    assert.deepEqual(lessonResult.unlocked, { location_ids: [], world_ids: [] });
    assert.deepEqual(lessonResult.level_up, {
      from: 1,
      to: 2,
      level_name: app.ctx.content.current.levels[1]?.name.en,
      unlocked_items: lessonResult.level_up.unlocked_items,
    });
    assert.ok(lessonResult.level_up.unlocked_items.length > 0);
    await child.start('set-the-table');
    const realWorldResult = await child.complete('set-the-table', {});
    assert.deepEqual([realWorldResult.xp_awarded, realWorldResult.stars, realWorldResult.items], [15, 3, []]);
  });

  it('saves answers for later and grades the saved ones', async () => {
    const child = await createChild();
    await child.start('first-sums');
    const [first, second, third, fourth] = getCorrectAnswers(app, 'first-sums');
    assert.ok(first && second && third && fourth);
    await child.saveAnswers('first-sums', [first, { ...second, response: 'not-so' }]);
    const deletionOfFirst = { item_id: first.item_id, response: null }; // `null` deletes the saved answer
    const attempt = await child.saveAnswers('first-sums', [third, deletionOfFirst, second]);
    assert.deepEqual(attempt.answers_saved, [second, third]);
    assert.deepEqual((await child.startAgain('first-sums')).answers_saved, [second, third]);
    const result = await child.complete('first-sums', { answers: [first] });
    assert.equal(result.score, 0.75);
    assert.deepEqual(result.attempt.answers_saved, [first, second, third]);
  });

  it('gives hints one at a time and repeats the earlier hints', async () => {
    const child = await createChild();
    await child.start('first-sums');
    const firstHint = 'Go from 7 up to 10 first.';
    const secondHint = 'From 7 to 10 you need 3. How many of the 5 are left?';
    const takeHint = () => child.takeHint('first-sums', 'seven-and-five');
    assert.deepEqual(await takeHint(), { item_id: 'seven-and-five', hints: [firstHint], hints_left: 1 });
    assert.deepEqual(await takeHint(), { item_id: 'seven-and-five', hints: [firstHint, secondHint], hints_left: 0 });
    assert.deepEqual(await takeHint(), { item_id: 'seven-and-five', hints: [firstHint, secondHint], hints_left: 0 });
    assert.equal((await child.startAgain('first-sums')).hints_used, 2);
  });

  it('shows its options in an order that does not change during an attempt and differs between children', async () => {
    const readItemsJson = async (child: Awaited<ReturnType<typeof createChild>>) =>
      JSON.stringify((await child.getTask('market-sums')).items);
    const itemsJsonOfChildren = new Set<string>();
    for (let i = 0; i < 6; i += 1) {
      const child = await createChild();
      const itemsJson = await readItemsJson(child);
      assert.equal(await readItemsJson(child), itemsJson);
      itemsJsonOfChildren.add(itemsJson);
    }
    assert.ok(itemsJsonOfChildren.size > 1);
    const child = await createChild();
    await child.start('first-sums');
    const { items } = await child.getTask('first-sums');
    await child.saveAnswers('first-sums', getCorrectAnswers(app, 'first-sums'));
    assert.deepEqual((await child.getTask('first-sums')).items, items);
  });

  it('limits the reported time to the elapsed time and to half an hour', async () => {
    const completeAndGetSeconds = async (reportedSeconds: number | undefined, elapsedSeconds: number) => {
      const child = await createChild();
      await child.start('bundles-of-ten');
      app.advance(elapsedSeconds);
      const body = reportedSeconds === undefined ? {} : { time_spent_seconds: reportedSeconds };
      return (await child.complete('bundles-of-ten', body)).attempt.time_spent_seconds;
    };
    assert.equal(await completeAndGetSeconds(20, 60), 20);
    assert.equal(await completeAndGetSeconds(600, 60), 60);
    assert.equal(await completeAndGetSeconds(DAY, DAY), 1800);
    assert.equal(await completeAndGetSeconds(undefined, 90), 90);
  });

  it('refuses a request in the wrong state with 409, and a request for another child’s attempt with 404', async () => {
    const child = await createChild();
    const complete = (taskId: string, body: object = {}) => child.call('POST', `/app/tasks/${taskId}/complete`, body);
    const getStatusAndReason = async (response: ReturnType<typeof complete>) => {
      const { status, body } = await response;
      return [status, body.error.details.reason];
    };
    assert.deepEqual(await getStatusAndReason(complete('first-sums')), [409, 'not_started']);
    assert.deepEqual(await getStatusAndReason(complete('my-pattern')), [409, 'creative_task']);
    const hintResponse = child.call('POST', '/app/tasks/first-sums/hint', { item_id: 'seven-and-five' });
    assert.deepEqual(await getStatusAndReason(hintResponse), [409, 'not_started']);
    const saveResponse = child.call('PATCH', '/app/tasks/first-sums/attempt', { answers: [] });
    assert.deepEqual(await getStatusAndReason(saveResponse), [409, 'not_started']);
    const { attempt } = await child.startAndComplete('first-sums');
    assert.deepEqual(await getStatusAndReason(complete('first-sums')), [409, 'completed']);
    const openAttempt = await child.start('first-sums');
    const item_id = 'seven-and-five';
    const attemptRequests: ((attempt_id: string) => ReturnType<typeof complete>)[] = [
      (attempt_id) => child.call('PATCH', '/app/tasks/first-sums/attempt', { attempt_id, answers: [] }),
      (attempt_id) => child.call('POST', '/app/tasks/first-sums/hint', { attempt_id, item_id }),
      (attempt_id) => child.call('POST', '/app/tasks/first-sums/answer', { attempt_id, item_id, response: 'twelve' }),
      (attempt_id) => complete('first-sums', { attempt_id }),
    ];
    for (const request of attemptRequests) {
      assert.deepEqual(await getStatusAndReason(request(attempt.id)), [409, 'attempt_over']);
      assert.equal((await request(openAttempt.id)).status, 200);
    }
    assertError(await complete('first-sums', { attempt_id: 'no-such-attempt' }), 404, 'NOT_FOUND');
    const otherChild = await createChild();
    const { id } = await otherChild.start('first-sums');
    assertError(await complete('first-sums', { attempt_id: id }), 404, 'NOT_FOUND');
  });

  it('reports every invalid answer', async () => {
    const child = await createChild();
    await child.start('first-sums');
    const invalidAnswers = [
      { item_id: 'seven-and-five', response: 12 },
      { item_id: 'nine-and-six', response: ['15'] },
      { item_id: 'no-such-item', response: 'x' },
    ];
    const fields = ['answers.0.response', 'answers.1.response', 'answers.2.item_id'];
    const completionResponse = await child.call('POST', '/app/tasks/first-sums/complete', { answers: invalidAnswers });
    assertError(completionResponse, 400, 'VALIDATION_ERROR', fields);
    const saveResponse = await child.call('PATCH', '/app/tasks/first-sums/attempt', { answers: invalidAnswers });
    assertError(saveResponse, 400, 'VALIDATION_ERROR', fields);
    const hintResponse = await child.call('POST', '/app/tasks/first-sums/hint', { item_id: 'no-such-item' });
    assertError(hintResponse, 400, 'VALIDATION_ERROR', ['item_id']);
    assert.equal((await child.getTask('first-sums')).attempt.status, 'in_progress');
  });
});

describe('A completed world', () => {
  testWithApp('awards location and world bonuses and is counted in the stats', async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    for (const taskId of ['bundles-of-ten', 'first-sums', 'market-sums', 'set-the-table'])
      await child.startAndComplete(taskId);
    const result = await child.startAndComplete('tower-locks');
    const amountByReason = new Map(
      result.xp_breakdown.map(({ reason, amount }: { reason: string; amount: number }) => [reason, amount]),
    );
    assert.equal(amountByReason.get('location_completed'), 25);
    assert.equal(amountByReason.get('world_completed'), 100);
    const garden = await child.getWorld('number-garden');
    assert.deepEqual([garden.status, garden.progress_percent, garden.locations_completed], ['completed', 100, 3]);
    // The optional location is not completed: its only task awards 40 XP, and completing the location 25.
    assert.equal(garden.xp_earned, garden.xp_available - 40 - 25);
    const { worlds_completed, locations_completed, tasks_completed, xp_total } = await child.getStats();
    assert.deepEqual([worlds_completed, locations_completed, tasks_completed], [1, 3, 5]);
    const { total } = await app.ctx.db
      .selectFrom('xp_ledger')
      .select(({ fn }) => fn.sum<number>('amount').as('total'))
      .where('profile_id', '=', child.id)
      .executeTakeFirstOrThrow();
    assert.equal(xp_total, Number(total));
    assert.equal(result.next_task_id, 'my-pattern', 'the only task of the world that is not completed');
  });
});

describe('A real-world task that requires review', () => {
  /** Makes the task `tell-it-at-home` require review, and makes its location available to new children. */
  const makeTaskRequireReview = (app: TestApp) => {
    const { current } = app.ctx.content;
    const task = current.tasks.get('tell-it-at-home');
    const bridge = current.locations.get('riddle-bridge');
    assert.ok(task && bridge);
    const tasks = new Map(current.tasks).set(task.id, { ...task, requires_review: true });
    const locations = new Map(current.locations).set(bridge.id, { ...bridge, prerequisite_ids: [] });
    app.ctx.content.current = { ...current, tasks, locations };
  };

  testWithApp('waits for approval and awards XP when it is approved', async (app) => {
    makeTaskRequireReview(app);
    const family = await app.registerFamily();
    const child = createLearningClient(app, family.child);
    const result = await child.startAndComplete('tell-it-at-home', { seconds: 60 });
    assert.deepEqual(
      [result.passed, result.attempt.status, result.task.status],
      [false, 'pending_review', 'pending_review'],
    );
    assert.deepEqual(result.xp_breakdown, [{ reason: 'daily_first', amount: 5 }]);
    assertError(await child.call('POST', '/app/tasks/tell-it-at-home/start'), 409, 'CONFLICT');
    assertError(await child.call('POST', '/app/tasks/tell-it-at-home/complete', {}), 409, 'CONFLICT');
    const { latest_submission } = await child.getTask('tell-it-at-home');
    assert.equal(latest_submission.kind, 'real_world');
    const { id: guardianId } = (await app.call('GET', '/app/users/me', { token: family.parent.token })).body.data;
    const approve = () =>
      reviewSubmission(app.ctx, guardianId, latest_submission.id, { decision: 'approved', text: 'Well told!' });
    await approve();
    assert.equal(await undoReviews(app.ctx, guardianId, [`${latest_submission.id} approved`]), 1);
    assert.deepEqual((await child.getTask('tell-it-at-home')).latest_submission, latest_submission);
    assert.equal((await child.getStats()).xp_total, 5);
    await approve();
    const { status, attempt } = await child.getTask('tell-it-at-home');
    assert.deepEqual([status, attempt.status], ['completed', 'passed']);
    const { xp_total, tasks_completed, tasks_in_progress, total_time_minutes } = await child.getStats();
    assert.deepEqual([xp_total, tasks_completed, tasks_in_progress, total_time_minutes], [20, 1, 0, 1]);
    assert.equal((await child.startAndComplete('tell-it-at-home')).xp_awarded, 2); // practice needs no approval
  });

  testWithApp('is completed immediately if the child has no guardian', async (app) => {
    makeTaskRequireReview(app);
    const child = createLearningClient(app, await app.registerChild());
    const result = await child.startAndComplete('tell-it-at-home');
    assert.deepEqual([result.passed, result.stars, result.task.status, result.xp_awarded], [true, 3, 'completed', 20]);
  });
});

describe('Fifty simultaneous requests', () => {
  const runFiftyTimes = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, send));

  testWithApp('start one attempt', async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    const responses = await runFiftyTimes(() => child.call('POST', '/app/tasks/first-sums/start'));
    const statuses = responses.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(49).fill(200), 201]);
    assert.equal(new Set(responses.map(({ body }) => body.data.id)).size, 1);
    assert.equal(await app.countRows('attempts'), 1);
    assert.equal((await child.getStats()).tasks_in_progress, 1);
  });

  testWithApp('complete a task once and award XP once', async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    await child.start('first-sums');
    const body = { answers: getCorrectAnswers(app, 'first-sums') };
    const responses = await runFiftyTimes(() => child.call('POST', '/app/tasks/first-sums/complete', body));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(49).fill(409)]);
    const { xp_total, tasks_completed, tasks_in_progress } = await child.getStats();
    assert.deepEqual([xp_total, tasks_completed, tasks_in_progress], [30, 1, 0]);
    assert.equal(await app.countRows('xp_ledger'), 3, 'XP for the quiz, a perfect first attempt and the day');
  });
});

describe('A location', () => {
  testWithApp('is completed once when its last two tasks are completed at the same time', async (app) => {
    for (let i = 0; i < 10; i += 1) {
      const child = createLearningClient(app, await app.registerChild());
      await child.start('first-sums');
      await child.start('bundles-of-ten');
      const results = await Promise.all([
        child.complete('first-sums', { answers: getCorrectAnswers(app, 'first-sums') }),
        child.complete('bundles-of-ten'),
      ]);
      const reasons = results.flatMap(({ xp_breakdown }) =>
        xp_breakdown.map(({ reason }: { reason: string }) => reason),
      );
      assert.equal(reasons.filter((reason) => reason === 'location_completed').length, 1);
      assert.equal((await child.getStats()).locations_completed, 1);
    }
  });
});
