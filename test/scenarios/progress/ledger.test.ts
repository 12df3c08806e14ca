import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import {
  type Activity,
  type Award,
  lockAndCountLedgerRows,
  recordActivity,
} from '../../../src/features/progress/index.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

// These tests record activities directly, as the other features do. The clock starts on Friday, 20 November 2026, at
// 08:00 UTC.

const CONCURRENT_COUNT = 50;

const record = (app: TestApp, profileId: string, activity: Partial<Activity>): Promise<Award> =>
  app.ctx.write((ctx) =>
    recordActivity(ctx, { profileId, source: 'task t1', entries: [], timeZone: 'Europe/Kyiv', ...activity }),
  );

const getStats = async (app: TestApp, token: string) => {
  const headers = { 'x-timezone': 'Europe/Kyiv' };
  const { status, body, text } = await app.call('GET', '/app/users/me/stats', { token, headers });
  assert.equal(status, 200, text);
  return body.data;
};

const listLedgerRows = (app: TestApp, profileId: string) =>
  app.ctx.db
    .selectFrom('xp_ledger')
    .select(['source', 'reason', 'amount', 'day', 'zone', 'at'])
    .where('profile_id', '=', profileId)
    .orderBy('at')
    .orderBy('amount', 'desc')
    .orderBy('source')
    .execute();

/** Copies rows into plain objects, because SQLite's rows have no prototype. */
const toPlainObjects = <R extends object>(rows: readonly R[]): R[] => rows.map((row) => ({ ...row }));

const sumAmounts = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
const lessonEntries = [{ reason: 'lesson_done', amount: 10 }] as const;

testWithApp('an activity is recorded in the ledger and shown in the stats', async (app) => {
  const { id, token } = await app.registerChild();
  const entries = [
    { reason: 'quiz_passed', amount: 24 },
    { reason: 'quiz_perfect', amount: 5 },
  ] as const;
  const award = await record(app, id, { entries, counts: { tasks_completed: 1, perfect_quizzes: 1, seconds: 125 } });
  const dailyBonus = { reason: 'daily_first', amount: 5 };
  assert.equal(award.xp_awarded, 34);
  assert.deepEqual(award.xp_breakdown, [...entries, dailyBonus]);
  assert.deepEqual(award.streak, { current: 1, longest: 1, extended: true });
  const commonColumns = { day: '2026-11-20', zone: 'Europe/Kyiv', at: app.ctx.now() };
  assert.deepEqual(toPlainObjects(await listLedgerRows(app, id)), [
    { source: 'task t1', ...entries[0], ...commonColumns },
    { source: 'day 2026-11-20', ...dailyBonus, ...commonColumns },
    { source: 'task t1', ...entries[1], ...commonColumns },
  ]);
  assert.deepEqual(await getStats(app, token), {
    xp_total: 34,
    level: 1,
    level_name: 'Little Seed',
    xp_to_next_level: 16,
    xp_in_current_level: 34,
    tasks_completed: 1,
    tasks_in_progress: 0,
    worlds_completed: 0,
    locations_completed: 0,
    badges_count: 2, // for the first task and the first perfect quiz
    current_streak_days: 1,
    longest_streak_days: 1,
    total_time_minutes: 2,
  });
});

testWithApp('recording the same activity again awards no XP and changes nothing', async (app) => {
  const { id } = await app.registerChild();
  const activity = { entries: lessonEntries, counts: { tasks_completed: 1, seconds: 60 } };
  await record(app, id, activity);
  const totalsBefore = await app.ctx.db.selectFrom('totals').selectAll().execute();
  const repeatedAward = await record(app, id, activity);
  const streak = { current: 1, longest: 1, extended: false };
  assert.deepEqual(repeatedAward, { xp_awarded: 0, xp_breakdown: [], level_up: null, badges_awarded: [], streak });
  assert.deepEqual(await app.ctx.db.selectFrom('totals').selectAll().execute(), totalsBefore);
  const improvedAward = await record(app, id, { entries: [...lessonEntries, { reason: 'quiz_improved', amount: 8 }] });
  assert.deepEqual(
    improvedAward.xp_breakdown,
    [{ reason: 'quiz_improved', amount: 8 }],
    'only the improvement awards XP',
  );
  const otherChild = await app.registerChild();
  assert.equal((await record(app, otherChild.id, activity)).xp_awarded, 15, 'another child has a separate ledger');
});

testWithApp('recording the same activity fifty times concurrently awards XP once', async (app) => {
  const { id, token } = await app.registerChild();
  const activity = { entries: lessonEntries, counts: { tasks_completed: 1 } };
  const awards = await Promise.all(Array.from({ length: CONCURRENT_COUNT }, () => record(app, id, activity)));
  assert.deepEqual(awards.map((award) => award.xp_awarded).sort(), [...Array(CONCURRENT_COUNT - 1).fill(0), 15].sort());
  assert.equal(await app.countRows('xp_ledger'), 2);
  const { xp_total, tasks_completed, badges_count } = await getStats(app, token);
  assert.deepEqual([xp_total, tasks_completed, badges_count], [15, 1, 1]);
});

testWithApp('fifty concurrent activities are all counted, with the daily bonus and each badge once', async (app) => {
  const { id, token } = await app.registerChild();
  const awards = await Promise.all(
    Array.from({ length: CONCURRENT_COUNT }, (_, i) =>
      record(app, id, { source: `task t${i}`, entries: lessonEntries, counts: { tasks_completed: 1, seconds: 30 } }),
    ),
  );
  const rows = await listLedgerRows(app, id);
  assert.equal(rows.length, CONCURRENT_COUNT + 1);
  const { xp_total, tasks_completed, total_time_minutes, badges_count, level } = await getStats(app, token);
  assert.equal(xp_total, sumAmounts(rows));
  assert.equal(
    xp_total,
    awards.reduce((sum, { xp_awarded }) => sum + xp_awarded, 0),
  );
  // 50 lessons with 10 XP and 30 seconds each, and 5 XP for the first activity of the day.
  assert.deepEqual([xp_total, tasks_completed, total_time_minutes, level], [505, CONCURRENT_COUNT, 25, 6]);
  // The badges for 1, 10, 25 and 50 tasks, and for level 5.
  const badgeIds = awards.flatMap((award) => award.badges_awarded.map((badge) => badge.id));
  assert.deepEqual(badgeIds.sort(), ['busy-pencil', 'first-steps', 'full-backpack', 'off-we-go', 'up-the-ladder']);
  assert.equal(badges_count, badgeIds.length);
  assert.equal(await app.countRows('earned_badges'), badgeIds.length);
  const levelUps = awards.flatMap(({ level_up }) => (level_up ? [level_up] : [])).sort((a, b) => a.from - b.from);
  assert.equal(levelUps[0]?.from, 1);
  assert.equal(levelUps.at(-1)?.to, 6);
  for (const [i, levelUp] of levelUps.entries())
    if (i > 0) assert.equal(levelUp.from, levelUps[i - 1]?.to, 'no level is reported twice');
});

testWithApp('a level-up has the level’s name in the child’s language, unlocked items and new badges', async (app) => {
  const { id, token } = await app.registerChild();
  await app.call('PATCH', '/app/users/me', { token, body: { language: 'es' } });
  const { level_up, badges_awarded } = await record(app, id, {
    entries: [{ reason: 'world_completed', amount: 345 }], // with the daily bonus, 350 XP, at which level 5 begins
    counts: { worlds_completed: 1 },
  });
  assert.deepEqual([level_up?.from, level_up?.to, level_up?.level_name], [1, 5, 'Abeja laboriosa']);
  const unlockedItems = [...app.ctx.content.current.avatarItems.values()].filter(
    ({ required_level: level }) => level !== null && level <= 5,
  );
  assert.ok(unlockedItems.length > 0);
  assert.deepEqual(
    level_up?.unlocked_items,
    unlockedItems.map((item) => item.id),
  );
  const { body } = await app.call('GET', '/app/users/me/badges', { token });
  assert.deepEqual(
    badges_awarded.map((badge) => badge.id).sort(),
    body.data.map((badge: { id: string }) => badge.id).sort(),
  );
  assert.deepEqual(
    badges_awarded.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    body.data,
  );
  assert.equal(badges_awarded.length, 2, 'one badge for a world and one for level 5');
  const nextAward = await record(app, id, { source: 'task t2', entries: lessonEntries });
  assert.deepEqual([nextAward.level_up, nextAward.badges_awarded], [null, []], 'each badge is awarded once');
});

testWithApp('the first activity of a local day awards 5 XP once', async (app) => {
  const { id } = await app.registerChild();
  const recordAndGetXp = async (source: string, timeZone: string) =>
    (await record(app, id, { source, entries: lessonEntries, timeZone })).xp_awarded;
  assert.equal(await recordAndGetXp('task t1', 'Europe/Kyiv'), 15);
  assert.equal(await recordAndGetXp('task t2', 'Europe/Kyiv'), 10);
  assert.equal(
    await recordAndGetXp('task t3', 'Pacific/Pago_Pago'),
    10,
    'it is still the 19th there, and the 20th has already been counted',
  );
  app.advance(16 * HOUR); // midnight UTC, 02:00 on the 21st in Kyiv
  assert.equal(await recordAndGetXp('task t4', 'Europe/Kyiv'), 15);
  assert.equal(await recordAndGetXp('task t5', 'Pacific/Kiritimati'), 10, 'it is 14:00 on the 21st there');
  app.advance(12 * HOUR);
  assert.equal(await recordAndGetXp('task t6', 'Pacific/Kiritimati'), 15, 'it is 02:00 on the 22nd there');
  assert.equal(await recordAndGetXp('task t7', 'UTC'), 10);
});

testWithApp('an approval awards XP without extending the streak, and undoing adds a negative row', async (app) => {
  const { id, token } = await app.registerChild();
  const approval = {
    source: 'todo 1',
    entries: [{ reason: 'todo_approved', amount: 50 }],
    counts: { todos_done: 1 },
  } as const;
  const approvalAward = await record(app, id, { ...approval, timeZone: null });
  assert.deepEqual(approvalAward.streak, { current: 0, longest: 0, extended: false });
  assert.equal(approvalAward.xp_awarded, 50);
  assert.equal(approvalAward.level_up?.to, 2);
  const undoAward = await record(app, id, {
    source: 'todo 1',
    entries: [{ reason: 'todo_undone', amount: -50 }],
    counts: { todos_done: -1 },
    timeZone: null,
  });
  assert.deepEqual([undoAward.xp_awarded, undoAward.level_up], [-50, null]);
  const { xp_total, level, current_streak_days } = await getStats(app, token);
  assert.deepEqual([xp_total, level, current_streak_days], [0, 1, 0]);
  assert.deepEqual(
    (await listLedgerRows(app, id)).map(({ amount, zone }) => [amount, zone]),
    [
      [50, null],
      [-50, null],
    ],
  );
  await record(app, id, { counts: { tasks_in_progress: -3 }, timeZone: null });
  assert.equal((await getStats(app, token)).tasks_in_progress, 0, 'no counter falls below zero');
});

testWithApp('concurrent transactions count each other’s ledger rows, so that a limit of five holds', async (app) => {
  const { id } = await app.registerChild();
  const finishOwnTodo = (i: number) =>
    app.ctx.write(async (ctx) => {
      const rewardedCount = await lockAndCountLedgerRows(ctx, id, 'todo_own', '2026-11-20');
      const entries = rewardedCount < 5 ? [{ reason: 'todo_own', amount: 2 } as const] : [];
      return recordActivity(ctx, { profileId: id, source: `todo ${i}`, entries, timeZone: 'UTC' });
    });
  const awards = await Promise.all(Array.from({ length: 10 }, (_, i) => finishOwnTodo(i)));
  assert.equal(
    awards.reduce((sum, { xp_awarded }) => sum + xp_awarded, 0),
    5 * 2 + 5, // five to-dos and the daily bonus
  );
  assert.equal(await app.ctx.write((ctx) => lockAndCountLedgerRows(ctx, id, 'todo_own', '2026-11-20')), 5);
  assert.equal(await app.ctx.write((ctx) => lockAndCountLedgerRows(ctx, id, 'todo_own', '2026-11-21')), 0);
});

testWithApp('an activity is not recorded when its transaction fails', async (app) => {
  const { id } = await app.registerChild();
  await app.assertRowChanges({}, () =>
    assert.rejects(
      app.ctx.write(async (ctx) => {
        await recordActivity(ctx, { profileId: id, source: 'task t1', entries: lessonEntries, timeZone: 'UTC' });
        throw new Error('the task could not be saved');
      }),
    ),
  );
});

testWithApp('a streak is protected by a freeze and by a pause, and shown in the stats', async (app) => {
  const { id, token } = await app.registerChild();
  let lessonNumber = 0;
  const completeLesson = async () =>
    (await record(app, id, { source: `task t${lessonNumber++}`, entries: lessonEntries })).streak;
  const readStreak = async () => (await getStats(app, token)).current_streak_days;
  await completeLesson();
  app.advance(DAY);
  assert.deepEqual(await completeLesson(), { current: 2, longest: 2, extended: true });
  app.advance(2 * DAY); // a freeze covers the missed 22nd, and Monday earns a new one
  assert.equal(await readStreak(), 2, 'the freeze protects the streak');
  assert.deepEqual(await completeLesson(), { current: 3, longest: 3, extended: true });
  await app.ctx.write(({ db }) =>
    db
      .insertInto('streak_pauses')
      .values({ profile_id: id, from_date: '2026-11-24', until_date: '2026-11-30' })
      .execute(),
  );
  app.advance(8 * DAY); // Tuesday, 1 December, after a paused week
  assert.equal(await readStreak(), 3);
  assert.deepEqual(await completeLesson(), { current: 4, longest: 4, extended: true });
  app.advance(9 * DAY);
  assert.equal(await readStreak(), 0);
  const { streak, badges_awarded } = await record(app, id, { source: 'back', entries: lessonEntries });
  assert.deepEqual(streak, { current: 1, longest: 4, extended: true });
  assert.deepEqual(
    badges_awarded.map(({ id: badgeId }) => badgeId),
    ['visit-snail'],
    'the fifth active day earns this badge; the badge for coming back after a break was awarded before',
  );
});
