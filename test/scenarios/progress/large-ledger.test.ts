import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { MINUTE } from '../../../src/core/time/instant.ts';
import { createTodoClient, registerTodoFamily } from '../../support/family/todos.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { assertEach, type TestApp, testWithApp } from '../../support/test-app.ts';

const ROW_COUNT = 200_000;
/** The number of rows inserted by one statement, which finishes within the statement timeout even on a busy machine. */
const ROWS_PER_STATEMENT = 20_000;

/** Adds rows like those of a parent's approvals, which have no time zone. */
async function addApprovals(app: TestApp, childId: string): Promise<void> {
  for (let firstNumber = 1; firstNumber <= ROW_COUNT; firstNumber += ROWS_PER_STATEMENT) {
    const lastNumber = sql.lit(firstNumber + ROWS_PER_STATEMENT - 1);
    await sql`with recursive numbers (n) as (select ${sql.lit(firstNumber)} union all select n + 1 from numbers where n < ${lastNumber})
      insert into xp_ledger (id, profile_id, source, reason, amount, day, zone, at)
      select 'approval ' || n, ${childId}, 'todo ' || n, 'todo_approved', 1, '2026-11-20', null, ${app.ctx.now()}
      from numbers`.execute(app.ctx.database.kysely);
  }
}

const readTimeZone = async (app: TestApp, childId: string) => {
  const totals = app.ctx.db.selectFrom('totals').select('zone').where('profile_id', '=', childId);
  return (await totals.executeTakeFirstOrThrow()).zone;
};

testWithApp('pages of a child with a large ledger do not block the event loop', async (app) => {
  const { child, parent } = await registerTodoFamily(app);
  const lesson = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'lesson');
  await createLearningClient(app, child, 'Pacific/Auckland').startAndComplete(lesson?.id ?? '');
  app.advance(MINUTE);
  await addApprovals(app, child.id);
  const cookie = await app.openPanelSession(parent.token);
  const [listedChild] = (await app.call('GET', '/api/children', { cookie })).body.data;
  assert.equal(listedChild.time_zone, 'Pacific/Auckland');
  const activity = (await app.call('GET', `/api/children/${child.id}/activity`, { cookie })).body.data;
  assertEach(activity[0].xp, 'amount', [10, 5]); // the XP for the lesson and for the first activity of the day
  const pagePaths = ['', '/activity', '/badges', '/settings'].map((tab) => `/panel/children/${child.id}${tab}`);
  for (const path of ['/api/children?per_page=100', '/panel', ...pagePaths]) {
    await assertShortTurns(path, async () => assert.equal((await app.call('GET', path, { cookie })).status, 200));
  }
});

testWithApp('a child’s time zone is that of the last activity, whether or not the activity earned XP', async (app) => {
  const { child, assign, todos, review } = await registerTodoFamily(app);
  await todos.earnDailyBonus();
  assert.equal(await readTimeZone(app, child.id), 'UTC');
  const id = await assign({ xp_reward: 10 });
  await createTodoClient(app, child.token, 'Asia/Tokyo').setStatus(id, 'done');
  assert.equal(await readTimeZone(app, child.id), 'Asia/Tokyo');
  await review(id, 'approved');
  assert.equal(await readTimeZone(app, child.id), 'Asia/Tokyo', 'a parent’s decision does not change the time zone');
});
