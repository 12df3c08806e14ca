import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Content, Task } from '../../../src/content/index.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp } from '../../support/test-app.ts';

const QUIZ_IDS = ['first-sums', 'counting-in-the-clearing', 'nat-living-or-not'];

interface ItemResponse {
  readonly id: string;
  readonly kind: string;
  readonly prompt: string;
  readonly hints_available: number;
}

describeWithApp('The daily practice', (app) => {
  before(() => {
    app.ctx.content.current = loadAllPacks();
  });
  const getTodaysPractice = async (child: LearningClient, timeZone = 'UTC') => {
    const headers = { 'x-timezone': timeZone };
    const response = await app.call('GET', '/app/practice/today', { token: child.token, headers });
    assert.equal(response.status, 200, response.text);
    return response.body.data;
  };
  /** A child who completed three quizzes `days` days ago and answered the items `wrongItemIds` wrongly. */
  const createChildAfterQuizzes = async (days = 4, wrongItemIds: readonly string[] = []) => {
    const child = createLearningClient(app, await app.registerChild());
    for (const taskId of QUIZ_IDS) {
      await child.start(taskId);
      const answers = getCorrectAnswers(app, taskId).filter(({ item_id }) => !wrongItemIds.includes(item_id));
      const wrongAnswers = wrongItemIds.flatMap((itemId) => listWrongAnswers(taskId, itemId));
      await child.complete(taskId, { answers: [...answers, ...wrongAnswers] });
    }
    app.advance(days * DAY);
    return child;
  };
  /** Returns a wrong answer to an item if the item belongs to the task. */
  const listWrongAnswers = (taskId: string, itemId: string) =>
    app.ctx.content.current.tasks.get(taskId)?.items.some((item) => item.id === itemId)
      ? [{ item_id: itemId, response: '0' }]
      : [];
  /** Reads the plan of the newest attempt at a practice: its items and the tasks that they come from. */
  const getPlan = async (child: LearningClient, taskId: string) => {
    const rows = await app.ctx.db
      .selectFrom('attempts')
      .select(['plan', 'number'])
      .where('profile_id', '=', child.id)
      .where('task_id', '=', taskId)
      .orderBy('number', 'desc')
      .execute();
    return JSON.parse(rows[0]?.plan ?? '[]') as { id: string; task_id: string; item_id: string }[];
  };
  /** Creates an answer to each item that depends only on the kind of the item, so most of the answers are wrong. */
  const createArbitraryAnswers = (items: readonly ItemResponse[]) =>
    items.map(({ id, kind }) => {
      const responseByKind: Record<string, unknown> = {
        numeric: 1,
        multiple_choice: [],
        sequencing: [],
        matching: {},
        categorize: {},
        hotspot: { x: 0, y: 0 },
        trace: { strokes: [] },
      };
      const response = responseByKind[kind] ?? 'o1';
      return { item_id: id, response };
    });
  const complete = (child: LearningClient, taskId: string, body: object) =>
    child.call('POST', `/app/tasks/${taskId}/complete`, body);

  it('is not available to a child who has learned nothing yet', async () => {
    const child = createLearningClient(app, await app.registerChild());
    const { task_id, status, items_total } = await getTodaysPractice(child);
    assert.deepEqual([status, items_total], ['unavailable', 0]);
    assertError(await child.call('GET', `/app/tasks/${task_id}`), 404, 'NOT_FOUND');
    assertError(await child.call('POST', `/app/tasks/${task_id}/start`), 409, 'CONFLICT');
  });

  it('has five to eight items, one of which is new, and awards XP once', async () => {
    const child = await createChildAfterQuizzes(2);
    const practice = await getTodaysPractice(child);
    assert.equal(practice.status, 'available');
    assert.ok(practice.items_total >= 5 && practice.items_total <= 8, `${practice.items_total} items`);
    assert.ok(practice.due >= 4);
    const unstartedTask = await child.getTask(practice.task_id);
    assert.deepEqual([unstartedTask.kind, unstartedTask.status, unstartedTask.xp_reward], ['quiz', 'available', 10]);
    assert.match(unstartedTask.character.happy_url, /\/pictures\/\w+-happy\.svg/);
    const attempt = await child.start(practice.task_id);
    assert.deepEqual([attempt.practice, attempt.number], [true, 1]);
    const startedTask = await child.getTask(practice.task_id);
    assert.deepEqual(
      startedTask.items.map(({ prompt }: ItemResponse) => prompt),
      unstartedTask.items.map(({ prompt }: ItemResponse) => prompt),
    );
    const plan = await getPlan(child, practice.task_id);
    const sourceTasks = plan.map(({ task_id }) => app.ctx.content.current.tasks.get(task_id));
    assert.ok(sourceTasks.some((task) => QUIZ_IDS.includes(task?.id ?? '')));
    const knownSkills = QUIZ_IDS.flatMap((id) => app.ctx.content.current.tasks.get(id)?.skills ?? []);
    const isNew = (task: Task | undefined) => !task?.skills.some((skill) => knownSkills.includes(skill));
    assert.equal(sourceTasks.filter(isNew).length, 1, 'one item of a new skill');
    assert.equal(new Set(plan.map(({ task_id, item_id }) => `${task_id}/${item_id}`)).size, plan.length);

    const answers = createArbitraryAnswers(startedTask.items);
    const result = await child.complete(practice.task_id, { answers });
    assert.equal(result.passed, true, 'answering is enough, even if most answers are wrong');
    assert.ok(
      result.xp_breakdown.some(
        ({ reason, amount }: { reason: string; amount: number }) => reason === 'daily_practice' && amount === 10,
      ),
    );
    assert.equal(result.task.status, 'completed');
    assertError(await complete(child, practice.task_id, {}), 409, 'CONFLICT');
    const { status, rounds_completed, xp_reward } = await getTodaysPractice(child);
    assert.deepEqual([status, rounds_completed, xp_reward], ['completed', 1, 0]);
    const records = await app.ctx.db
      .selectFrom('item_records')
      .select(['task_id', 'item_id'])
      .where('profile_id', '=', child.id)
      .where('task_id', 'like', 'practice-%')
      .execute();
    assert.deepEqual(records, [], 'the records name the tasks that the items come from');
    const memories = await app.ctx.db
      .selectFrom('memories')
      .select('subject')
      .where('profile_id', '=', child.id)
      .where('reviewed_on', '=', practice.day)
      .execute();
    assert.ok(memories.length >= plan.length, 'missed items and all their skills have been reviewed');
  });

  it('includes items that were answered wrongly', async () => {
    const child = await createChildAfterQuizzes(1, ['nine-and-six']);
    const { task_id } = await getTodaysPractice(child);
    await child.start(task_id);
    const plan = await getPlan(child, task_id);
    assert.ok(plan.some(({ item_id }) => item_id === 'nine-and-six'));
  });

  it('gives grades and hints, and can be resumed like any other task', async () => {
    const child = await createChildAfterQuizzes();
    const { task_id } = await getTodaysPractice(child);
    await child.start(task_id);
    const { items }: { items: ItemResponse[] } = await child.getTask(task_id);
    const item = items.find(({ hints_available }) => hints_available > 0);
    assert.ok(item, 'the items are chosen at random, and most have hints');
    assert.equal((await child.takeHint(task_id, item.id)).hints.length, 1);
    const [answer] = createArbitraryAnswers([item]);
    const grade = await child.answer(task_id, item.id, answer?.response);
    assert.ok(grade.feedback);
    assert.equal((await getTodaysPractice(child)).items_answered, 1);
    const resumed = await child.startAgain(task_id);
    assert.equal(resumed.answers_graded.length, 1);
    assert.deepEqual((await child.getTask(task_id)).items, items);
    assertError(
      await child.call('POST', `/app/tasks/${task_id}/answer`, { item_id: 'i99', response: 'o1' }),
      400,
      'VALIDATION_ERROR',
    );
  });

  it('has one attempt and awards XP once, even if it is started and completed several times simultaneously', async () => {
    const child = await createChildAfterQuizzes();
    const { task_id } = await getTodaysPractice(child);
    const startResponses = await Promise.all([1, 2, 3, 4].map(() => child.call('POST', `/app/tasks/${task_id}/start`)));
    assert.deepEqual(startResponses.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal(new Set(startResponses.map(({ body }) => body.data.id)).size, 1);
    const answers = createArbitraryAnswers((await child.getTask(task_id)).items);
    const completionResponses = await Promise.all([1, 2, 3].map(() => complete(child, task_id, { answers })));
    assert.deepEqual(completionResponses.map(({ status }) => status).sort(), [200, 409, 409]);
    const rows = await app.ctx.db
      .selectFrom('xp_ledger')
      .select('amount')
      .where('profile_id', '=', child.id)
      .where('reason', '=', 'daily_practice')
      .execute();
    assert.equal(rows.length, 1);
  });

  it('includes the info item that a question is about, and needs no answer to the info item', async () => {
    const content = app.ctx.content.current;
    try {
      // Makes all locations available, because the task of this test is in a locked one.
      const locations = [...content.locations].map(
        ([id, location]) => [id, { ...location, prerequisite_ids: [] }] as const,
      );
      app.ctx.content.current = { ...content, locations: new Map(locations) };
      const child = await createChildAfterQuizzes();
      await child.start('life-colour-lab');
      await child.complete('life-colour-lab', { answers: getCorrectAnswers(app, 'life-colour-lab') });
      app.advance(2 * DAY);
      const { task_id, items_total } = await getTodaysPractice(child);
      await child.start(task_id);
      const { items }: { items: ItemResponse[] } = await child.getTask(task_id);
      const infoItem = items.find(({ kind }) => kind === 'info');
      assert.ok(infoItem?.prompt, 'the practice includes a question about an info item');
      assert.equal(items_total, items.length - 1);
      const answers = createArbitraryAnswers(items.filter(({ kind }) => kind !== 'info'));
      const result = await child.complete(task_id, { answers });
      assert.equal(result.items.length, items_total);
      const memories = await app.ctx.db
        .selectFrom('memories')
        .select('subject')
        .where('profile_id', '=', child.id)
        .where('subject', '=', 'life-colour-lab/how')
        .execute();
      assert.deepEqual(memories, [], 'an info item has no memory');
    } finally {
      app.ctx.content.current = content;
    }
  });

  it('awards no XP when fewer than half of the items were answered, and can be started at most five times', async () => {
    const child = await createChildAfterQuizzes();
    const { task_id, items_total } = await getTodaysPractice(child);
    await child.start(task_id);
    const { items }: { items: ItemResponse[] } = await child.getTask(task_id);
    const answers = createArbitraryAnswers(items.filter(({ kind }) => kind !== 'info'));
    const tooFewAnswers = answers.slice(0, Math.ceil(items_total / 2) - 1);
    const failedResult = await child.complete(task_id, { answers: tooFewAnswers });
    assert.deepEqual([failedResult.passed, failedResult.xp_awarded], [false, 0]);
    for (let number = 2; number <= 5; number += 1) {
      assert.equal((await child.start(task_id)).number, number);
      await child.complete(task_id, {});
    }
    assertError(await child.call('POST', `/app/tasks/${task_id}/start`), 409, 'CONFLICT');
    const { perfect_quizzes } = await app.ctx.db
      .selectFrom('totals')
      .select('perfect_quizzes')
      .where('profile_id', '=', child.id)
      .executeTakeFirstOrThrow();
    assert.equal(perfect_quizzes, 3, 'only the three quizzes of `createChildAfterQuizzes` count');
  });

  it('uses the day in the time zone of the child, and can be finished until the end of the next day', async () => {
    const child = await createChildAfterQuizzes();
    app.advance(DAY - ((Date.parse(app.ctx.now()) / 1000) % DAY) + 11 * HOUR); // to 11:00 UTC, when the next day has begun in Auckland
    const practiceInUtc = await getTodaysPractice(child);
    const practiceInAuckland = await getTodaysPractice(child, 'Pacific/Auckland');
    assert.ok(practiceInAuckland.task_id > practiceInUtc.task_id, 'the ids end with the date');
    await child.start(practiceInAuckland.task_id);
    app.advance(2 * DAY); // in UTC, the time zone of the requests below, the practice is now one day old
    const { items } = await child.getTask(practiceInAuckland.task_id);
    assert.equal(
      (await child.complete(practiceInAuckland.task_id, { answers: createArbitraryAnswers(items) })).passed,
      true,
    );
    const nextPractice = await getTodaysPractice(child);
    await child.start(nextPractice.task_id);
    app.advance(3 * DAY);
    assertError(await complete(child, nextPractice.task_id, {}), 409, 'CONFLICT');
    assertError(await child.call('POST', `/app/tasks/${practiceInUtc.task_id}/start`), 409, 'CONFLICT');
    assertError(await child.call('POST', '/app/tasks/practice-2090-01-01/start'), 404, 'NOT_FOUND');
    assertError(await child.call('GET', '/app/tasks/practice-2090-01-01'), 404, 'NOT_FOUND');
    assertError(await child.call('POST', '/app/tasks/practice-2026-02-31/start'), 404, 'NOT_FOUND');
  });

  it('continues without the items of a world that has been removed', async () => {
    const child = await createChildAfterQuizzes();
    const { task_id } = await getTodaysPractice(child);
    await child.start(task_id);
    const plan = await getPlan(child, task_id);
    const content = app.ctx.content.current;
    try {
      app.ctx.content.current = removeWorld(content, 'nature-and-body');
      const { items } = await child.getTask(task_id);
      const remainingPlan = plan.filter((planned) => app.ctx.content.current.tasks.has(planned.task_id));
      assert.ok(remainingPlan.length < plan.length, 'the practice had an item of that world');
      assert.deepEqual(
        items.map(({ id }: ItemResponse) => id),
        remainingPlan.map(({ id }) => id),
      );
      const result = await child.complete(task_id, { answers: createArbitraryAnswers(items) });
      assert.equal(result.items.length, remainingPlan.length);
    } finally {
      app.ctx.content.current = content;
    }
  });

  it('has only items in the language of the child', async () => {
    const child = await createChildAfterQuizzes();
    const content = app.ctx.content.current;
    try {
      const worlds = new Map(content.worlds);
      // Two of the three worlds in which the child has completed a quiz remain in the child's language.
      const readableWorldIds = ['number-garden', 'numberwood'];
      for (const world of worlds.values())
        if (!readableWorldIds.includes(world.id)) worlds.set(world.id, { ...world, languages: ['uk'] });
      app.ctx.content.current = { ...content, worlds };
      const { task_id } = await getTodaysPractice(child);
      await child.start(task_id);
      const plan = await getPlan(child, task_id);
      const sourceWorldIds = new Set(plan.map((planned) => content.tasks.get(planned.task_id)?.world_id));
      assert.ok(plan.length >= 5);
      assert.deepEqual(
        [...sourceWorldIds].filter((id) => !readableWorldIds.includes(id ?? '')),
        [],
      );
    } finally {
      app.ctx.content.current = content;
    }
  });
});

/** The content after a world was removed from its pack. */
function removeWorld(content: Content, worldId: string): Content {
  const removeWorldFrom = <T extends { readonly id: string; readonly world_id?: string }>(
    map: ReadonlyMap<string, T>,
  ) => new Map([...map].filter(([id, { world_id }]) => id !== worldId && world_id !== worldId));
  return {
    ...content,
    worlds: removeWorldFrom(content.worlds),
    locations: removeWorldFrom(content.locations),
    tasks: removeWorldFrom(content.tasks),
  };
}
