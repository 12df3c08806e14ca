import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '../../../src/platform/database/index.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { type Postgres, type Replica, startPostgres } from '../../support/servers/postgres.ts';
import { postJson, type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

/** How soon the service must notice that the replica is or is not up to date. */
const MAX_NOTICE_SECONDS = 10;

describe('the replica at DATABASE_READ_URL', () => {
  const logLines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'family-replica-test-'));
  let primary: Postgres;
  let replica: Replica;
  let service: Service;
  let database: Database;
  let replicaClient: pg.Client;

  before(async () => {
    primary = await startPostgres();
    replica = await primary.startReplica();
    service = await startService({
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: 'off',
    });
    const log = createLog('info', { write: (line) => void logLines.push(line) });
    database = await openDatabase(primary.url, { replicaUrl: replica.url, log });
    replicaClient = new pg.Client({ connectionString: replica.url });
    await replicaClient.connect();
  });
  after(async () => {
    await replicaClient.end().catch(() => {});
    await database.close();
    service.process.kill('SIGKILL');
    await service.exited;
    rmSync(folder, { recursive: true, force: true });
    await replica.stop().catch(() => {});
    await primary.stop();
  });

  const isReplicaRead = () => database.getReplicaOrPrimary() !== database.db;
  // The service writes to this table only in transactions that also delete the row.
  const countProbes = async (db: Database['db']) =>
    (await db.selectFrom('readiness_probes').select('id').execute()).length;
  const insertProbe = (id: string) =>
    database.write(({ db: tx }) => tx.insertInto('readiness_probes').values({ id, filling: '' }).execute());

  it('is read for lists once it has caught up with the primary server', async () => {
    await waitFor(isReplicaRead);
    await insertProbe('first');
    await waitFor(async () => (await countProbes(database.getReplicaOrPrimary())) === 1);
    assert.ok(isReplicaRead());
  });

  it('is read by the service for leaderboards, but not to authenticate the caller', async () => {
    await waitFor(() => service.getOutput().includes('lists are read from DATABASE_READ_URL'));
    const { token = '' } = (await postJson(`${service.url}/app/auth/register/child`, NEW_CHILD)).body.data;
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${service.url}/app/rankings?scope=global`, { headers })).status, 200);
    const { rows } = await replicaClient.query(
      `select query from pg_stat_activity where datname = current_database() and query like 'select %' and pid <> pg_backend_pid()`,
    );
    const queries = rows.map(({ query }) => query).join('\n');
    assert.match(queries, /"totals"/);
    assert.doesNotMatch(queries, /"sessions"/);
  });

  it('is not read while it is behind the primary server, and is read again when it has caught up', async () => {
    await replicaClient.query('select pg_wal_replay_pause()');
    await insertProbe('second');
    await waitFor(() => !isReplicaRead(), MAX_NOTICE_SECONDS);
    assert.equal(await countProbes(database.getReplicaOrPrimary()), 2, 'the primary server has the row');
    assert.match(logLines.join(''), /DATABASE_READ_URL is not used at the moment/);
    await replicaClient.query('select pg_wal_replay_resume()');
    await waitFor(isReplicaRead, MAX_NOTICE_SECONDS);
    assert.equal(await countProbes(database.getReplicaOrPrimary()), 2);
  });

  it('is not read while it is down; a URL that leads to no replica or to no server is not used', async () => {
    const notAReplica = await openDatabase(primary.url, { replicaUrl: primary.url });
    const unreachable = await openDatabase(primary.url, { replicaUrl: 'postgres://postgres@127.0.0.1:1/postgres' });
    await replicaClient.end();
    await replica.stop();
    await waitFor(() => !isReplicaRead(), MAX_NOTICE_SECONDS);
    assert.equal(await countProbes(database.getReplicaOrPrimary()), 2);
    for (const unusable of [notAReplica, unreachable]) {
      assert.equal(unusable.getReplicaOrPrimary(), unusable.db);
      await unusable.close();
    }
  });
});
