import assert from 'node:assert/strict';
import { createPseudoRandom } from '../../../src/core/pseudo-random.ts';
import { HOUR } from '../../../src/core/time/instant.ts';
import { computeLearningCounts, rebuildRatings } from '../../../src/features/learning/index.ts';
import { computeLevel, rebuildTotals } from '../../../src/features/progress/index.ts';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const TIME_ZONES = ['Europe/Kyiv', 'America/Mexico_City', 'Asia/Kathmandu'];

testWithApp('after weeks of random learning, totals match ledger and attempts, or are repaired', async (app) => {
  const randomBelow = createPseudoRandom(20_261_121); // an arbitrary seed
  const children: LearningClient[] = [];
  for (const timeZone of TIME_ZONES) children.push(createLearningClient(app, await app.registerChild(), timeZone));
  for (let i = 0; i < 120; i += 1) {
    await Promise.all(
      // Only one of a child's two actions completes a task: ratings follow from the order of completions, which one instant does not give.
      children.flatMap((child) => [
        runRandomAction(app, child, randomBelow, 8),
        runRandomAction(app, child, randomBelow, FIRST_COMPLETION),
      ]),
    );
    if (i === 60) makeTasksHarder(app);
    app.advance(randomBelow(5) === 0 ? randomBelow(24) * HOUR : randomBelow(HOUR));
  }
  const totals = await app.ctx.db.selectFrom('totals').selectAll().execute();
  assert.ok(totals.every(({ tasks_completed, total_time_seconds }) => tasks_completed > 3 && total_time_seconds > 60));
  const findDifferences = () =>
    Array.fromAsync(rebuildTotals(app.ctx.database, { dryRun: true, counters: [computeLearningCounts] }));
  assert.deepEqual(await findDifferences(), []);
  for (const { token } of children) {
    const { body } = await app.call('GET', '/app/users/me/stats', { token });
    const { levels } = app.ctx.content.current;
    assert.equal(body.data.level, computeLevel(body.data.xp_total, levels.length).level);
  }
  const [firstTotals] = totals;
  assert.ok(firstTotals);
  const wrongTotals = {
    tasks_completed: 99,
    tasks_in_progress: 7,
    worlds_completed: 5,
    perfect_quizzes: 0,
    total_time_seconds: 1,
  };
  await app.ctx.write(({ db }) =>
    db.updateTable('totals').set(wrongTotals).where('profile_id', '=', firstTotals.profile_id).execute(),
  );
  const wrongColumns = (await findDifferences()).map(({ column }) => column).sort();
  assert.deepEqual(
    wrongColumns,
    Object.keys(wrongTotals)
      .filter(
        (column) => firstTotals[column as keyof typeof wrongTotals] !== wrongTotals[column as keyof typeof wrongTotals],
      )
      .sort(),
  );
  await Array.fromAsync(rebuildTotals(app.ctx.database, { dryRun: false, counters: [computeLearningCounts] }));
  assert.deepEqual(await findDifferences(), []);
  const repairedTotals = await app.ctx.db
    .selectFrom('totals')
    .selectAll()
    .where('profile_id', '=', firstTotals.profile_id)
    .executeTakeFirst();
  assert.deepEqual(repairedTotals, firstTotals);

  // The ratings follow from the stored answers, although the tasks have other difficulties now, and the child another age.
  const findRatingDifferences = () => Array.fromAsync(rebuildRatings(app.ctx.database, { dryRun: true }));
  const readMemories = () =>
    app.ctx.db.selectFrom('memories').selectAll().orderBy('profile_id').orderBy('subject').execute();
  await app.ctx.write(({ db }) => db.updateTable('profiles').set({ birth_year: 2012 }).execute());
  assert.deepEqual(await findRatingDifferences(), []);
  const memories = await readMemories();
  const rated = memories.filter(({ asked }) => asked > 0);
  assert.ok(rated.some(({ asked, subject }) => asked > 20 && subject.startsWith('@')));
  await app.ctx.write(({ db }) => db.updateTable('memories').set({ ability: 9 }).where('asked', '>', 0).execute());
  assert.equal((await findRatingDifferences()).length, rated.length);
  await Array.fromAsync(rebuildRatings(app.ctx.database, { dryRun: false }));
  assert.deepEqual(await readMemories(), memories);
  // A rating that more answers have changed than are stored cannot be computed, so it stays.
  await app.ctx.write(({ db }) => db.updateTable('memories').set({ ability: 9, asked: 1000 }).execute());
  assert.deepEqual(await findRatingDifferences(), []);
});

/** Actions with this number or a greater one complete a task. */
const FIRST_COMPLETION = 3;

function makeTasksHarder(app: TestApp): void {
  const { content } = app.ctx;
  const tasks = [...content.current.tasks.values()].map((task) => [task.id, { ...task, difficulty: 5 }] as const);
  content.current = { ...content.current, tasks: new Map(tasks) };
}

/** Performs one of the first actions of a child, most of which complete a task. The service may refuse it. */
async function runRandomAction(
  app: TestApp,
  child: LearningClient,
  randomBelow: (limit: number) => number,
  actions: number,
): Promise<void> {
  const taskIds = [...app.ctx.content.current.tasks.keys()];
  const taskId = taskIds[randomBelow(taskIds.length)] ?? '';
  const answers = getCorrectAnswers(app, taskId).map((answer) =>
    randomBelow(4) === 0 ? { ...answer, response: null } : answer,
  );
  const [firstAnswer] = answers;
  const actionNumber = randomBelow(actions);
  if (actionNumber === 0 && firstAnswer)
    await child.call('POST', `/app/tasks/${taskId}/hint`, { item_id: firstAnswer.item_id });
  else if (actionNumber === 1) await child.call('PATCH', `/app/tasks/${taskId}/attempt`, { answers });
  else if (actionNumber < FIRST_COMPLETION) await child.call('POST', `/app/tasks/${taskId}/start`);
  else {
    await child.call('POST', `/app/tasks/${taskId}/start`);
    const response = await child.call('POST', `/app/tasks/${taskId}/complete`, {
      answers,
      time_spent_seconds: 10 + randomBelow(90),
    });
    assert.ok(response.status < 500, response.text);
  }
}
