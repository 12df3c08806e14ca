import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runJobs } from '../../../src/app/scheduled-jobs.ts';
import { HOUR } from '../../../src/core/time/instant.ts';
import { createTestDatabase, releaseTestDatabase } from '../../support/service/databases.ts';
import { postJson, type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD, testWithApp } from '../../support/test-app.ts';

describe('workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-workers-'));
  let databaseUrl: string;
  let service: Service;
  let port: number;
  const createEnv = () => ({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
  });

  before(async () => {
    databaseUrl = await createTestDatabase('postgres', folder);
    service = await startService({ ...createEnv(), WORKERS: '2' });
    port = Number(new URL(service.url).port);
    await waitFor(() => service.getOutput().includes('"msg":"ready"'));
  });
  after(async () => {
    service.process.kill('SIGTERM');
    await service.exited;
    await releaseTestDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });

  const listLogLines = (msg: string) =>
    service
      .getOutput()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === msg);
  /** The process ids of the two running workers, the newest last. */
  const listWorkerPids = (): [number, number] => {
    const started: number[] = [
      ...listLogLines('ready')[0].workers,
      ...listLogLines('a worker was replaced').map(({ worker }) => worker),
    ];
    const ended = new Set(listLogLines('a worker ended unexpectedly and is replaced').map(({ worker }) => worker));
    const [older = 0, newer = 0] = started.filter((pid) => !ended.has(pid));
    return [older, newer];
  };
  const register = () => postJson(`${service.url}/app/auth/register/child`, NEW_CHILD);

  it('are reported in one log line when they start, and do not migrate a database that is up to date', () => {
    assert.equal(listLogLines('ready').length, 1);
    assert.equal(new Set(listLogLines('ready')[0].workers).size, 2);
    assert.deepEqual(listLogLines('ready')[0].migrated, []);
  });

  it('both respond to requests, and /metrics adds up the counts of both', async () => {
    const countBefore = await countHealthRequests();
    // Each request opens a connection. New connections are passed to the workers in turn.
    for (let i = 0; i < 20; i += 1) assert.equal(await requestPath('/healthz'), 200);
    const requestLines = listLogLines('request').filter(({ route }) => route === '/healthz');
    assert.deepEqual(new Set(requestLines.map(({ worker }) => worker)), new Set(listWorkerPids()));
    assert.equal((await countHealthRequests()) - countBefore, 20);
  });

  it('refuse a session as soon as one of them has ended it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token = '' } = (await register()).body.data;
      const authorization = `Bearer ${token}`;
      for (let i = 0; i < 2; i += 1) assert.equal(await requestPath('/app/users/me', { authorization }), 200);
      assert.equal((await postJson(`${service.url}/app/auth/logout`, {}, { authorization })).status, 200);
      for (let i = 0; i < 4; i += 1) assert.equal(await requestPath('/app/users/me', { authorization }), 401);
    }
  });

  it('lose no acknowledged write when one worker is killed under load: the other one responds until a new one replaces it', async () => {
    const acknowledgedIds: string[] = [];
    let isStopping = false;
    const writers = Array.from({ length: 12 }, async () => {
      while (!isStopping) {
        // Requests to a killed worker fail, or get no response if the primary process was passing on their connection.
        const response = await Promise.race([register(), sleep(10_000, undefined, { ref: false })]).catch(
          () => undefined,
        );
        if (!response) continue;
        assert.equal(response.status, 201);
        acknowledgedIds.push(response.body.data.id ?? '');
      }
    });
    await sleep(300 + Math.random() * 300); // the worker is killed at a random moment
    const [killedPid, remainingPid] = listWorkerPids();
    process.kill(killedPid, 'SIGKILL');
    const countBefore = acknowledgedIds.length;
    await waitFor(() => acknowledgedIds.length > countBefore + 20);
    await waitFor(() => listLogLines('a worker was replaced').length > 0);
    isStopping = true;
    await Promise.all(writers);
    assert.ok(listWorkerPids().includes(remainingPid));
    assert.ok(!listWorkerPids().includes(killedPid));
    const db = new pg.Client({ connectionString: databaseUrl });
    await db.connect();
    const { rows } = await db.query('select id from profiles');
    await db.end();
    const storedIds = new Set(rows.map(({ id }) => id));
    assert.deepEqual(
      acknowledgedIds.filter((id) => !storedIds.has(id)),
      [],
    );
    assert.equal(new Set(acknowledgedIds).size, acknowledgedIds.length);
  });

  it('on SIGTERM, respond to all requests already sent, and end with code 0', async () => {
    const { token = '' } = (await register()).body.data;
    const headers = { authorization: `Bearer ${token}` };
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const sendOnReusedConnections = () =>
      Array.from({ length: 16 }, () => requestPath('/app/users/me', headers, agent));
    await Promise.all(sendOnReusedConnections());
    const pids = listWorkerPids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP'); // requests now wait, as under load
    const requests = [
      ...sendOnReusedConnections(),
      ...Array.from({ length: 16 }, () => requestPath('/app/users/me', headers)),
    ];
    await sleep(200); // until the requests have arrived
    service.process.kill('SIGTERM');
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    assert.deepEqual(new Set(await Promise.all(requests)), new Set([200]));
    assert.equal(await service.exited, 0);
    assert.equal(listLogLines('stopped').length, pids.length, service.getOutput()); // one line from each worker
    assert.equal(listLogLines('abandoned while stopping').length, 0);
    agent.destroy();
  });

  it('end when the primary process is killed; the service ends when the first worker cannot start', async () => {
    const killedService = await startService({ ...createEnv(), WORKERS: '2' });
    service = killedService;
    await waitFor(() => listLogLines('ready').length > 0);
    killedService.process.kill('SIGKILL');
    await killedService.exited; // resolves when the workers have closed the output too
    await assert.rejects(fetch(`${killedService.url}/healthz`));

    const refused = await startService({ ...createEnv(), WORKERS: '2', CONTENT_DIR: join(folder, 'none') });
    assert.equal(await refused.exited, 1);
    assert.doesNotMatch(refused.getOutput(), /is replaced/);
  });

  it('are refused with SQLite', async () => {
    const refused = await startService({ DATA_DIR: join(folder, 'embedded'), WORKERS: 'auto' });
    assert.equal(await refused.exited, 1);
    assert.match(refused.getOutput(), /WORKERS needs PostgreSQL, because a SQLite file belongs to one process/);
  });

  async function countHealthRequests(): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const line = /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)$/m.exec(
      text,
    );
    return Number(line?.[1]);
  }

  /** Requests a path on a new connection, or on a connection of the agent. Returns the status. */
  async function requestPath(path: string, headers = {}, agent?: Agent): Promise<number | undefined> {
    const request = get({ port, host: '127.0.0.1', path, headers, agent: agent ?? false });
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  }
});

testWithApp(
  'on PostgreSQL, a scheduled job runs once an hour however many processes there are; a failing job is logged',
  async ({ ctx, ...app }) => {
    let runCount = 0;
    const job = async () => {
      runCount += 1;
    };
    // A SQLite database is used by one process, so nothing prevents simultaneous runs there.
    const runInFiveProcesses = () => Promise.all(Array.from({ length: 5 }, () => runJobs(ctx, [job])));
    await runInFiveProcesses();
    assert.equal(runCount, app.database === 'sqlite' ? 5 : 1);
    app.advance(HOUR);
    await runInFiveProcesses();
    assert.equal(runCount, app.database === 'sqlite' ? 10 : 2);
    const failingJob = async () => Promise.reject(new Error('unexpected'));
    await runJobs(ctx, [failingJob]);
    assert.match(app.log.join(''), /a scheduled job failed/);
  },
);
