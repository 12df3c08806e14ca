import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFamilies } from './families.ts';
import { answers, median, startService, stop } from './processes.ts';

// The same requests with a thousand, a hundred thousand and a million children: what a child does must not become slower
// by how many others there are. One request at a time; each size's service is alone, and they take turns.
const SIZES = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 600);
const FIRST_PORT = 3192;

const SUMS = [
  { item_id: 'seven-and-five', response: 'twelve' },
  { item_id: 'even-eight', response: 'so' },
  { item_id: 'nine-and-six', response: 15 },
  { item_id: 'eight-in-letters', response: 'eight' },
];

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
  { name: 'POST complete', method: 'POST', path: '/app/tasks/first-sums/complete', body: { answers: SUMS } },
];

/** Prints the median of each call at each size, and how the largest compares with the smallest. */
export async function compareSizes(): Promise<void> {
  const folders = SIZES.map(() => mkdtempSync(join(tmpdir(), 'family-sizes-')));
  const medians = new Map(CALLS.map(({ name }) => [name, [] as number[]]));
  try {
    for (const [i, size] of SIZES.entries()) {
      const folder = folders[i] ?? '';
      const port = FIRST_PORT + i;
      const empty = startService(folder, port);
      await answers(`http://127.0.0.1:${port}/healthz`);
      await stop(empty); // it has made the tables
      const { tokens } = await fillFamilies(folder, size);
      const service = startService(folder, port);
      await answers(`http://127.0.0.1:${port}/healthz`);
      for (const call of CALLS) medians.get(call.name)?.push(await time(port, call, tokens));
      await stop(service);
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  for (const [name, times] of medians) {
    const all = times.map((ms, i) => `${SIZES[i]}: ${ms.toFixed(2)} ms`).join('   ');
    console.log(`${name.padEnd(26)} ${all}   ratio ${((times.at(-1) ?? 0) / (times[0] ?? 1)).toFixed(2)}`);
  }
}

/** The median of one request at a time, in milliseconds; each child once, so that nothing is refused. */
async function time(port: number, call: Call, tokens: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const token of tokens.slice(0, REQUESTS)) {
    const startedAt = performance.now();
    const status = await send(agent, port, call, token);
    times.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${call.name}: ${status}`);
  }
  agent.destroy();
  return median(times.slice(times.length / 10)); // the first ones warm up
}

function send(agent: Agent, port: number, { method, path, body }: Call, token: string): Promise<number> {
  const text = body && JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
