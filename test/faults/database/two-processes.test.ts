import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MAX_CONCURRENT_EMAILS } from '../../../src/platform/email/rules.ts';
import { migrations } from '../../../src/schema/migrations/index.ts';
import { findFreePort } from '../../support/servers/free-port.ts';
import { type Mailbox, startMailbox } from '../../support/servers/mailbox.ts';
import { createEmptyDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { postJson, type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const EMAIL_COUNT = 40;
const ROUND_COUNT = 3;

describe('two processes on one PostgreSQL database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-processes-'));
  const createSecret = () => randomBytes(48).toString('base64url');
  const sharedEnv = {
    SECRET_KEYS: createSecret(),
    PIN_PEPPER: createSecret(),
    RATE_LIMITS: 'off',
    BASE_URL: 'http://127.0.0.1',
    TRUST_PROXY: 'loopback',
  };
  let databaseUrl: string;
  let db: pg.Client;
  let mailbox: Mailbox;
  let first: Service;
  let second: Service;
  let env: Record<string, string>;
  const start = (folderName: string, port: number) =>
    startService({ ...env, DATA_DIR: join(folder, folderName), PORT: String(port) });

  before(async () => {
    databaseUrl = await createEmptyDatabase();
    db = new pg.Client({ connectionString: databaseUrl });
    await db.connect();
    mailbox = await startMailbox();
    env = { ...sharedEnv, DATABASE_URL: databaseUrl, SMTP_URL: mailbox.url };
  });
  after(async () => {
    for (const service of [first, second]) service?.process.kill('SIGKILL');
    await Promise.all([first, second].map((service) => service?.exited));
    await mailbox.stop();
    await db.end();
    await dropPostgresDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });

  it('can start simultaneously on an empty database: both become ready, and each migration runs once', async () => {
    const ports = [await findFreePort(), await findFreePort()] as const;
    [first, second] = await Promise.all([start('first', ports[0]), start('second', ports[1])]);
    for (const service of [first, second])
      assert.equal((await get(service, '/readyz')).status, 200, service.getOutput());
    const { rows } = await db.query('select name from kysely_migration order by name');
    assert.deepEqual(
      rows.map((row) => row.name),
      Object.keys(migrations),
    );
  });

  it('accept each other’s tokens and notice each other’s logouts immediately', async () => {
    for (const [oneProcess, otherProcess] of [
      [first, second],
      [second, first],
    ] as const) {
      const { token = '', id } = (await register(oneProcess)).body.data;
      for (const service of [otherProcess, oneProcess]) {
        const me = await get(service, '/app/users/me', token);
        assert.equal(me.status, 200);
        assert.equal(me.body.data.id, id);
      }
      assert.equal((await postJson(`${oneProcess.url}/app/auth/logout`, {}, createBearerHeader(token))).status, 200);
      assert.equal((await get(otherProcess, '/app/users/me', token)).status, 401);
      const login = await postJson(`${otherProcess.url}/app/auth/login/child`, { profile_id: id, pin: NEW_CHILD.pin });
      assert.equal(login.status, 200, 'the PIN is valid on both processes');
    }
  });

  it('redeem a manager code only once, even if each of them receives it twenty times simultaneously', async () => {
    const token = await signUpParent('codes@example.org');
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const response = await postJson(`${first.url}/app/auth/manager-code`, {}, createBearerHeader(token));
      const { code } = response.body.data;
      const responses = await Promise.all(
        Array.from({ length: 2 * 20 }, (_, i) =>
          postJson(`${(i % 2 === 0 ? first : second).url}/api/auth/verify-code`, { code }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, ...Array.from({ length: 2 * 20 - 1 }, () => 400)]);
      const { rows } = await db.query('select count(*)::int as n from panel_sessions');
      assert.equal(rows[0].n, round + 1);
    }
  });

  it('send each waiting email once', async () => {
    await waitFor(async () => (await countOutbox()) === 0); // earlier emails have been sent
    mailbox.emails.length = 0;
    mailbox.mode = 'hanging';
    // Each recipient has a domain of its own, because few emails are sent to one domain at the same time.
    const addresses = Array.from({ length: EMAIL_COUNT }, (_, i) => `waiting@example-${i}.org`);
    const requests = addresses.map((email, i) => requestCode(i % 2 === 0 ? first : second, email, `203.0.113.${i}`));
    await Promise.all(requests);
    // Each process is at its limit of concurrent sends, and the remaining emails are due for both of them.
    await waitFor(async () => mailbox.countHanging() === 2 * MAX_CONCURRENT_EMAILS.all);
    mailbox.mode = 'accepting';
    mailbox.acceptHanging();
    await waitFor(async () => (await countOutbox()) === 0);
    const arrived = mailbox.emails.map(({ to }) => to?.[0]?.address ?? '').sort();
    assert.deepEqual(arrived, addresses.sort());
  });

  it('lose no acknowledged write when one process is killed under load, and the other continues', async () => {
    const acknowledgedIds: string[] = [];
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      let isStopped = false;
      const write = async (service: Service) => {
        const { status, body } = await register(service);
        assert.equal(status, 201);
        acknowledgedIds.push(body.data.id ?? '');
      };
      const writersToFirst = Array.from({ length: 20 }, async () => {
        for (;;) await write(first);
      });
      const writersToSecond = Array.from({ length: 4 }, async () => {
        while (!isStopped) await write(second);
      });
      await sleep(200 + Math.random() * 600); // the process is killed at a random moment
      const port = Number(new URL(first.url).port);
      first.process.kill('SIGKILL');
      for (const result of await Promise.allSettled(writersToFirst))
        assert.ok(result.status === 'rejected' && !(result.reason instanceof assert.AssertionError)); // only the kill ends a writer
      assert.equal(await first.exited, 'SIGKILL');
      const countBefore = acknowledgedIds.length;
      await waitFor(async () => acknowledgedIds.length > countBefore + 4); // more than the requests that were in progress at the kill
      isStopped = true;
      await Promise.all(writersToSecond);
      assert.equal((await get(second, '/readyz')).status, 200);
      first = await start('first', port);
    }
    const { rows } = await db.query('select id from profiles');
    const storedIds = new Set(rows.map(({ id }) => id));
    assert.deepEqual(
      acknowledgedIds.filter((id) => !storedIds.has(id)),
      [],
    );
    assert.equal(new Set(acknowledgedIds).size, acknowledgedIds.length, 'each id was acknowledged once');
    assert.ok(acknowledgedIds.length >= ROUND_COUNT * 5, `${acknowledgedIds.length} registrations were acknowledged`);
    const incomplete = await db.query(
      `select count(*)::int as n from profiles p where role = 'child' and
       (not exists (select 1 from pins where profile_id = p.id) or
        not exists (select 1 from sessions where profile_id = p.id))`,
    );
    assert.equal(incomplete.rows[0].n, 0, 'no child without PIN or session');
    const openTransactions = await db.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    assert.equal(openTransactions.rows[0].n, 0, 'no transaction is left open');
  });

  it('refuse to start on a database that is newer than their code, and become unready if they are already running', async () => {
    first.process.kill('SIGTERM');
    assert.equal(await first.exited, 0);
    await db.query(`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`);
    const refused = await start('first', await findFreePort());
    assert.equal(await refused.exited, 1);
    assert.match(refused.getOutput(), /newer than this code.*9999-from-the-future/);
    // The second process is still running.
    await waitFor(async () => (await get(second, '/readyz')).status === 503);
    assert.equal((await get(second, '/healthz')).status, 200);
  });

  async function signUpParent(email: string): Promise<string> {
    await requestCode(first, email);
    const sentEmail = await waitFor(async () => mailbox.emails.findLast(({ to }) => to?.[0]?.address === email));
    const code = /^\d{6}$/m.exec(sentEmail.text ?? '')?.[0];
    const verified = await postJson(`${second.url}/app/auth/verify-email`, { email, code });
    assert.equal(verified.status, 200, 'a code that one process sent is valid on the other');
    return verified.body.data.token ?? '';
  }

  async function countOutbox(): Promise<number> {
    return (await db.query('select count(*)::int as n from outbox')).rows[0].n;
  }
});

function register({ url }: Service) {
  return postJson(`${url}/app/auth/register/child`, NEW_CHILD);
}

function requestCode({ url }: Service, email: string, clientAddress = '203.0.113.99') {
  return postJson(`${url}/app/auth/register/parent`, { email }, { 'x-forwarded-for': clientAddress });
}

async function get({ url }: Service, path: string, token?: string) {
  const response = await fetch(`${url}${path}`, { headers: token === undefined ? {} : createBearerHeader(token) });
  return { status: response.status, body: (await response.json()) as { data: Record<string, string> } };
}

function createBearerHeader(token: string) {
  return { authorization: `Bearer ${token}` };
}
