import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import {
  type Activity,
  listDailyStats,
  lockTotals,
  recordActivity,
  setListedOnLeaderboards,
} from '../../../src/features/progress/index.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC.

const record = (app: TestApp, profileId: string, activity: Partial<Activity>) =>
  app.ctx.write((ctx) =>
    recordActivity(ctx, { profileId, source: 'task t1', entries: [], timeZone: 'Europe/Kyiv', ...activity }),
  );
const lessonEntries = [{ reason: 'lesson_done', amount: 10 }] as const;
const undoneEntries = [{ reason: 'todo_undone', amount: -12 }] as const;

const listDays = (app: TestApp, id: string, from = '2026-01-01', until = '2027-12-31') =>
  listDailyStats(app.ctx, id, from, until);

async function readPeriodColumns(app: TestApp, id: string) {
  const { week, week_xp, month, month_xp, listed } = await app.ctx.db
    .selectFrom('totals')
    .selectAll()
    .where('profile_id', '=', id)
    .executeTakeFirstOrThrow();
  return [week, week_xp, month, month_xp, listed];
}

testWithApp('XP, tasks and time are stored for each local day', async (app) => {
  const { id } = await app.registerChild();
  const otherChild = await app.registerChild();
  await record(app, id, { entries: lessonEntries, counts: { tasks_completed: 1, seconds: 90 } });
  await record(app, id, { entries: lessonEntries, counts: { tasks_completed: 1, seconds: 90 } }); // a repetition
  await record(app, id, { source: 'task t2', entries: lessonEntries, counts: { tasks_completed: 1, seconds: 30 } });
  await record(app, id, { source: 'task t3', counts: { tasks_in_progress: 1 } }); // not part of the daily stats
  await record(app, otherChild.id, { entries: lessonEntries, timeZone: null });
  const friday = { day: '2026-11-20', xp: 25, tasks: 2, seconds: 120, active: true };
  assert.deepEqual(await listDays(app, id), [friday]);
  assert.deepEqual(await listDays(app, otherChild.id), [{ ...friday, xp: 10, tasks: 0, seconds: 0, active: false }]);

  app.advance(15 * HOUR); // 23:00 UTC, 01:00 on the 21st in Kyiv
  await record(app, id, { source: 'task t4', entries: lessonEntries });
  const saturday = { day: '2026-11-21', xp: 15, tasks: 0, seconds: 0, active: true };
  assert.deepEqual(await listDays(app, id), [friday, saturday]);
  assert.deepEqual(await listDays(app, id, '2026-11-21'), [saturday]);
  assert.deepEqual(await listDays(app, id, '2026-01-01', '2026-11-20'), [friday]);
});

testWithApp('weekly XP is reset on Monday and monthly XP on the first, at midnight UTC', async (app) => {
  const { id } = await app.registerChild();
  await record(app, id, { entries: lessonEntries });
  assert.deepEqual(await readPeriodColumns(app, id), ['2026-11-16', 15, '2026-11', 15, 0]);
  app.advance(2 * DAY + 15 * HOUR); // Sunday 23:00 UTC, already Monday in Kyiv
  await record(app, id, { source: 'task t2', entries: lessonEntries });
  assert.deepEqual(await readPeriodColumns(app, id), ['2026-11-16', 30, '2026-11', 30, 0]);
  app.advance(HOUR);
  await record(app, id, { source: 'task t3', entries: lessonEntries });
  assert.deepEqual(await readPeriodColumns(app, id), ['2026-11-23', 10, '2026-11', 40, 0]);
  app.advance(8 * DAY); // Tuesday, 1 December
  await record(app, id, { source: 'task t4', counts: { seconds: 60 }, timeZone: null });
  assert.deepEqual(
    (await readPeriodColumns(app, id))[0],
    '2026-11-23',
    'an activity without XP does not start a new week',
  );
  await record(app, id, { source: 'task t5', entries: lessonEntries });
  assert.deepEqual(await readPeriodColumns(app, id), ['2026-11-30', 15, '2026-12', 15, 0]);
});

testWithApp('a day’s XP is never shown below zero', async (app) => {
  const { id } = await app.registerChild();
  await record(app, id, { entries: [{ reason: 'todo_own', amount: 12 }], counts: { tasks_completed: 1 } });
  app.advance(DAY);
  await record(app, id, { entries: undoneEntries, counts: { tasks_completed: -1 }, timeZone: null });
  const [, saturday] = await listDays(app, id);
  assert.deepEqual(saturday, { day: '2026-11-21', xp: 0, tasks: 0, seconds: 0, active: false });
  await record(app, id, { source: 'task t2', entries: [{ reason: 'lesson_done', amount: 20 }], timeZone: null });
  assert.equal((await listDays(app, id))[1]?.xp, 8, 'the 12 XP undone after midnight are subtracted from the 20 XP');
});

testWithApp('of fifty concurrent activities, ten of them repeated, forty count in all period totals', async (app) => {
  const { id } = await app.registerChild();
  const activity = { entries: lessonEntries, counts: { tasks_completed: 1, seconds: 3 } };
  await Promise.all(Array.from({ length: 50 }, (_, i) => record(app, id, { source: `task ${i % 40}`, ...activity })));
  assert.deepEqual(await listDays(app, id), [{ day: '2026-11-20', xp: 405, tasks: 40, seconds: 120, active: true }]);
  assert.deepEqual(await readPeriodColumns(app, id), ['2026-11-16', 405, '2026-11', 405, 0]);
});

testWithApp('one activity can create ledger entries with different sources, each once', async (app) => {
  const { id } = await app.registerChild();
  const entries = [
    { reason: 'lesson_done', amount: 10 },
    { reason: 'location_completed', amount: 25, source: 'location old-tower' },
    { reason: 'location_completed', amount: 25, source: 'location gate' },
  ] as const;
  const award = await record(app, id, { entries });
  assert.equal(award.xp_awarded, 65);
  assert.deepEqual(award.xp_breakdown[1], { reason: 'location_completed', amount: 25 });
  const rows = await app.ctx.db.selectFrom('xp_ledger').select(['source', 'reason']).execute();
  assert.deepEqual(rows.map(({ source, reason }) => `${reason}: ${source}`).sort(), [
    'daily_first: day 2026-11-20',
    'lesson_done: task t1',
    'location_completed: location gate',
    'location_completed: location old-tower',
  ]);
  const laterAward = await record(app, id, { source: 'task t2', entries: [entries[0], entries[1]] });
  assert.deepEqual(
    laterAward.xp_breakdown,
    [{ reason: 'lesson_done', amount: 10 }],
    'the old tower has already awarded XP',
  );
});

testWithApp('a child can be listed on leaderboards before the first activity', async (app) => {
  const { id } = await app.registerChild();
  await app.ctx.write((ctx) => setListedOnLeaderboards(ctx, id, true));
  assert.deepEqual(await readPeriodColumns(app, id), [null, 0, null, 0, 1]);
  await record(app, id, { entries: lessonEntries });
  assert.deepEqual(await readPeriodColumns(app, id), ['2026-11-16', 15, '2026-11', 15, 1]);
  await app.ctx.write((ctx) => setListedOnLeaderboards(ctx, id, false));
  assert.equal((await readPeriodColumns(app, id))[4], 0);
});

testWithApp('lockTotals serializes transactions of one profile', async (app) => {
  const { id } = await app.registerChild();
  const events: string[] = [];
  const runWithLock = (name: string) =>
    app.ctx.write(async (ctx) => {
      await lockTotals(ctx, id);
      events.push(`${name} in`);
      await ctx.db.selectFrom('totals').selectAll().execute();
      events.push(`${name} out`);
    });
  await Promise.all(['a', 'b', 'c', 'd'].map(runWithLock));
  for (let i = 0; i < events.length; i += 2) assert.equal(events[i + 1], events[i]?.replace('in', 'out'));
});
