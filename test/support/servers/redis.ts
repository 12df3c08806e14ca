import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { skipUnlessInstalled, waitUntilListening } from './installed-servers.ts';

/** Test options that skip a test if Redis is not installed. */
export const NEEDS_REDIS = { skip: skipUnlessInstalled('redis-server') };

export interface RedisServer {
  readonly url: string;
  /** Suspends the process, as if its machine had hung. */
  pause(): void;
  resume(): void;
  /** Kills the process, as a crash would. */
  kill(): Promise<void>;
  /** Starts Redis again on the same port, without data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Redis on a free port of the loopback interface. It stores nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'family-redis-'));
  const port = await findFreePort();
  const start = async () => {
    const serverProcess = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    await waitUntilListening(port);
    return serverProcess;
  };
  let server = await start();
  const kill = async () => {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.signalCode === null && server.kill('SIGKILL')) await exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill,
    async restart() {
      server = await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
