import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Families, fillFamilies } from '../data/families.ts';
import type { Call } from '../load/calls.ts';
import { residentMegabytes } from '../load/measure-load.ts';
import { type ServerProcess, startBenchProgram, startService, stop, terminateAll } from '../load/processes.ts';
import { type ProcessFigures, writeResults } from '../report/results.ts';
import { printHeader, printReference, printRow } from '../report/table.ts';
import { type Comparison, compareCalls, type Options } from './compare-calls.ts';
import type { FloorCall, FloorInput } from './floor.ts';
import { recordCalls } from './record-calls.ts';

/** Compares the service with its floor and prints a table; `results` is a folder for the figures. */
export async function compareWithFloor(options: Options & { children: number; results?: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
  const data = join(folder, 'service');
  try {
    const { seconds: firstStartSeconds, service: empty } = await timedStart(data);
    await stop(empty); // the start has created the tables
    const families = await fillFamilies(data, options.children);
    const recorded = await record(folder, families);
    const floor = await startFloor(folder, families, recorded);
    const { seconds: laterStartSeconds, service } = await timedStart(data);
    await sleep(3000);
    const idleMegabytes = residentMegabytes(service.process);
    console.log(
      `ready after the first start ${firstStartSeconds.toFixed(2)} s, later ${laterStartSeconds.toFixed(2)} s`,
    );
    console.log(`idle memory ${idleMegabytes} MB\n`);
    printHeader();
    const calls: Comparison[] = [];
    for await (const comparison of compareCalls({ service, floor }, recorded, families, options)) {
      printRow(comparison);
      calls.push(comparison);
    }
    const megabytesAfterLoad = residentMegabytes(service.process);
    console.log(`\nmemory after the load ${megabytesAfterLoad} MB`);
    printReference();
    const figures: ProcessFigures = { firstStartSeconds, laterStartSeconds, idleMegabytes, megabytesAfterLoad };
    if (options.results !== undefined)
      console.log(writeResults(options.results, { children: options.children, start: figures, calls }));
  } finally {
    terminateAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timedStart(data: string): Promise<{ seconds: number; service: ServerProcess }> {
  const startedAt = performance.now();
  const service = await startService(data);
  return { seconds: (performance.now() - startedAt) / 1000, service };
}

async function record(folder: string, families: Families): Promise<Map<Call, FloorCall>> {
  const copy = join(folder, 'recording');
  cpSync(join(folder, 'service'), copy, { recursive: true });
  const recorded = await recordCalls(copy, families);
  rmSync(copy, { recursive: true });
  return recorded;
}

async function startFloor(
  folder: string,
  { secrets }: Families,
  recorded: Map<Call, FloorCall>,
): Promise<ServerProcess> {
  const database = join(folder, 'floor.db');
  cpSync(join(folder, 'service', 'family.db'), database);
  const input: FloorInput = {
    database,
    tokenKey: secrets.tokenKeys[0]?.key.toString('base64url') ?? '',
    pinPepper: secrets.pinPepper.toString('base64url'),
    calls: Object.fromEntries([...recorded].map(([{ method, path }, call]) => [`${method} ${path}`, call])),
  };
  const file = join(folder, 'floor.json');
  writeFileSync(file, JSON.stringify(input));
  return startBenchProgram(['bench/floor/floor.ts', file]);
}
