import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { type Postgres, startPostgres } from '../../support/servers/postgres.ts';
import { type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const QUERY_TIMEOUT_MS = 800;
const WRITER_COUNT = 8;

describe('a service under load on PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-outages-'));
  const acknowledgedIds: string[] = [];
  const countByStatus = new Map<number, number>();
  let postgres: Postgres;
  let service: Service;
  let isLoadRunning = true;
  let load: Promise<unknown>;

  before(async () => {
    postgres = await startPostgres();
    service = await startService({
      DATA_DIR: folder,
      DATABASE_URL: `${postgres.url}?query_timeout=${QUERY_TIMEOUT_MS}`,
      RATE_LIMITS: 'off',
      BASE_URL: 'http://127.0.0.1',
    });
    load = Promise.all(Array.from({ length: WRITER_COUNT }, sendRequestsUntilStopped));
    await waitFor(() => acknowledgedIds.length > 10);
  });
  after(async () => {
    isLoadRunning = false;
    service.process.kill('SIGKILL');
    await load;
    await service.exited;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('survives repeated loss of its connections', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
        ['client backend'],
      );
      await client.end();
      await sleep(100 + round * 40); // each round ends the connections at another moment
    }
    await assertRecovered();
  });

  it('responds with 503 while PostgreSQL hangs, and recovers', async () => {
    countByStatus.clear();
    postgres.pause();
    try {
      await waitFor(async () => (await get('/readyz')).status === 503); // the readiness check times out
      assert.equal((await get('/healthz')).status, 200);
      await waitFor(() => (countByStatus.get(503) ?? 0) > WRITER_COUNT);
    } finally {
      postgres.resume();
    }
    await assertRecovered();
  });

  it('responds with 503 while PostgreSQL is stopped, and recovers', async () => {
    countByStatus.clear();
    await postgres.shutDown();
    try {
      await waitFor(() => (countByStatus.get(503) ?? 0) > WRITER_COUNT);
      await waitFor(async () => (await get('/readyz')).status === 503);
      assert.equal((await get('/healthz')).status, 200);
    } finally {
      await postgres.restart();
    }
    await assertRecovered();
  });

  it('has kept every write that it acknowledged during the outages', async () => {
    isLoadRunning = false;
    await load;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(
      'select p.id, s.profile_id from profiles p left join sessions s on s.profile_id = p.id',
    );
    await client.end();
    const sessionByProfile = new Map(rows.map(({ id, profile_id }) => [id, profile_id]));
    assert.deepEqual(
      acknowledgedIds.filter((id) => !sessionByProfile.has(id)),
      [],
    );
    assert.deepEqual(
      [...sessionByProfile].filter(([, session]) => session === null),
      [],
      'no child without a session',
    );
    assert.deepEqual(
      [...countByStatus.keys()].filter((status) => ![200, 201, 503].includes(status)),
      [],
    );
    const lines = service.getOutput().trim().split('\n');
    for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), line);
    service.process.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });

  it('replaces connections that a network failure has interrupted without closing them', async () => {
    const proxy = await openProxy(Number(new URL(postgres.url).port));
    const database = await openDatabase(`${postgres.url.replace(/:\d+\//, `:${proxy.port}/`)}?query_timeout=1000`);
    const queryTenTimes = () =>
      Promise.allSettled(Array.from({ length: 10 }, () => sql`select 1`.execute(database.kysely)));
    try {
      await queryTenTimes(); // opens all ten connections of the pool
      proxy.stopForwarding();
      for (const result of await queryTenTimes()) {
        assert.equal(result.status, 'rejected');
        assert.ok(database.isOutage(result.reason));
      }
      for (const result of await queryTenTimes()) assert.equal(result.status, 'fulfilled');
    } finally {
      await database.close();
      proxy.close();
    }
  });

  it('takes what a server says about its connections to others for an outage, and other errors not', async () => {
    await using database = await openDatabase(postgres.url);
    const fail = (message: string) =>
      sql`do ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(database.kysely);
    for (const message of ['SSL SYSCALL error: EOF detected', 'server closed the connection unexpectedly', 'other'])
      await assert.rejects(fail(message), (error) => database.isOutage(error) === (message !== 'other'));
  });

  it('allows each statement of a migration 30 minutes', async () => {
    const database = await openDatabase(postgres.url);
    try {
      const timeout = await database.runMaintenance((db) =>
        sql<{ statement_timeout: string }>`show statement_timeout`.execute(db),
      );
      assert.deepEqual(timeout.rows, [{ statement_timeout: '30min' }]);
    } finally {
      await database.close();
    }
  });

  /** Registers children one after another and reads the profile of each, even if requests fail. */
  async function sendRequestsUntilStopped(): Promise<void> {
    while (isLoadRunning) {
      const registered = await send('POST', '/app/auth/register/child', NEW_CHILD);
      if (registered?.status !== 201) {
        await sleep(20);
        continue;
      }
      acknowledgedIds.push(registered.body.data.id);
      await send('GET', '/app/users/me', undefined, registered.body.data.token);
    }
  }

  async function send(method: string, path: string, body?: unknown, token?: string) {
    try {
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      countByStatus.set(response.status, (countByStatus.get(response.status) ?? 0) + 1);
      return { status: response.status, body: (await response.json()) as { data: Record<'id' | 'token', string> } };
    } catch {
      return undefined; // the service did not respond; `assertRecovered` fails if that lasts
    }
  }

  function get(path: string) {
    return fetch(`${service.url}${path}`, { signal: AbortSignal.timeout(10_000) });
  }

  async function assertRecovered(): Promise<void> {
    const countBefore = acknowledgedIds.length;
    await waitFor(() => acknowledgedIds.length > countBefore + 5);
    await waitFor(async () => (await get('/readyz')).status === 200);
    assert.equal(service.process.exitCode, null, 'the process is still running');
  }
});

/** Opens a proxy that forwards connections to PostgreSQL and can stop forwarding without closing them. */
async function openProxy(targetPort: number) {
  const sockets: Socket[] = [];
  const server = createServer((clientSocket) => {
    const serverSocket = connect(targetPort, '127.0.0.1');
    for (const socket of [clientSocket, serverSocket]) socket.on('error', () => {});
    clientSocket.pipe(serverSocket).pipe(clientSocket);
    sockets.push(clientSocket, serverSocket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // the server listens on a port, not on a socket file
    stopForwarding() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
