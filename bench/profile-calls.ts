import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORDED_CHILD_COUNT } from './baseline/record-calls.ts';
import { startServers } from './baseline/start-servers.ts';
import { type BenchRequest, CALLS } from './load/calls.ts';
import { measureLoad } from './load/measure-load.ts';
import { type ServerProcess, terminateAllProcesses } from './load/processes.ts';
import { createRoundRequests } from './load/round-requests.ts';

// Shows in which parts of the code the service spends the CPU time of a call, next to the baseline, a minimal server that runs the
// same SQL statements (baseline/baseline-server.ts).

interface ProfileOptions {
  readonly children: number;
  readonly seconds: number;
  /** The names of the calls. */
  readonly only: readonly string[];
  /** How many functions to list after each table. */
  readonly functions: number;
}

/** The CPU time per request in microseconds, by part of the code or by function. */
type CpuTimes = ReadonlyMap<string, number>;

interface ProfiledLoad {
  readonly parts: CpuTimes;
  readonly functions: CpuTimes;
}

/** The packages of the HTTP framework. */
const FRAMEWORK = /^(fastify|find-my-way|fast-json-stringify|@fastify\/.*|avvio|rfdc|process-warning|reusify)$/;
/** The methods of node:sqlite, which are native functions: a profile contains their names, but no file. */
const SQLITE_METHODS = new Set(['all', 'get', 'run', 'exec', 'iterate']);

/** Prints a Markdown table for each call. The shares of a profile are multiplied by the CPU time per request. */
export async function profileCalls({ children, seconds, only, functions }: ProfileOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-profile-'));
  try {
    const calls = CALLS.filter(({ name }) => only.includes(name));
    const nodeOptions = ['--import', join(import.meta.dirname, 'baseline/profiler.ts')];
    const { service, baseline, families } = await startServers(folder, children, calls, nodeOptions);
    for (const call of calls) {
      const [warmUpRequests = [], requests = []] = createRoundRequests(call, families, 2, RECORDED_CHILD_COUNT);
      const profiles: ProfiledLoad[] = [];
      for (const server of [service, baseline]) {
        const load = { url: server.url, seconds, onlyOnce: call.oncePerChild ?? false };
        await measureLoad(server.process, { ...load, requests: warmUpRequests, seconds: 1 });
        profiles.push(await profileLoad(server, { ...load, requests }));
      }
      printTable(
        call.name,
        profiles.map(({ parts }) => parts),
      );
      for (const [name, microseconds] of listLongest(profiles[0]?.functions, functions))
        console.log(`${microseconds.toFixed(1).padStart(8)} µs  ${name}`);
    }
  } finally {
    terminateAllProcesses();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function profileLoad(
  { process: serverProcess }: ServerProcess,
  load: { url: string; requests: readonly BenchRequest[]; seconds: number; onlyOnce: boolean },
): Promise<ProfiledLoad> {
  await exchangeMessages(serverProcess, 'start-profile');
  const { cpuMicroseconds } = await measureLoad(serverProcess, load);
  const [profile] = (await exchangeMessages(serverProcess, 'stop-profile')) as [Profiler.Profile];
  return {
    parts: distribute(cpuMicroseconds, profile, getPart),
    functions: distribute(cpuMicroseconds, profile, formatFunction),
  };
}

/** Sends a message to the profiler of a server and waits for its reply. */
function exchangeMessages(serverProcess: ChildProcess, message: string): Promise<unknown[]> {
  const reply = once(serverProcess, 'message');
  serverProcess.send(message);
  return reply;
}

type CallFrame = Profiler.Profile['nodes'][number]['callFrame'];

/**
 * Distributes the CPU time of a request over groups of functions, in proportion to the samples in which the main thread was not
 * idle.
 */
function distribute(
  cpuMicroseconds: number,
  { nodes, samples = [] }: Profiler.Profile,
  getGroup: (callFrame: CallFrame) => string,
): CpuTimes {
  const groups = new Map(nodes.map(({ id, callFrame }) => [id, getGroup(callFrame)]));
  const idleNodes = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id));
  const busySamples = samples.filter((id) => !idleNodes.has(id));
  const times = new Map<string, number>();
  for (const id of busySamples) {
    const group = groups.get(id) ?? '';
    times.set(group, (times.get(group) ?? 0) + cpuMicroseconds / busySamples.length);
  }
  return times;
}

/** Returns the part of the code to which a function belongs. */
function getPart({ functionName, url }: CallFrame): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'kernel and native code of Node';
  if (url === '' && SQLITE_METHODS.has(functionName)) return 'SQLite';
  if (url === '' || url.startsWith('node:')) return 'Node (HTTP, streams, crypto, JSON)';
  const packageName = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (packageName !== undefined) return FRAMEWORK.test(packageName) ? 'Fastify' : 'other packages';
  return /\/(src\/platform\/[^/]+|src\/[^/]+|bench)\//.exec(url)?.[1] ?? 'other';
}

function formatFunction({ functionName, url, lineNumber }: CallFrame): string {
  return `${functionName || '(anonymous)'} ${url.replace(/.*\/(?=src\/|node_modules\/)/, '')}:${lineNumber + 1}`;
}

function listLongest(times: CpuTimes = new Map(), count: number): [string, number][] {
  return [...times].sort(([, a], [, b]) => b - a).slice(0, count);
}

function printTable(name: string, [service = new Map(), baseline = new Map()]: readonly CpuTimes[]): void {
  const sumTimes = (times: CpuTimes) => [...times.values()].reduce((total, time) => total + time, 0);
  const parts = [...new Set([...service.keys(), ...baseline.keys()])];
  const rows = parts.map((part) => ({ part, service: service.get(part) ?? 0, baseline: baseline.get(part) ?? 0 }));
  rows.sort((a, b) => b.service - a.service);
  rows.push({ part: '**all**', service: sumTimes(service), baseline: sumTimes(baseline) });
  console.log(`\n| ${name} | service | baseline |\n|---|---|---|`);
  for (const row of rows) console.log(`| ${row.part} | ${row.service.toFixed(1)} | ${row.baseline.toFixed(1)} |`);
}
