import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSmallPacksFolder, PARSE_CACHE_FILE, SMALL_PARSE_CACHE_FILE } from '../content/packs.ts';
import { findFreePort } from '../servers/free-port.ts';

export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything written to stdout and stderr so far. */
  getOutput(): string;
  /** Resolves with the exit code or the name of the signal. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
}

let smallPacks: string | undefined;
const SERVE = [process.execPath, 'src/app/start.js', 'serve'];

/**
 * Starts the service in a separate process, as an operator does. Resolves when it responds or has ended. The parse cache
 * of the tests is copied into its data folder, because reading the packs without the cache takes seconds. Without CONTENT_DIR,
 * the service has the small packs, and with an empty one all packs.
 */
export async function startService(env: Readonly<Record<string, string>>, command = SERVE): Promise<Service> {
  if (env.DATA_DIR !== undefined)
    addParseCache(env.DATA_DIR, env.CONTENT_DIR === '' ? PARSE_CACHE_FILE : SMALL_PARSE_CACHE_FILE);
  const port = env.PORT ?? String(await findFreePort());
  smallPacks ??= createSmallPacksFolder();
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const [program = '', ...args] = command;
  const serviceProcess = spawn(program, args, {
    env: { PATH, PORT: port, CONTENT_DIR: smallPacks, NODE_COMPILE_CACHE, ...env },
  });
  let output = '';
  for (const stream of [serviceProcess.stdout, serviceProcess.stderr]) stream.on('data', (chunk) => (output += chunk));
  let hasEnded = false;
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    serviceProcess.once('close', (code, signal) => {
      hasEnded = true;
      resolve(code ?? signal);
    }),
  );
  const service = { url: `http://127.0.0.1:${port}`, process: serviceProcess, getOutput: () => output, exited };
  for (let polls = 0; polls < 1500 && !hasEnded; polls += 1) {
    const response = await fetch(`${service.url}/healthz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return service;
    await sleep(20);
  }
  if (!hasEnded) throw new Error(`the service does not respond: ${output}`);
  return service;
}

/** Runs a command in a separate process, as an operator does. Returns its exit code and its output when it has ended. */
export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return spawnSync(process.execPath, [...nodeOptions, '--', 'src/app/start.js', ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    encoding: 'utf8',
  });
}

/** Copies the parse cache of the tests into a data folder that has none. */
export function addParseCache(dataDir: string, cacheFile = PARSE_CACHE_FILE): void {
  const file = join(dataDir, 'content-cache.json');
  if (existsSync(file) || !existsSync(cacheFile)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(cacheFile, file);
}

export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { data: Record<string, string> } };
}

/** How many requests each service has counted alone, because Redis did not answer in time. */
export function readCountedAlone(services: readonly Pick<Service, 'url'>[]): Promise<number[]> {
  return Promise.all(
    services.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^rate_limits_counted_alone_total (\d+)/m.exec(text)?.[1]);
    }),
  );
}
