import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { recordActivity } from '../../../src/features/progress/index.ts';
import {
  saveWeeklySummarySetting,
  sendWeeklySummaries,
  unsubscribe,
} from '../../../src/features/weekly-summary/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC. By Monday at noon UTC, that week has ended in all time zones.
const SECONDS_TO_MONDAY_NOON = 3 * DAY + 4 * HOUR;

/** Records a passed quiz for a child. */
const recordQuiz = (app: TestApp, profileId: string, source: string, seconds = 600) =>
  app.ctx.write((ctx) =>
    recordActivity(ctx, {
      profileId,
      source,
      entries: [{ reason: 'quiz_passed', amount: 20 }],
      timeZone: 'UTC',
      counts: { tasks_completed: 1, seconds },
    }),
  );

/** Records that a child has missed the first item of a quiz. Returns the question. */
async function recordMissedItem(app: TestApp, profile_id: string): Promise<string> {
  const quiz = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'quiz');
  const item = quiz?.items.find(({ kind }) => kind !== 'info');
  assert.ok(quiz && item);
  const now = app.ctx.now();
  const record = { tries: 2, misses: 2, last_response: '"x"', last_score: 0, last_missed_response: '"x"' };
  const row = { profile_id, task_id: quiz.id, item_id: item.id, ...record, last_missed_at: now, last_at: now };
  await app.ctx.write(({ db }) => db.insertInto('item_records').values(row).execute());
  return item.prompt.en ?? '';
}

const SUMMARY_SUBJECT = /Your family’s week/;

testWithApp('the weekly summary reports the week of a child and a question to talk about', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { display_name: 'Mia' } });
  await recordQuiz(app, family.child.id, 'task a');
  app.advance(DAY);
  await recordQuiz(app, family.child.id, 'task b');
  const question = await recordMissedItem(app, family.child.id);
  app.advance(SECONDS_TO_MONDAY_NOON - DAY - 1);
  await sendWeeklySummaries(app.ctx);
  assert.equal(
    await fetchLatestEmail(app, family.parent.email, SUMMARY_SUBJECT),
    undefined,
    'it is still Sunday in some time zone',
  );
  app.advance(1);
  await Promise.all([sendWeeklySummaries(app.ctx), sendWeeklySummaries(app.ctx), sendWeeklySummaries(app.ctx)]);
  const sentEmail = await fetchLatestEmail(app, family.parent.email, SUMMARY_SUBJECT);
  assert.match(sentEmail?.text ?? '', /Week of 16\s–\s22 November 2026/);
  // Two quizzes of 20 XP each, and 5 XP for the first activity of each of the two days.
  assert.match(
    sentEmail?.text ?? '',
    /Mia\n- Active days: 2 of 7\n- Tasks completed: 2, in 20 min\n- XP: 50 \(previous week: 0\)/,
  );
  assert.ok(sentEmail?.text?.includes(`To talk about: “${question} `), 'the question, and then its choices');
  const summaries = (await app.deliverEmails()).filter(({ subject }) => SUMMARY_SUBJECT.test(subject ?? ''));
  assert.equal(summaries.length, 1, 'three concurrent jobs send one summary');
  app.advance(6 * DAY);
  assert.deepEqual(await app.diffRowCounts(() => sendWeeklySummaries(app.ctx)), {});
  await recordQuiz(app, family.child.id, 'task c', 20);
  app.advance(DAY);
  await sendWeeklySummaries(app.ctx);
  const nextEmail = await fetchLatestEmail(app, family.parent.email, SUMMARY_SUBJECT);
  assert.match(nextEmail?.text ?? '', /- Tasks completed: 1, in 1 min\n/); // 20 seconds
});

testWithApp('no weekly summary is sent for a week without activity or to a parent without children', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await app.registerParent();
  app.advance(SECONDS_TO_MONDAY_NOON);
  await sendWeeklySummaries(app.ctx);
  assert.ok((await app.deliverEmails()).every(({ subject }) => !SUMMARY_SUBJECT.test(subject ?? '')));
  await recordQuiz(app, family.child.id, 'task a');
  app.advance(7 * DAY);
  await sendWeeklySummaries(app.ctx);
  assert.ok(await fetchLatestEmail(app, family.parent.email, SUMMARY_SUBJECT));
});

testWithApp('the unsubscribe link stops the summary only for its recipient; email clients use it too', async (app) => {
  const [family, otherFamily] = [await registerFamilyWithPanelSession(app), await registerFamilyWithPanelSession(app)];
  for (const { child } of [family, otherFamily]) await recordQuiz(app, child.id, 'task a');
  app.advance(SECONDS_TO_MONDAY_NOON);
  await sendWeeklySummaries(app.ctx);
  const sentEmail = await fetchLatestEmail(app, family.parent.email, SUMMARY_SUBJECT);
  const token = /\/unsubscribe\/([\w-]+)/.exec(sentEmail?.text ?? '')?.[1] ?? '';
  const getHeader = (name: string) => sentEmail?.headers.find(({ key }) => key === name)?.value;
  assert.equal(getHeader('list-unsubscribe'), `<${app.url}/unsubscribe/${token}>`);
  assert.equal(getHeader('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  for (const invalidToken of [
    'x',
    token.slice(1),
    `${token.slice(0, -4)}AAAA`,
    app.ctx.secrets.encrypt(family.caller.profileId),
  ]) {
    await assertFailsWith(unsubscribe(app.ctx, invalidToken), 'NOT_FOUND');
  }
  await unsubscribe(app.ctx, token);
  await unsubscribe(app.ctx, token); // a repetition is allowed
  for (const { child } of [family, otherFamily]) await recordQuiz(app, child.id, 'task b');
  app.advance(7 * DAY);
  const emailCountBefore = (await app.deliverEmails()).length;
  await sendWeeklySummaries(app.ctx);
  assert.deepEqual(
    (await app.deliverEmails()).slice(emailCountBefore).map(({ to }) => to?.[0]?.address),
    [otherFamily.parent.email],
  );
  await saveWeeklySummarySetting(app.ctx, family.caller.profileId, true);
  await sendWeeklySummaries(app.ctx);
  assert.equal(
    (await app.deliverEmails()).length,
    emailCountBefore + 2,
    'the summary of this week is sent after the parent has switched it on again',
  );
});
