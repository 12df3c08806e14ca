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
export function startService(
  folder: string,
  env: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const settings = { DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'development', ...env };
  return startServer([...nodeOptions, 'src/app/start.js', 'serve'], settings);
}

/** Starts a program that listens on the port in PORT. Waits until it responds. */
export async function startServer(args: readonly string[], env: Record<string, string> = {}): Promise<ServerProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const serverProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: String(port), ...env },
  });
  startedProcesses.push(serverProcess);
  while (isRunning(serverProcess)) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response) return { url, process: serverProcess };
    await sleep(10);
  }
  throw new Error(`The process that should respond at ${url} has ended.`);
}

export async function stopServer({ process: serverProcess }: Pick<ServerProcess, 'process'>): Promise<void> {
  if (!isRunning(serverProcess)) return;
  const exited = new Promise((resolve) => serverProcess.once('exit', resolve));
  serverProcess.kill('SIGTERM');
  await exited;
}

export async function stopAllServers(): Promise<void> {
  for (const serverProcess of startedProcesses) await stopServer({ process: serverProcess });
}

/** Whether a process is running. A process that was killed by a signal has a signal code, but no exit code. */
function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
