import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipUnlessInstalled, waitUntilListening } from './installed-servers.ts';
import { freePort } from './postgres.ts';

export const NEEDS_REDIS = { skip: skipUnlessInstalled('redis-server') };

export interface RedisServer {
  readonly url: string;
  /** Stops the process, like a hanging machine. */
  pause(): void;
  resume(): void;
  /** Ends the process like a crash. */
  kill(): Promise<void>;
  /** Starts Redis again on the same port, without data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real Redis on a free port of loopback. It stores nothing on the disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'family-redis-'));
  const port = await freePort();
  const start = async () => {
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    await waitUntilListening(port);
    return child;
  };
  let child = await start();
  const kill = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill,
    async restart() {
      child = await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
