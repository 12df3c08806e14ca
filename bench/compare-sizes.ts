import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFamilies, pickChildren } from './data/families.ts';
import { ANSWERS } from './load/calls.ts';
import { startService, stopServer, terminateAllProcesses } from './load/processes.ts';
import { computeMedian } from './median.ts';

// Sends the same requests, one at a time, to installations with a thousand, a hundred thousand and a million children. The
// requests of a child must not become slower when there are more children.
const CHILD_COUNTS = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number);
const REQUESTS_PER_CALL = Number(process.env.BENCH_REQUESTS ?? 600);

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const CALLS: readonly Call[] = [
  { name: 'GET stats', method: 'GET', path: '/app/users/me/stats' },
  { name: 'GET worlds', method: 'GET', path: '/app/worlds' },
  { name: 'GET rankings, family', method: 'GET', path: '/app/rankings' },
  { name: 'GET rankings, global week', method: 'GET', path: '/app/rankings?scope=global&period=week' },
  { name: 'GET rankings, global all', method: 'GET', path: '/app/rankings?scope=global&period=all' },
  { name: 'POST complete', method: 'POST', path: '/app/tasks/first-sums/complete', body: { answers: ANSWERS } },
];

interface Installation {
  readonly url: string;
  readonly tokens: readonly string[];
}

/** Prints the median of each call at each size, and the ratio of the largest to the smallest size. */
export async function compareSizes(): Promise<void> {
  const folders = CHILD_COUNTS.map(() => mkdtempSync(join(tmpdir(), 'family-sizes-')));
  try {
    const installations: Installation[] = [];
    for (const [i, childCount] of CHILD_COUNTS.entries())
      installations.push(await startInstallation(folders[i] ?? '', childCount));
    for (const call of CALLS) {
      const medians = await measureCall(call, installations);
      const columns = medians.map((ms, i) => `${CHILD_COUNTS[i]}: ${ms.toFixed(2)} ms`).join('   ');
      console.log(
        `${call.name.padEnd(28)} ${columns}   ratio ${((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2)}`,
      );
    }
  } finally {
    terminateAllProcesses();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a service with this number of children. */
async function startInstallation(folder: string, childCount: number): Promise<Installation> {
  await stopServer(await startService(folder)); // creates the tables
  const families = await fillFamilies(folder, childCount);
  const { url } = await startService(folder);
  return { url, tokens: pickChildren(families, REQUESTS_PER_CALL).map(families.signToken) };
}

/**
 * Measures the median duration at each size in milliseconds. The installations take turns, so that other load on the machine
 * affects all of them equally. Each child sends the call once, because a second completion would fail.
 */
async function measureCall(call: Call, installations: readonly Installation[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times = installations.map((): number[] => []);
  for (let round = 0; round < REQUESTS_PER_CALL; round += 1) {
    for (const [i, { url, tokens }] of installations.entries()) {
      const startedAt = performance.now();
      const status = await send(agent, url, call, tokens[round] ?? '');
      times[i]?.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${call.name}: ${status}`);
    }
  }
  agent.destroy();
  return times.map((milliseconds) => computeMedian(milliseconds.slice(milliseconds.length / 10))); // the first tenth is for warming up
}

function send(agent: Agent, url: string, { method, path, body }: Call, token: string): Promise<number> {
  const text = body && JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const clientRequest = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    clientRequest.on('error', reject);
    clientRequest.end(text);
  });
}
