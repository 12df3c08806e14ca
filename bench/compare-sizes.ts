import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFamilies, pickChildren } from './data/families.ts';
import { ANSWERS } from './load/calls.ts';
import { median, startService, stop, terminateAll } from './load/processes.ts';

// The same requests with a thousand, a hundred thousand and a million children: requests of a child must not become slower
// with the number of other children. One request at a time.
const SIZES = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 600);

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

/** Prints the median of each call at each size, and how the largest compares with the smallest. */
export async function compareSizes(): Promise<void> {
  const folders = SIZES.map(() => mkdtempSync(join(tmpdir(), 'family-sizes-')));
  try {
    const installations: Installation[] = [];
    for (const [i, size] of SIZES.entries()) installations.push(await startInstallation(folders[i] ?? '', size));
    for (const call of CALLS) {
      const medians = await measureCall(call, installations);
      const all = medians.map((ms, i) => `${SIZES[i]}: ${ms.toFixed(2)} ms`).join('   ');
      console.log(`${call.name.padEnd(28)} ${all}   ratio ${((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2)}`);
    }
  } finally {
    terminateAll();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a service with this number of children. */
async function startInstallation(folder: string, size: number): Promise<Installation> {
  await stop(await startService(folder)); // the start has created the tables
  const families = await fillFamilies(folder, size);
  const { url } = await startService(folder);
  return { url, tokens: pickChildren(families, REQUESTS).map(families.signToken) };
}

/**
 * The median at each size in milliseconds. The sizes take turns at each request, so that other load of the machine affects
 * all of them equally. Each child sends one request, so that none is refused.
 */
async function measureCall(call: Call, installations: readonly Installation[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times = installations.map((): number[] => []);
  for (let n = 0; n < REQUESTS; n += 1) {
    for (const [i, { url, tokens }] of installations.entries()) {
      const startedAt = performance.now();
      const status = await send(agent, url, call, tokens[n] ?? '');
      times[i]?.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${call.name}: ${status}`);
    }
  }
  agent.destroy();
  return times.map((all) => median(all.slice(all.length / 10))); // the first ones warm up
}

function send(agent: Agent, url: string, { method, path, body }: Call, token: string): Promise<number> {
  const text = body && JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
