import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const running: ChildProcess[] = [];

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Starts the service as an operator would, but in development mode, without rate limits, and logging only warnings. Waits until it responds. */
export async function startService(folder: string, nodeOptions: readonly string[] = []): Promise<ServerProcess> {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'development' };
  return waitForServer(port, start([...nodeOptions, 'src/app/start.js', 'serve'], env));
}

/** Starts a program of the bench, which gets a free port as its last argument. Waits until it responds. */
export async function startBenchProgram(args: readonly string[]): Promise<ServerProcess> {
  const port = await freePort();
  return waitForServer(port, start([...args, String(port)], {}));
}

async function waitForServer(port: number, process: ChildProcess): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${port}`;
  await waitForResponse(process, `${url}/healthz`);
  return { url, process };
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  running.push(child);
  return child;
}

export async function stop({ process: child }: ServerProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

export function terminateAll(): void {
  for (const child of running) child.kill('SIGTERM');
}

async function waitForResponse(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return void (await response.arrayBuffer());
    await sleep(10);
  }
  throw new Error(`The process that should respond at ${url} has ended.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  return port;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
