import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { fillFamilies } from './families.ts';

// npm run bench: the service and the floor take turns on this machine, so that only the ratio counts, not the machine.
const CHILDREN = Number(process.env.BENCH_CHILDREN ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 32;
const SERVICE = 'http://127.0.0.1:3190';
const FLOOR = 'http://127.0.0.1:3191';

const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
const running: ChildProcess[] = [];
try {
  const startedAt = performance.now();
  let service = startService();
  await answers(`${SERVICE}/healthz`);
  console.log(`ready after the first start   ${seconds(startedAt)}`);
  await stop(service);

  const { tokens, floorKey } = await fillFamilies(folder, CHILDREN);
  const againAt = performance.now();
  service = startService();
  await answers(`${SERVICE}/healthz`);
  console.log(`ready after the second start  ${seconds(againAt)}`);
  await sleep(3000);
  console.log(`idle memory                   ${residentMegabytes(service)} MB`);

  start(['bench/floor.ts', join(folder, 'family.db'), floorKey, '3191'], {});
  await answers(FLOOR);
  const requests = tokens.map((token) => ({ path: '/app/users/me', headers: { authorization: `Bearer ${token}` } }));
  await compare('GET /app/users/me', requests);
  console.log(`memory after the load         ${residentMegabytes(service)} MB`);
} finally {
  for (const process of running) process.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

type Requests = { path: string; headers: Record<string, string> }[];

async function compare(name: string, requests: Requests): Promise<void> {
  await measure(SERVICE, requests, 2);
  await measure(FLOOR, requests, 2);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const floor = await measure(FLOOR, requests, SECONDS);
    const service = await measure(SERVICE, requests, SECONDS);
    ratios.push(service.rate / floor.rate);
    console.log(
      `${name}  round ${round}: service ${service.rate.toFixed(0)}/s (p50 ${service.p50} ms, p99 ${service.p99} ms), floor ${floor.rate.toFixed(0)}/s, ratio ${(service.rate / floor.rate).toFixed(2)}`,
    );
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  console.log(`${name}  ratio to the floor, median of ${ROUNDS}: ${median.toFixed(2)}`);
}

async function measure(url: string, requests: Requests, duration: number) {
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function startService(): ChildProcess {
  const env = { PORT: '3190', DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'development' };
  return start(['src/app/start.js', 'serve'], env);
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  running.push(child);
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return void (await response.arrayBuffer());
    await sleep(10);
  }
  throw new Error(`${url} does not answer`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(2)} s`;
}

function residentMegabytes({ pid }: ChildProcess): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) / 1000).toFixed(0);
}
