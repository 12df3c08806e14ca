import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Families, fillFamilies } from '../data/families.ts';
import type { Call } from '../load/calls.ts';
import { readResidentMegabytes } from '../load/measure-load.ts';
import {
  type ServerProcess,
  startBenchProgram,
  startService,
  stopServer,
  terminateAllProcesses,
} from '../load/processes.ts';
import { type ProcessMeasurements, writeResults } from '../report/results.ts';
import { printHeader, printReference, printRow } from '../report/table.ts';
import type { BaselineCall, BaselineInput } from './baseline-server.ts';
import { type Comparison, type ComparisonOptions, compareCalls } from './compare-calls.ts';
import { recordCalls } from './record-calls.ts';

/** Compares the service with the baseline and prints a table. With `results`, also writes the measurements to that folder. */
export async function compareWithBaseline(
  options: ComparisonOptions & { children: number; results?: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
  const dataFolder = join(folder, 'service');
  try {
    const { seconds: firstStartSeconds, service: firstService } = await measureStart(dataFolder);
    await stopServer(firstService); // the first start has created the tables
    const families = await fillFamilies(dataFolder, options.children);
    const recordedCalls = await recordOnCopy(folder, families);
    const baseline = await startBaseline(folder, families, recordedCalls);
    const { seconds: laterStartSeconds, service } = await measureStart(dataFolder);
    await sleep(3000);
    const idleMegabytes = readResidentMegabytes(service.process);
    console.log(
      `ready after the first start ${firstStartSeconds.toFixed(2)} s, later ${laterStartSeconds.toFixed(2)} s`,
    );
    console.log(`idle memory ${idleMegabytes} MB\n`);
    printHeader();
    const calls: Comparison[] = [];
    for await (const comparison of compareCalls({ service, baseline }, recordedCalls, families, options)) {
      printRow(comparison);
      calls.push(comparison);
    }
    const megabytesAfterLoad = readResidentMegabytes(service.process);
    console.log(`\nmemory after the load ${megabytesAfterLoad} MB`);
    printReference();
    const processMeasurements: ProcessMeasurements = {
      firstStartSeconds,
      laterStartSeconds,
      idleMegabytes,
      megabytesAfterLoad,
    };
    if (options.results !== undefined)
      console.log(writeResults(options.results, { childCount: options.children, process: processMeasurements, calls }));
  } finally {
    terminateAllProcesses();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureStart(dataFolder: string): Promise<{ seconds: number; service: ServerProcess }> {
  const startedAt = performance.now();
  const service = await startService(dataFolder);
  return { seconds: (performance.now() - startedAt) / 1000, service };
}

async function recordOnCopy(folder: string, families: Families): Promise<Map<Call, BaselineCall>> {
  const copy = join(folder, 'recording');
  cpSync(join(folder, 'service'), copy, { recursive: true });
  const recordedCalls = await recordCalls(copy, families);
  rmSync(copy, { recursive: true });
  return recordedCalls;
}

async function startBaseline(
  folder: string,
  { secrets }: Families,
  recordedCalls: Map<Call, BaselineCall>,
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
