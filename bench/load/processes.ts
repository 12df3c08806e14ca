import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../test/support/servers/free-port.ts';

const startedProcesses: ChildProcess[] = [];

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/**
 * Starts the service as an operator does, but in development mode, without rate limits, and at log level `warn`.
 * Waits until it responds.
 */
export async function startService(folder: string, nodeOptions: readonly string[] = []): Promise<ServerProcess> {
  const port = await findFreePort();
  const env = { PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'development' };
  return waitForServer(port, spawnNode([...nodeOptions, 'src/app/start.js', 'serve'], env));
}

/** Starts a benchmark program with a free port as its last argument. Waits until it responds. */
export async function startBenchProgram(args: readonly string[]): Promise<ServerProcess> {
  const port = await findFreePort();
  return waitForServer(port, spawnNode([...args, String(port)], {}));
}

async function waitForServer(port: number, serverProcess: ChildProcess): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${port}`;
  await waitForResponse(serverProcess, `${url}/healthz`);
  return { url, process: serverProcess };
}

function spawnNode(args: string[], env: Record<string, string>): ChildProcess {
  const serverProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  startedProcesses.push(serverProcess);
  return serverProcess;
}

export async function stopServer({ process: serverProcess }: ServerProcess): Promise<void> {
  if (!isRunning(serverProcess)) return;
  const exited = new Promise((resolve) => serverProcess.once('exit', resolve));
  serverProcess.kill('SIGTERM');
  await exited;
}

export function terminateAllProcesses(): void {
  for (const serverProcess of startedProcesses) serverProcess.kill('SIGTERM');
}

async function waitForResponse(serverProcess: ChildProcess, url: string): Promise<void> {
  while (isRunning(serverProcess)) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return void (await response.arrayBuffer());
    await sleep(10);
  }
  throw new Error(`The process that should respond at ${url} has ended.`);
}

/** Whether a process is running. A process that was killed by a signal has a signal code, but no exit code. */
function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
