import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { fillFamilies } from './families.ts';
import { measurePanel } from './panel.ts';
import { median, start, startService, stop, stopAll, waitForService } from './processes.ts';
import { compareSizes } from './sizes.ts';

// npm run bench: measures the service and the baseline in turns, so that their ratio does not depend on the machine.
const CHILDREN = Number(process.env.BENCH_CHILDREN ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 32;
const SERVICE = 'http://127.0.0.1:3190';
const BASELINE = 'http://127.0.0.1:3191';

const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
try {
  const startedAt = performance.now();
  let service = startService(folder, 3190);
  await waitForService(`${SERVICE}/healthz`);
  console.log(`ready after the first start   ${seconds(startedAt)}`);
  await stop(service);

  const { tokens, baselineKey } = await fillFamilies(folder, CHILDREN);
  const againAt = performance.now();
  service = startService(folder, 3190);
  await waitForService(`${SERVICE}/healthz`);
  console.log(`ready after the second start  ${seconds(againAt)}`);
  await sleep(3000);
  console.log(`idle memory                   ${residentMegabytes(service)} MB`);

  const baseline = start(['bench/baseline.ts', join(folder, 'family.db'), baselineKey, '3191'], {});
  await waitForService(BASELINE);
  const requests = tokens.map((token) => ({ path: '/app/users/me', headers: { authorization: `Bearer ${token}` } }));
  await compare('GET /app/users/me', requests, service, baseline);
  console.log(`memory after the load         ${residentMegabytes(service)} MB`);
  await stop(baseline);
  await stop(service);
  await measurePanel();
  await compareSizes();
} finally {
  stopAll();
  rmSync(folder, { recursive: true, force: true });
}

type Requests = { path: string; headers: Record<string, string> }[];

async function compare(name: string, requests: Requests, service: ChildProcess, baseline: ChildProcess): Promise<void> {
  await measure(SERVICE, service, requests, 2);
  await measure(BASELINE, baseline, requests, 2);
  const rates: number[] = [];
  const costs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const base = await measure(BASELINE, baseline, requests, SECONDS);
    const ours = await measure(SERVICE, service, requests, SECONDS);
    rates.push(ours.rate / base.rate);
    costs.push(base.cpu / ours.cpu);
    console.log(`${name}  round ${round}: service ${format(ours)}; baseline ${format(base)}`);
  }
  console.log(
    `${name}  ratio to the baseline, median of ${ROUNDS}: ${median(rates).toFixed(2)} by rate, ${median(costs).toFixed(2)} by CPU time`,
  );
}

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's CPU per request, which varies less than the rate on a shared machine. */
  readonly cpu: number;
}

async function measure(url: string, server: ChildProcess, requests: Requests, duration: number): Promise<Measured> {
  const before = cpuMicroseconds(server);
  const {
    requests: done,
    latency,
    non2xx,
    errors,
  } = await autocannon({ url, requests, connections: CONNECTIONS, duration });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} errors, ${errors} errors`);
  const cpu = (cpuMicroseconds(server) - before) / done.total;
  return { rate: done.average, p50: latency.p50, p99: latency.p99, cpu };
}

function format({ rate, p50, p99, cpu }: Measured): string {
  return `${rate.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ${cpu.toFixed(1)} µs CPU`;
}

/** User and system time from /proc, in ticks of ten milliseconds. */
function cpuMicroseconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(2)} s`;
}

function residentMegabytes({ pid }: ChildProcess): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) / 1000).toFixed(0);
}
