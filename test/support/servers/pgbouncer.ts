import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { skipUnlessInstalled, waitUntilListening } from './installed-servers.ts';

const PATH = `${process.env.PATH}:/usr/sbin`;

/** Test options that skip a test if pgbouncer is not installed. */
export const NEEDS_PGBOUNCER = { skip: skipUnlessInstalled('pgbouncer') };

/** The same for tests with named statements, which pgbouncer supports since version 1.21. */
export const NEEDS_NAMED_STATEMENTS = { skip: NEEDS_PGBOUNCER.skip || skipOldPgbouncer() };

function skipOldPgbouncer(): string | false {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH } });
  return Number(/PgBouncer 1\.(\d+)/.exec(stdout)?.[1]) < 21 && 'needs pgbouncer 1.21';
}

export interface Pgbouncer {
  /** Returns the URL that reaches a database of the server through pgbouncer. */
  getUrl(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts pgbouncer in transaction mode in front of a PostgreSQL server, with at most `poolSize` connections to each database. */
export async function startPgbouncer(serverUrl: string, poolSize: number): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'family-pgbouncer-'));
  const port = await findFreePort();
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const config = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
    ...(NEEDS_NAMED_STATEMENTS.skip ? [] : ['max_prepared_statements = 200']),
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, config.join('\n'));
  chmodSync(folder, 0o755); // pgbouncer refuses to run as root; another user must be able to read the folder
  const userArguments = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pgbouncer = spawn('pgbouncer', [...userArguments, file], { stdio: 'ignore', env: { ...process.env, PATH } });
  const exited = new Promise((resolve) => pgbouncer.once('exit', resolve));
  await waitUntilListening(port);
  return {
    getUrl: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async stop() {
      pgbouncer.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
