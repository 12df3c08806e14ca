import assert from 'node:assert/strict';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import { eraseDueProfiles } from '../../../src/features/data-rights/index.ts';
import { inviteGuardian } from '../../../src/features/guardianship/index.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { START_TIME, type TestApp, testWithApp } from '../../support/test-app.ts';

/** How many expired rows each table has: more than a batch, and on SQLite more than can be deleted in a turn of the event loop. */
const EXPIRED_ROW_COUNT = { sqlite: 5000, postgres: 500 };
const CLEANUP_JOBS = [sweepExpiredRows, eraseDueProfiles];

testWithApp('the hourly cleanup deletes all expired rows and no others, and never blocks for long', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  const headers = { 'device-id': 'at-home' };
  assert.equal((await app.loginChild(child.id, undefined, { headers })).status, 200);
  // A wrong PIN on a known and on an unknown device.
  for (const loginHeaders of [headers, {}]) await app.loginChild(child.id, '9999', { headers: loginHeaders });
  await app.call('POST', '/app/todos', {
    token: child.token,
    body: { title: 'Read' },
    headers: { 'idempotency-key': 'a' },
  });
  await inviteGuardian(app.ctx, caller, child.id, 'dad@example.org');
  await app.deliverEmails();
  const countsBefore = await countRowsOfTables(app);
  await addExpiredRows(app, child.id);
  for (const job of CLEANUP_JOBS) await assertShortTurns(job.name, () => job(app.ctx), 1);
  assert.deepEqual(await countRowsOfTables(app), countsBefore);
  assert.equal(await app.countRows('wrong_pins'), 2);
});

const CLEANED_TABLES = [
  'counters',
  'codes',
  'sessions',
  'panel_sessions',
  'wrong_pins',
  'idempotency_keys',
  'email_recipients',
  'invitations',
] as const;

async function countRowsOfTables(app: TestApp): Promise<(readonly [string, number])[]> {
  return Promise.all(CLEANED_TABLES.map(async (table) => [table, await app.countRows(table)] as const));
}

async function addExpiredRows(app: TestApp, childId: string): Promise<void> {
  const rowCount = EXPIRED_ROW_COUNT[app.database];
  const createId = (i: number) => `expired ${i}`;
  const longAgo = addSeconds(START_TIME, -100 * DAY); // none of these tables keeps expired rows for more than 90 days
  await copyRows(app, 'counters', {}, rowCount, (i) => ({ bucket: createId(i), window_ends_at: longAgo }));
  await copyRows(app, 'codes', {}, rowCount, (i) => ({
    id: createId(i),
    digest: createId(i),
    link_digest: null,
    expires_at: longAgo,
  }));
  const sessionTimes = { expires_at: longAgo, revoked_at: longAgo };
  await copyRows(app, 'sessions', {}, rowCount, (i) => ({ id: createId(i), ...sessionTimes }));
  await copyRows(app, 'panel_sessions', {}, rowCount, (i) => ({
    id: createId(i),
    token_hash: createId(i),
    last_seen_at: longAgo,
  }));
  await copyRows(app, 'wrong_pins', { profile_id: childId }, rowCount, (i) => ({
    id: createId(i),
    entered_at: longAgo,
  }));
  await copyRows(app, 'idempotency_keys', {}, rowCount, (i) => {
    return { key_hash: createId(i), created_at: longAgo, response: 'a'.repeat(4000) };
  });
  await copyRows(app, 'email_recipients', {}, rowCount, (i) => ({ recipient: createId(i), forget_at: longAgo }));
  await copyRows(app, 'invitations', {}, rowCount, (i) => {
    return { id: createId(i), email_key: createId(i), digest: createId(i), expires_at: longAgo };
  });
}
