import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { buildAttemptTask, computeLearningCounts } from '../../../src/features/learning/index.ts';
import { buildRoundTask } from '../../../src/features/learning/practice/practice-task.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
  listCorrectAnswers,
} from '../../support/learning/learning-client.ts';
import { assertError, assertErrorReason, describeWithApp, testWithApp } from '../../support/test-app.ts';

interface PlannedItem {
  readonly id: string;
  readonly task_id: string;
  readonly item_id: string;
  readonly level?: number;
}

const QUIZ_ID = 'first-sums';
const REPAIR_ID = `repair-${QUIZ_ID}`;

describeWithApp('The way back to a quiz that was failed twice', (app) => {
  before(() => {
    app.ctx.content.current = loadAllPacks();
  });
  const failQuiz = async (child: LearningClient) => {
    await child.call('POST', `/app/tasks/${QUIZ_ID}/start`);
    const unanswered = getCorrectAnswers(app, QUIZ_ID).length - 2;
    return child.complete(QUIZ_ID, { answers: getCorrectAnswers(app, QUIZ_ID, { unansweredCount: unanswered }) });
  };
  const createChildAfterFailures = async () => {
    const child = createLearningClient(app, await app.registerChild());
    await failQuiz(child);
    return { child, completion: await failQuiz(child) };
  };
  /** The plan of the newest round, and correct answers to it. */
  const readRound = async ({ id }: LearningClient) => {
    const { plan, draws } = await app.ctx.db
      .selectFrom('attempts')
      .select(['plan', 'draws'])
      .where('profile_id', '=', id)
      .where('task_id', '=', REPAIR_ID)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    const parsedPlan = JSON.parse(plan) as PlannedItem[];
    const { task, content } = buildRoundTask(app.ctx.content.current, {
      id: REPAIR_ID,
      plan: parsedPlan,
      locale: 'en',
    });
    return { plan: parsedPlan, answers: listCorrectAnswers(buildAttemptTask(content, task, JSON.parse(draws), 'en')) };
  };
  const playRound = async (child: LearningClient, { wrongCount = 0 } = {}) => {
    await child.start(REPAIR_ID);
    const { plan, answers } = await readRound(child);
    const wrong = answers.slice(0, wrongCount).map(({ item_id }) => ({ item_id, response: null }));
    return { plan, completion: await child.complete(REPAIR_ID, { answers: [...wrong, ...answers.slice(wrongCount)] }) };
  };
  const assertNoRound = async (child: LearningClient, reason: string) =>
    assertErrorReason(await child.call('POST', `/app/tasks/${REPAIR_ID}/start`), 409, 'CONFLICT', reason);

  it('leads over five easier items and, three days later, the missed items, and then the quiz is passed', async () => {
    const { child, completion } = await createChildAfterFailures();
    assert.equal(completion.passed, false);
    const { next_task_id } = completion;
    assert.notEqual(next_task_id, QUIZ_ID);
    assert.ok(next_task_id === REPAIR_ID || app.ctx.content.current.tasks.get(next_task_id)?.kind === 'lesson');
    const { title, instructions, status, kind, items, world_id, pass_score } = await child.getTask(REPAIR_ID);
    assert.deepEqual([status, kind, pass_score], ['available', 'quiz', 0]);
    assert.match(title, /^Step by step: /);
    assert.match(instructions, /easier questions/);
    assert.equal(world_id, app.ctx.content.current.tasks.get(QUIZ_ID)?.world_id);
    assert.equal(items.filter((item: { kind: string }) => item.kind !== 'info').length, 5);

    await child.start(REPAIR_ID);
    const unanswered = await child.complete(REPAIR_ID, {});
    assert.equal(unanswered.passed, false, 'a round without answers does not use up the round of the day');
    const easier = await playRound(child);
    const { tasks } = app.ctx.content.current;
    for (const { task_id, level = tasks.get(task_id)?.difficulty ?? 9 } of easier.plan) {
      assert.ok(task_id !== QUIZ_ID && level <= (tasks.get(QUIZ_ID)?.difficulty ?? 0), `${task_id} ${level}`);
    }
    assert.deepEqual([easier.completion.passed, easier.completion.attempt.practice], [true, true]);
    assert.notEqual(easier.completion.next_task_id, QUIZ_ID);
    assert.equal((await child.getTask(QUIZ_ID)).status, 'in_progress');
    await assertNoRound(child, 'unavailable');
    app.advance(DAY);
    await assertNoRound(child, 'unavailable');
    app.advance(2 * DAY);

    const before = await child.getStats();
    const missed = await playRound(child, { wrongCount: 1 });
    const questions = app.ctx.content.current.tasks.get(QUIZ_ID)?.items.filter((item) => item.kind !== 'info') ?? [];
    const missedIds = questions.slice(2).map(({ id }) => id);
    assert.deepEqual(
      missed.plan.map(({ item_id }) => item_id),
      missedIds,
      'only what was missed',
    );
    assert.equal((await child.getTask(QUIZ_ID)).status, 'in_progress');
    app.advance(DAY);
    const last = await playRound(child);
    assert.deepEqual(
      last.plan.map(({ item_id }) => item_id),
      missedIds.slice(0, 1),
      'only what was missed again',
    );
    const { xp_breakdown } = last.completion;
    assert.ok(xp_breakdown.some(({ reason }: { reason: string }) => reason === 'quiz_passed'));
    const quiz = await child.getTask(QUIZ_ID);
    assert.deepEqual([quiz.status, quiz.stars_best, quiz.attempts_count], ['completed', 1, 2]);
    const after = await child.getStats();
    assert.equal(after.tasks_completed - before.tasks_completed, 1);
    await assertNoRound(child, 'completed');
    assert.equal((await child.start(QUIZ_ID)).practice, true, 'the whole quiz can be played for more stars');
    const counts = (await computeLearningCounts(app.ctx, [child.id])).get(child.id);
    assert.deepEqual([counts?.tasks_completed, counts?.tasks_in_progress], [1, 0], 'a repair is no task of its own');
  });

  it('is safe against a second tap, and does not pass a quiz that the child plays by hand meanwhile', async () => {
    const { child } = await createChildAfterFailures();
    const starts = await Promise.all([1, 2, 3, 4].map(() => child.call('POST', `/app/tasks/${REPAIR_ID}/start`)));
    assert.deepEqual(starts.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    const { answers } = await readRound(child);
    const complete = () => child.call('POST', `/app/tasks/${REPAIR_ID}/complete`, { answers });
    assert.deepEqual(
      (await Promise.all([complete(), complete(), complete()])).map(({ status }) => status).sort(),
      [200, 409, 409],
    );
    app.advance(3 * DAY);
    await child.start(REPAIR_ID);
    await child.start(QUIZ_ID); // by hand, as ever
    const round = await readRound(child);
    await child.complete(REPAIR_ID, { answers: round.answers });
    assert.equal((await child.getTask(QUIZ_ID)).status, 'in_progress');
    const passed = await child.complete(QUIZ_ID, { answers: getCorrectAnswers(app, QUIZ_ID) });
    assert.deepEqual([passed.passed, passed.task.status], [true, 'completed']);
  });

  it('does not exist for a quiz that was not failed twice', async () => {
    const child = createLearningClient(app, await app.registerChild());
    for (const id of [REPAIR_ID, 'repair-no-such-quiz', 'repair-']) {
      assertError(await child.call('GET', `/app/tasks/${id}`), 404, 'NOT_FOUND');
      assertError(await child.call('POST', `/app/tasks/${id}/start`), 404, 'NOT_FOUND');
      assertError(await child.call('POST', `/app/tasks/${id}/complete`, {}), 404, 'NOT_FOUND');
    }
  });
});

testWithApp('a quiz without easier items returns as its missed items three days after it was begun', async (app) => {
  const content = app.ctx.content.current;
  const tasks = [...content.tasks].filter(([id, { kind }]) => kind !== 'quiz' || id === QUIZ_ID);
  app.ctx.content.current = { ...content, tasks: new Map(tasks) };
  const child = createLearningClient(app, await app.registerChild());
  const answers = getCorrectAnswers(app, QUIZ_ID);
  for (let i = 0; i < 2; i += 1) {
    await child.start(QUIZ_ID);
    await child.complete(QUIZ_ID, { answers: answers.slice(0, 1) });
  }
  assertErrorReason(await child.call('POST', `/app/tasks/${REPAIR_ID}/start`), 409, 'CONFLICT', 'unavailable');
  app.advance(3 * DAY);
  const { items } = await child.getTask(REPAIR_ID);
  assert.equal(items.length, answers.length - 1);
  await child.start(REPAIR_ID);
  const right = answers.slice(1).map(({ response }, i) => ({ item_id: `i${i + 1}`, response }));
  await child.complete(REPAIR_ID, { answers: right });
  assert.equal((await child.getTask(QUIZ_ID)).status, 'completed');
});
