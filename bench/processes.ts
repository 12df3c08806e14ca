import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const running: ChildProcess[] = [];

/** Starts the service as an operator would, but without rate limits and with a short log. */
export function startService(folder: string, port: number): ChildProcess {
  const env = { PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'development' };
  return start(['src/app/start.js', 'serve'], env);
}

export function start(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  running.push(child);
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

export function stopAll(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Waits until the service responds. */
export async function waitForService(url: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return void (await response.arrayBuffer());
    await sleep(10);
  }
  throw new Error(`${url} does not respond`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
