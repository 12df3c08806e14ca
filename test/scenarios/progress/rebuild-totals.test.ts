import assert from 'node:assert/strict';
import { createPseudoRandom } from '../../../src/core/pseudo-random.ts';
import { HOUR } from '../../../src/core/time/instant.ts';
import {
  rebuildTotals,
  recordActivity,
  type TotalsDifference,
  type XpReason,
} from '../../../src/features/progress/index.ts';
import { runCommand } from '../../support/service/process.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const TIME_ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu', null] as const;
const LEDGER_ENTRIES: readonly { readonly reason: XpReason; readonly amount: number }[] = [
  { reason: 'quiz_passed', amount: 24 },
  { reason: 'quiz_improved', amount: 8 },
  { reason: 'lesson_done', amount: 10 },
  { reason: 'practice', amount: 2 },
  { reason: 'todo_undone', amount: -2 },
  { reason: 'world_completed', amount: 100 },
];

/** Records batches of concurrent random activities, hours and days apart: new ones, repetitions and undone to-dos. */
async function recordRandomActivities(app: TestApp, childIds: readonly string[], batchCount: number): Promise<void> {
  const randomBelow = createPseudoRandom(20_261_120); // an arbitrary seed
  const pick = <T>(choices: readonly T[]) => choices[randomBelow(choices.length)] as T; // the list is not empty
  for (let i = 0; i < batchCount; i += 1) {
    const activities = Array.from({ length: 1 + randomBelow(6) }, () => ({
      profileId: pick(childIds),
      source: `task ${randomBelow(batchCount)}`,
      entries: Array.from({ length: randomBelow(3) }, () => pick(LEDGER_ENTRIES)),
      timeZone: pick(TIME_ZONES),
      counts: { tasks_completed: randomBelow(2), perfect_quizzes: randomBelow(2), seconds: randomBelow(300) },
    }));
    await Promise.all(activities.map((activity) => app.ctx.write((ctx) => recordActivity(ctx, activity))));
    app.advance(randomBelow(4) === 0 ? randomBelow(90) * HOUR : randomBelow(3 * HOUR));
  }
}

/** Rebuilds the totals, or only compares them in a dry run. Returns the differences. */
async function rebuild(app: TestApp, options: { readonly dryRun: boolean }): Promise<TotalsDifference[]> {
  return Array.fromAsync(rebuildTotals(app.ctx.database, options));
}

testWithApp('after random activities, totals match the ledger; wrong totals are found and repaired', async (app) => {
  const childIds: string[] = [];
  for (let i = 0; i < 5; i += 1) childIds.push((await app.registerChild()).id);
  await app.registerParent();
  await recordRandomActivities(app, childIds, 150);
  assert.ok((await app.countRows('xp_ledger')) > 200);
  assert.ok((await app.countRows('earned_badges')) > 10);
  for (const dryRun of [true, false]) {
    await app.assertRowChanges({}, async () => assert.deepEqual(await rebuild(app, { dryRun }), []));
  }
  const readTotals = () => app.ctx.db.selectFrom('totals').selectAll().orderBy('profile_id').execute();
  const intactTotals = await readTotals();

  const [firstId = '', secondId = ''] = intactTotals.map(({ profile_id }) => profile_id);
  await app.ctx.write(async ({ db }) => {
    const wrongTotals = { xp_total: 7, badges_count: 99, days_active: 0, streak_last_date: '2031-01-01' };
    await db.updateTable('totals').set(wrongTotals).where('profile_id', '=', firstId).execute();
    const otherWrongTotals = { xp_total: -1, week: '2026-11-16', month_xp: 3 };
    await db.updateTable('totals').set(otherWrongTotals).where('profile_id', '=', secondId).execute();
  });
  const differences = await rebuild(app, { dryRun: true });
  assert.deepEqual(
    differences.map(({ profileId, column, stored }) => [profileId, column, stored]),
    [
      [firstId, 'xp_total', 7],
      [firstId, 'badges_count', 99],
      [firstId, 'days_active', 0],
      [firstId, 'streak_last_date', '2031-01-01'],
      [secondId, 'xp_total', -1],
      [secondId, 'week', '2026-11-16'],
      [secondId, 'month_xp', 3],
    ],
  );
  assert.deepEqual(await rebuild(app, { dryRun: true }), differences, 'a dry run repairs nothing');
  assert.deepEqual(await rebuild(app, { dryRun: false }), differences);
  assert.deepEqual(await readTotals(), intactTotals);
  assert.deepEqual(await rebuild(app, { dryRun: true }), []);
});

testWithApp('wrong, missing and unexpected days are found and repaired from the ledger', async (app) => {
  const childIds: string[] = [];
  for (let i = 0; i < 3; i += 1) childIds.push((await app.registerChild()).id);
  await recordRandomActivities(app, childIds, 60);
  const readDays = () =>
    app.ctx.db.selectFrom('progress_days').selectAll().orderBy('profile_id').orderBy('day').execute();
  const intactDays = await readDays();
  const [changedDay, deletedDay] = intactDays.filter(({ xp, active }) => xp > 0 && active === 1);
  assert.ok(changedDay && deletedDay);
  await app.ctx.write(async ({ db }) => {
    const wrongValues = { xp: changedDay.xp + 9, active: 0 };
    const update = db.updateTable('progress_days').where('profile_id', '=', changedDay.profile_id);
    await update.set(wrongValues).where('day', '=', changedDay.day).execute();
    const deletion = db.deleteFrom('progress_days').where('profile_id', '=', deletedDay.profile_id);
    await deletion.where('day', '=', deletedDay.day).execute();
    const unexpectedDay = { ...changedDay, day: '2031-01-01', xp: 4, active: 0 };
    await db.insertInto('progress_days').values(unexpectedDay).execute();
  });
  const differences = await rebuild(app, { dryRun: true });
  assert.deepEqual(
    differences.map(({ column, stored, derived }) => `${column}: ${stored} ${derived}`).sort(),
    [
      `day ${changedDay.day} active: 0 1`,
      `day ${changedDay.day} xp: ${changedDay.xp + 9} ${changedDay.xp}`,
      `day ${deletedDay.day} active: 0 1`,
      `day ${deletedDay.day} xp: 0 ${deletedDay.xp}`,
      'day 2031-01-01 xp: 4 0',
    ].sort(),
  );
  assert.deepEqual(await rebuild(app, { dryRun: false }), differences);
  assert.deepEqual(await rebuild(app, { dryRun: true }), []);
  const toComparable = (rows: typeof intactDays) =>
    rows.filter(({ day }) => day < '2031').map(({ profile_id, day, xp, active }) => [profile_id, day, xp, active]);
  assert.deepEqual(toComparable(await readDays()), toComparable(intactDays));
});

testWithApp('deleted totals are restored from the ledger', async (app) => {
  const { id, token } = await app.registerChild();
  const entries = [{ reason: 'lesson_done', amount: 60 }] as const;
  await app.ctx.write((ctx) =>
    recordActivity(ctx, { profileId: id, source: 'task 1', entries, timeZone: 'UTC', counts: { tasks_completed: 1 } }),
  );
  await app.ctx.write(({ db }) => db.deleteFrom('totals').where('profile_id', '=', id).execute());
  assert.equal((await rebuild(app, { dryRun: false })).length, 8, 'eight columns are not zero');
  const { body } = await app.call('GET', '/app/users/me/stats', { token });
  assert.deepEqual([body.data.xp_total, body.data.level, body.data.badges_count], [65, 2, 1]);
});

testWithApp('rebuild-totals prints differences, and --check sets the exit code', async (app) => {
  if (app.database === 'sqlite') return; // this process has locked the SQLite file
  const { id } = await app.registerChild();
  await app.ctx.write((ctx) => recordActivity(ctx, { profileId: id, source: 'task 1', entries: [], timeZone: 'UTC' }));
  const { databaseUrl, dataDir } = app.ctx.settings;
  const runRebuildCommand = (...args: string[]) => {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const { status, stdout, stderr } = runCommand(['admin', 'rebuild-totals', ...args], env);
    assert.equal(stderr, '');
    return [status, stdout];
  };
  assert.deepEqual(runRebuildCommand('--check'), [0, 'No differences.\n']);
  await app.ctx.write(({ db }) => db.updateTable('totals').set({ xp_total: 7 }).where('profile_id', '=', id).execute());
  const differenceLine = `${id} xp_total: 7 should be 5\n`; // the bonus for the first activity of the day
  assert.deepEqual(runRebuildCommand('--check'), [1, `${differenceLine}1 difference found.\n`]);
  assert.deepEqual(runRebuildCommand(), [0, `${differenceLine}1 difference repaired.\n`]);
  assert.deepEqual(runRebuildCommand('--check'), [0, 'No differences.\n']);
});
