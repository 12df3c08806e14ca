import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { comparisonQueue } from '../../../src/features/access/pins/pin-hash.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const ADDRESS = '203.0.113.7';
/** A further wrong PIN uses up the budget. */
const FAILURES_BEFORE_WAIT = 4;
/** More attempts than may fail before the sign-in is refused or a code is no longer accepted. */
const MANY_ATTEMPTS = 12;

const signIn = (app: TestApp, profile_id: string, pin: string) =>
  app.call('POST', '/app/auth/login/child', { body: { profile_id, pin }, from: ADDRESS });

/** Fills the queue of PIN comparisons for `ADDRESS` until the returned function is called. */
function fillPinQueue(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // The queue admits fewer jobs than this, and rejects the others.
  const jobs = Array.from({ length: 20_000 }, () =>
    comparisonQueue(() => promise, { client: ADDRESS }).catch(() => undefined),
  );
  return async () => {
    resolve();
    await Promise.all(jobs);
    // After jobs that took no time, the queue would admit many more of them in the next test. So it gets jobs of a usual duration.
    await Promise.all(Array.from({ length: 40 }, () => comparisonQueue(() => sleep(20), { client: ADDRESS })));
  };
}

testWithApp(
  'a sign-in with the correct PIN gets 503 when the queue of PIN comparisons is full, and is not counted as a failure',
  async (app) => {
    const { id } = await app.registerChild();
    for (let i = 0; i < FAILURES_BEFORE_WAIT; i += 1) assertError(await signIn(app, id, '9999'), 401, 'INVALID_PIN');
    const releaseQueue = fillPinQueue();
    for (let i = 0; i < MANY_ATTEMPTS; i += 1) {
      const response = await signIn(app, id, '1234');
      assertError(response, 503, 'INTERNAL_ERROR');
      assert.equal(response.headers.get('retry-after'), '5');
    }
    await releaseQueue();
    assert.equal((await signIn(app, id, '1234')).status, 200);
  },
);

testWithApp(
  'many concurrent sign-ins with the correct PIN all succeed, although each counts as a failure until its PIN is compared',
  async (app) => {
    const { id } = await app.registerChild();
    const responses = await Promise.all(Array.from({ length: 2 * MANY_ATTEMPTS }, () => signIn(app, id, '1234')));
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    assert.equal(await app.countRows('wrong_pins'), 0);
  },
);

testWithApp(
  'a sign-in with the correct PIN is not counted as a failure when comparing the PIN or creating the session fails',
  async (app) => {
    const { id } = await app.registerChild();
    for (let i = 0; i < FAILURES_BEFORE_WAIT; i += 1) await signIn(app, id, '9999');
    const { hash } = await app.ctx.db.selectFrom('pins').select('hash').executeTakeFirstOrThrow();
    await app.ctx.write(({ db }) => db.updateTable('pins').set({ hash: 'not a hash' }).execute());
    assert.equal((await signIn(app, id, '1234')).status, 500);
    assert.equal(await app.countRows('wrong_pins'), FAILURES_BEFORE_WAIT);
    await app.ctx.write(({ db }) => db.updateTable('pins').set({ hash }).execute());
    await runWhileWritesFail(app, 'sessions', async () => {
      for (let i = 0; i < 3; i += 1) assert.equal((await signIn(app, id, '1234')).status, 500);
    });
    assert.equal(await app.countRows('wrong_pins'), FAILURES_BEFORE_WAIT);
    assert.equal((await signIn(app, id, '1234')).status, 200);
  },
);

testWithApp('redeeming a correct code uses up no attempts when the database fails', async (app) => {
  const email = 'mom@example.org';
  await app.call('POST', '/app/auth/register/parent', { body: { email }, from: '10.1.1.1' });
  const body = { email, code: await app.fetchEmailedCode(email) };
  const verify = () => app.call('POST', '/app/auth/verify-email', { body, from: '10.1.1.1' });
  await runWhileWritesFail(app, 'sessions', async () => {
    for (let i = 0; i < MANY_ATTEMPTS; i += 1) assert.equal((await verify()).status, 500);
  });
  const response = await verify();
  assert.equal(response.status, 200, response.text);

  const child = await app.registerChild();
  const code = await app.generateLinkingCode(response.body.data.token);
  const redeem = () => app.call('POST', '/app/auth/link/redeem', { token: child.token, body: { code } });
  await runWhileWritesFail(app, 'consents', async () => {
    for (let i = 0; i < MANY_ATTEMPTS; i += 1) assert.equal((await redeem()).status, 500);
  });
  assert.equal((await redeem()).status, 200);
});

/** Runs `work` while writes to a table fail, as during an outage. */
async function runWhileWritesFail(
  app: TestApp,
  table: 'sessions' | 'consents',
  work: () => Promise<void>,
): Promise<void> {
  const { kysely } = app.ctx.database;
  const column = table === 'sessions' ? 'created_at' : 'given_at';
  await sql`alter table ${sql.table(table)} rename column ${sql.ref(column)} to gone`.execute(kysely);
  try {
    await work();
  } finally {
    await sql`alter table ${sql.table(table)} rename column gone to ${sql.ref(column)}`.execute(kysely);
  }
}
