import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFamilies, pickChildren } from './data/families.ts';
import { fillHistory } from './data/history.ts';
import { ANSWERS } from './load/calls.ts';
import { openPanelSession } from './load/panel-session.ts';
import { moveToPostgres, type PostgresInstallation } from './load/postgres.ts';
import { startService, stopServer, terminateAllProcesses } from './load/processes.ts';
import { computeMedian } from './median.ts';
import { writeResults } from './report/results.ts';

// Sends the same requests, one at a time, to installations with different numbers of children. The requests of a child or parent
// must not become slower when there are more children.

/** How many children of each installation have three years of activity. */
const ACTIVE_CHILDREN = 10;

interface SizesOptions {
  /** The numbers of children. */
  readonly children: readonly number[];
  /** How often each request is sent. */
  readonly requests: number;
  readonly postgres?: true;
  readonly results?: string;
}

/** The measurements of `npm run bench -- sizes`. */
export interface SizesMeasurements {
  readonly database: 'sqlite' | 'postgres';
  readonly childCounts: readonly number[];
  /** The median duration of each request in milliseconds, at each number of children. */
  readonly medians: Readonly<Record<string, readonly number[]>>;
}

interface Call {
  readonly name: string;
  /** Of many children with little activity, of a child with three years of activity, or of its parent in the panel. */
  readonly caller: 'children' | 'active child' | 'parent';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

const get = (caller: Call['caller'], path: string): Call => {
  return { name: `GET ${path} (${caller})`, caller, method: 'GET', path };
};

/** The calls for an active child with this id. */
const listCalls = (activeChildId: string): readonly Call[] => [
  get('children', '/app/users/me'),
  get('children', '/app/users/me/stats'),
  get('children', '/app/users/me/badges'),
  get('children', '/app/todos'),
  get('children', '/app/worlds'),
  get('children', '/app/worlds/number-garden'),
  get('children', '/app/tasks/first-sums'),
  get('children', '/app/practice/today'),
  get('children', '/app/rankings'),
  get('children', '/app/rankings?scope=global&period=week'),
  get('children', '/app/rankings?scope=global&period=all'),
  {
    name: 'POST complete (children)',
    caller: 'children',
    method: 'POST',
    path: '/app/tasks/first-sums/complete',
    body: { answers: ANSWERS },
  },
  get('active child', '/app/users/me/stats'),
  get('active child', '/app/todos'),
  get('active child', '/app/worlds'),
  get('active child', '/app/practice/today'),
  get('active child', '/app/rankings?scope=global&period=week'),
  get('parent', '/panel'),
  get('parent', '/panel/approvals'),
  ...['', '/activity', '/answers', '/todos', '/badges', '/ledger', '/settings'].map((page) =>
    get('parent', `/panel/children/${activeChildId}${page}`),
  ),
];

interface Installation {
  readonly url: string;
  readonly childTokens: readonly string[];
  readonly activeChildId: string;
  readonly activeChildToken: string;
  readonly panelCookie: string;
}

/** Prints the median of each call at each size, and the ratio of the largest to the smallest size. */
export async function compareSizes({ children, requests, postgres, results }: SizesOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-sizes-'));
  const servers: PostgresInstallation[] = [];
  try {
    const installations: Installation[] = [];
    for (const childCount of children)
      installations.push(
        await startInstallation(join(folder, String(childCount)), childCount, requests, postgres && servers),
      );
    const medians: Record<string, number[]> = {};
    for (const call of listCalls(installations[0]?.activeChildId ?? '')) {
      const callMedians = await measureCall(call, installations, requests);
      medians[call.name] = callMedians;
      const columns = callMedians.map((ms, i) => `${children[i]}: ${ms.toFixed(2)} ms`).join('   ');
      const ratio = (callMedians.at(-1) ?? 0) / (callMedians[0] ?? 1);
      console.log(`${call.name.padEnd(66)} ${columns}   ratio ${ratio.toFixed(2)}`);
    }
    const measurements: SizesMeasurements = {
      database: postgres ? 'postgres' : 'sqlite',
      childCounts: children,
      medians,
    };
    if (results !== undefined) console.log(writeResults(results, measurements));
  } finally {
    terminateAllProcesses();
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a service with this number of children, on SQLite or on a PostgreSQL server that is added to `servers`. */
async function startInstallation(
  folder: string,
  childCount: number,
  requests: number,
  servers: PostgresInstallation[] | undefined,
): Promise<Installation> {
  const dataFolder = join(folder, 'sqlite-data');
  await stopServer(await startService(dataFolder)); // creates the tables
  const families = await fillFamilies(dataFolder, childCount);
  const { token, childId: activeChildId, childToken: activeChildToken } = fillHistory(dataFolder, ACTIVE_CHILDREN);
  const postgres = servers && (await moveToPostgres(dataFolder, folder));
  if (postgres) servers.push(postgres);
  const { url } = postgres
    ? await startService(postgres.settings.DATA_DIR, { settings: postgres.settings })
    : await startService(dataFolder);
  return {
    url,
    childTokens: pickChildren(families, requests).map(families.signToken),
    activeChildId,
    activeChildToken,
    panelCookie: await openPanelSession(url, token),
  };
}

/**
 * Measures the median duration at each size in milliseconds. The installations take turns, so that other load on the machine
 * affects all of them equally. Each child sends the call once, because a second completion would fail.
 */
async function measureCall(call: Call, installations: readonly Installation[], requests: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times = installations.map((): number[] => []);
  for (let round = 0; round < requests; round += 1) {
    for (const [i, installation] of installations.entries()) {
      const headers = createHeaders(call, installation, round);
      const startedAt = performance.now();
      const status = await send(agent, installation.url, call, headers);
      times[i]?.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${call.name}: ${status}`);
    }
  }
  agent.destroy();
  return times.map((milliseconds) => computeMedian(milliseconds.slice(milliseconds.length / 10))); // the first tenth is for warming up
}

function createHeaders({ caller, body }: Call, installation: Installation, round: number): Record<string, string> {
  if (caller === 'parent') return { cookie: installation.panelCookie, accept: 'text/html' };
  const token = caller === 'active child' ? installation.activeChildToken : (installation.childTokens[round] ?? '');
  return { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
}

function send(
  agent: Agent,
  url: string,
  { method, path, body }: Call,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    clientRequest.on('error', reject);
    clientRequest.end(body && JSON.stringify(body));
  });
}
