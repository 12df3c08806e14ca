import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Families, fillFamilies } from '../data/families.ts';
import type { BenchCall } from '../load/calls.ts';
import { type ServerProcess, startBenchProgram, startService, stopServer } from '../load/processes.ts';
import type { BaselineCall, BaselineInput } from './baseline-server.ts';
import { recordCalls } from './record-calls.ts';

export interface ComparedServers {
  readonly service: ServerProcess;
  readonly baseline: ServerProcess;
  readonly recordedCalls: ReadonlyMap<BenchCall, BaselineCall>;
  readonly families: Families;
  readonly firstStartSeconds: number;
  readonly laterStartSeconds: number;
}

/** Fills a new service in `folder` with children, records the calls, and starts the baseline and the service. */
export async function startServers(
  folder: string,
  childCount: number,
  calls: readonly BenchCall[],
): Promise<ComparedServers> {
  const dataFolder = join(folder, 'service');
  const { seconds: firstStartSeconds, service: firstService } = await measureStart(dataFolder);
  await stopServer(firstService); // the first start created the tables
  const families = await fillFamilies(dataFolder, childCount);
  const recordedCalls = await recordOnCopy(folder, families, calls);
  const baseline = await startBaseline(folder, families, recordedCalls);
  const { seconds: laterStartSeconds, service } = await measureStart(dataFolder);
  return { service, baseline, recordedCalls, families, firstStartSeconds, laterStartSeconds };
}

async function measureStart(dataFolder: string): Promise<{ seconds: number; service: ServerProcess }> {
  const startedAt = performance.now();
  const service = await startService(dataFolder);
  return { seconds: (performance.now() - startedAt) / 1000, service };
}

async function recordOnCopy(
  folder: string,
  families: Families,
  calls: readonly BenchCall[],
): Promise<Map<BenchCall, BaselineCall>> {
  const copy = join(folder, 'recording');
  cpSync(join(folder, 'service'), copy, { recursive: true });
  const recordedCalls = await recordCalls(copy, families, calls);
  rmSync(copy, { recursive: true });
  return recordedCalls;
}

async function startBaseline(
  folder: string,
  { secrets }: Families,
  recordedCalls: Map<BenchCall, BaselineCall>,
): Promise<ServerProcess> {
  const database = join(folder, 'baseline.db');
  cpSync(join(folder, 'service', 'family.db'), database);
  const input: BaselineInput = {
    database,
    tokenKey: secrets.tokenKeys[0]?.key.toString('base64url') ?? '',
    pinPepper: secrets.pinPepper.toString('base64url'),
    calls: Object.fromEntries([...recordedCalls].map(([{ method, path }, call]) => [`${method} ${path}`, call])),
  };
  const file = join(folder, 'baseline.json');
  writeFileSync(file, JSON.stringify(input));
  return startBenchProgram(['bench/baseline/baseline-server.ts', file]);
}
