import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFamilies, pickChildNumbers } from '../data/families.ts';
import { type ActiveFamily, fillHistory, fillHistoryOfEveryHundredthChild } from '../data/history.ts';
import { waitForScheduledJobs } from '../load/measure-load.ts';
import { readIntoPageCache } from '../load/page-cache.ts';
import { openPanelSession } from '../load/panel-session.ts';
import { moveToPostgres, type PostgresInstallation } from '../load/postgres.ts';
import { startService, stopServer, terminateAllProcesses } from '../load/processes.ts';
import { computeMedian } from '../median.ts';
import { writeResults } from '../report/results.ts';
import { listReads, listWrites, type SizesCall } from './calls.ts';

// Sends the same requests, one at a time, to installations with different numbers of children, of which every hundredth has three
// years of activity. The requests of a child or parent must not become slower when there are more children.

/** How many children of each installation have been active on every day of three years. */
const ACTIVE_CHILD_COUNT = 10;
/** How often the files of the databases are read, so that their pages stay in memory. Some kernels drop pages unused for a minute. */
const PAGE_CACHE_INTERVAL_MS = 20_000;

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

interface Installation {
  readonly url: string;
  readonly childTokens: readonly string[];
  readonly family: ActiveFamily;
  /** The folder with the files of the database. */
  readonly databaseFolder: string;
  /** The active parent's session of the panel. Its code is fresh for 15 minutes. */
  panelSession: { readonly cookie: string; readonly formToken: string };
  /** The id that the latest call with `createsId` has created, by the number of the round. */
  readonly createdIds: Map<number, string>;
}

/** Prints the median of each call at each size, and the ratio of the largest to the smallest size. */
export async function compareSizes({ children, requests, postgres, results }: SizesOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-sizes-'));
  const postgresServers: PostgresInstallation[] = [];
  try {
    const installations: Installation[] = [];
    for (const childCount of children)
      installations.push(
        await startInstallation(join(folder, String(childCount)), childCount, requests, postgres && postgresServers),
      );
    const activeChildId = installations[0]?.family.childId ?? '';
    const calls = [...listReads(activeChildId), ...listWrites(activeChildId)];
    const medians: Record<string, number[]> = {};
    let lastReadAt = Number.NEGATIVE_INFINITY;
    for (const call of calls) {
      if (performance.now() - lastReadAt > PAGE_CACHE_INTERVAL_MS) {
        readIntoPageCache(installations.map(({ databaseFolder }) => databaseFolder));
        lastReadAt = performance.now();
      }
      if (call.caller === 'panel') await refreshPanelSessions(installations);
      const callMedians = await measureCall(call, installations, Math.min(requests, call.maxRequests ?? requests));
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
    for (const postgresServer of postgresServers) await postgresServer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a service with this number of children, on SQLite or on a PostgreSQL server that is added to `postgresServers`. */
async function startInstallation(
  folder: string,
  childCount: number,
  requestCount: number,
  postgresServers: PostgresInstallation[] | undefined,
): Promise<Installation> {
  const dataFolder = join(folder, 'sqlite-data');
  await stopServer(await startService(dataFolder)); // creates the tables
  const families = await fillFamilies(dataFolder, childCount);
  fillHistoryOfEveryHundredthChild(dataFolder);
  const family = fillHistory(dataFolder, ACTIVE_CHILD_COUNT);
  const postgres = postgresServers && (await moveToPostgres(dataFolder, folder));
  if (postgres) postgresServers.push(postgres);
  const service = postgres
    ? await startService(postgres.settings.DATA_DIR, { settings: postgres.settings })
    : await startService(dataFolder);
  await waitForScheduledJobs(service.process);
  console.log(`started with ${childCount} children`);
  const childTokens = pickChildNumbers(families, requestCount).map(families.signToken);
  const databaseFolder = postgres?.databaseFolder ?? dataFolder;
  return {
    url: service.url,
    childTokens,
    family,
    databaseFolder,
    panelSession: { cookie: '', formToken: '' },
    createdIds: new Map(),
  };
}

/** Signs the active parents in again, so that pages that need a fresh code can be measured. */
async function refreshPanelSessions(installations: readonly Installation[]): Promise<void> {
  for (const installation of installations) {
    const { url, family } = installation;
    const cookie = await openPanelSession(url, family.parentToken);
    const page = await (await fetch(`${url}/panel/account`, { headers: { cookie } })).text();
    installation.panelSession = { cookie, formToken: /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '' };
  }
}

/**
 * Measures the median duration at each size in milliseconds. The installations take turns, so that other load on the machine
 * affects all of them equally. A call of a child without much activity is sent by a different child in each round, because a second
 * completion would fail.
 */
async function measureCall(
  call: SizesCall,
  installations: readonly Installation[],
  requestCount: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const durationsMs = installations.map((): number[] => []);
  for (let round = 0; round < requestCount; round += 1) {
    for (const [i, installation] of installations.entries()) {
      const preparedRequest = prepareRequest(call, installation, round);
      const startedAt = performance.now();
      const { status, text } = await send(agent, preparedRequest);
      durationsMs[i]?.push(performance.now() - startedAt);
      if (status >= 400) throw new Error(`${call.name}: ${status} ${text}`);
      if (call.createsId) installation.createdIds.set(round, JSON.parse(text).data.id);
    }
  }
  agent.destroy();
  return durationsMs.map((durations) => computeMedian(durations.slice(durations.length / 10))); // the first tenth is for warming up
}

interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function prepareRequest(
  { caller, method, path, body }: SizesCall,
  { url, childTokens, family, panelSession, createdIds }: Installation,
  round: number,
): PreparedRequest {
  const filledPath = path.replace('{created}', createdIds.get(round) ?? '').replace('{round}', String(round));
  const target = { url: `${url}${filledPath}`, method };
  if (caller === 'panel') {
    const headers = { cookie: panelSession.cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' };
    if (!body) return { ...target, headers, body: '' };
    const form = new URLSearchParams({ form_token: panelSession.formToken, ...(body as Record<string, string>) });
    const type = 'application/x-www-form-urlencoded';
    return { ...target, headers: { ...headers, 'content-type': type }, body: String(form) };
  }
  const tokens = { child: childTokens[round] ?? '', 'active child': family.childToken, parent: family.parentToken };
  const headers = {
    authorization: `Bearer ${tokens[caller]}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  return { ...target, headers, body: body ? JSON.stringify(body) : '' };
}

function send(
  agent: Agent,
  { url, method, headers, body }: PreparedRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    // Node sends the length of a DELETE request only if it is set here.
    const allHeaders = { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
    const clientRequest = request(url, { agent, method, headers: allHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: String(Buffer.concat(chunks)) }));
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}
