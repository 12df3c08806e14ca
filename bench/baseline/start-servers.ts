import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchDatabase, createPostgres, createSqlite } from '../data/databases.ts';
import { type Families, fillFamilies } from '../data/families.ts';
import { type BenchCall, type BenchRequest, buildRequest } from '../load/calls.ts';
import { type ServerProcess, startServer, startService, stopAllServers, stopServer } from '../load/processes.ts';
import type { BaselineCall, BaselineInput } from './baseline-server.ts';
import { createReplayScript, type Recording, type Statement } from './replay-script.ts';

/** How many children send each call while the call is recorded. The first `WARM_UP_CHILD_COUNT` of them only fill caches. */
export const RECORDED_CHILD_COUNT = 20;
const WARM_UP_CHILD_COUNT = 4;

export interface ServersOptions {
  readonly children: number;
  /** Whether to use PostgreSQL, with two processes of each server. */
  readonly postgres?: boolean;
}

export interface ComparedServers {
  readonly service: ServerProcess;
  readonly baseline: ServerProcess;
  readonly databasePid: number | undefined;
  readonly recordedCalls: ReadonlyMap<BenchCall, BaselineCall>;
  readonly families: Families;
}

/** Fills a new service with children, records the calls, starts the baseline and the service for `work`, and removes everything. */
export async function withServers(
  { children: childCount, postgres: isPostgres = false }: ServersOptions,
  calls: readonly BenchCall[],
  work: (servers: ComparedServers) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
  const dataFolder = join(folder, 'service');
  const database = isPostgres ? await createPostgres() : createSqlite(folder);
  try {
    await stopServer(await startService(dataFolder, { DATABASE_URL: database.url })); // the first start creates the tables
    const families = await fillFamilies(dataFolder, database, childCount);
    const recordedCalls = await recordOnCopy(dataFolder, database, families, calls);
    const baseline = await startBaseline(folder, await database.copy('baseline'), families, recordedCalls);
    const service = await startService(dataFolder, { DATABASE_URL: database.url, ...(isPostgres && { WORKERS: '2' }) });
    await work({ service, baseline, databasePid: database.pid, recordedCalls, families });
  } finally {
    await stopAllServers();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Records the statements and the response of each call. The calls change a copy of the database. */
async function recordOnCopy(
  dataFolder: string,
  database: BenchDatabase,
  families: Families,
  calls: readonly BenchCall[],
): Promise<Map<BenchCall, BaselineCall>> {
  const url = await database.copy('recorded');
  const options = ['--import', './bench/baseline/capture-statements.ts'];
  const service = await startService(dataFolder, { DATABASE_URL: url }, options);
  const recordedCalls = new Map<BenchCall, BaselineCall>();
  for (const call of calls) recordedCalls.set(call, await recordCall(service, call, families));
  await stopServer(service);
  return recordedCalls;
}

async function recordCall(
  { url, process: service }: ServerProcess,
  call: BenchCall,
  families: Families,
): Promise<BaselineCall> {
  const recordings: Recording[] = [];
  let response = { status: 0, body: {} };
  for (let i = 0; i < RECORDED_CHILD_COUNT; i += 1) {
    // Uses the last children, because the load uses the first ones, and a child can send some writes only once.
    const childNumber = families.childCount - i;
    service.send('record');
    response = await send(url, buildRequest(call, families.signToken(childNumber)));
    service.send('report');
    const [statements] = (await once(service, 'message')) as [Statement[]]; // sent by capture-statements.ts
    if (response.status >= 300) throw new Error(`${call.name}: ${JSON.stringify(response)}`);
    if (i >= WARM_UP_CHILD_COUNT) recordings.push({ childNumber, statements });
  }
  const scripts = recordings
    .slice(1)
    .map((recording, i) => createReplayScript(recordings[i] ?? recording, recording))
    .filter((script) => script !== undefined);
  if (scripts.length === 0) throw new Error(`${call.name}: the service runs different statements for each child`);
  return { scripts, ...response };
}

async function send(url: string, { path, ...options }: BenchRequest): Promise<{ status: number; body: object }> {
  const response = await fetch(`${url}${path}`, options);
  return { status: response.status, body: (await response.json()) as object };
}

async function startBaseline(
  folder: string,
  database: string,
  { secrets }: Families,
  recordedCalls: ReadonlyMap<BenchCall, BaselineCall>,
): Promise<ServerProcess> {
  const input: BaselineInput = {
    database,
    tokenKey: secrets.tokenKeys[0]?.key.toString('base64url') ?? '',
    calls: Object.fromEntries(
      [...recordedCalls].map(([{ path, body }, call]) => [`${body ? 'POST' : 'GET'} ${path}`, call]),
    ),
  };
  const file = join(folder, 'baseline.json');
  writeFileSync(file, JSON.stringify(input));
  return startServer(['bench/baseline/baseline-server.ts', file]);
}
