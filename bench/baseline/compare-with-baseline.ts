import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLS } from '../load/calls.ts';
import { readResidentMegabytes } from '../load/measure-load.ts';
import { terminateAllProcesses } from '../load/processes.ts';
import { type ProcessMeasurements, writeResults } from '../report/results.ts';
import { printHeader, printReference, printRow } from '../report/table.ts';
import { type Comparison, type ComparisonOptions, compareCalls } from './compare-calls.ts';
import { startServers } from './start-servers.ts';

/** Compares the service with the baseline and prints a table. With `results`, also writes the measurements to that folder. */
export async function compareWithBaseline(
  options: ComparisonOptions & { children: number; results?: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
  try {
    const servers = await startServers(folder, options.children, CALLS);
    const { service, firstStartSeconds, laterStartSeconds } = servers;
    await sleep(3000); // a second after its start, the service releases the memory that only the start needed
    const idleMegabytes = readResidentMegabytes(service.process);
    console.log(
      `ready ${firstStartSeconds.toFixed(2)} s after the first start, ${laterStartSeconds.toFixed(2)} s after a later start`,
    );
    console.log(`idle memory ${idleMegabytes} MB\n`);
    printHeader();
    const calls: Comparison[] = [];
    for await (const comparison of compareCalls(servers, options)) {
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
