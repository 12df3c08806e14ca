import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLS } from '../load/calls.ts';
import { LOAD_GENERATOR } from '../load/generate-load.ts';
import { readResidentMegabytes } from '../load/measure-load.ts';
import { terminateAllProcesses } from '../load/processes.ts';
import { printHeader, printReference, printRow } from '../report/table.ts';
import { type ComparisonOptions, compareCalls } from './compare-calls.ts';
import { startServers } from './start-servers.ts';

/** Compares the service with the baseline and prints a table. */
export async function compareWithBaseline(options: ComparisonOptions & { children: number }): Promise<void> {
  console.log(describeRun()); // before the load of the benchmark itself
  const folder = mkdtempSync(join(tmpdir(), 'family-bench-'));
  try {
    const servers = await startServers(folder, options.children, CALLS);
    const { service, firstStartSeconds, laterStartSeconds } = servers;
    await sleep(7000); // five seconds after its start, the service releases the memory that only the start needed
    console.log(
      `ready ${firstStartSeconds.toFixed(2)} s after the first start, ${laterStartSeconds.toFixed(2)} s after a later start`,
    );
    console.log(`idle memory ${readResidentMegabytes(service.process)} MB\n`);
    printHeader();
    for await (const comparison of compareCalls(servers, options)) printRow(comparison);
    console.log(`\nmemory after the load ${readResidentMegabytes(service.process)} MB`);
    printReference();
  } finally {
    terminateAllProcesses();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Describes when, where and with which code the calls are measured. Only ratios can be compared between machines. */
function describeRun(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus()[0]?.model} with ${cpus().length} cores, load ${loadavg()[0]?.toFixed(2)}`;
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}, Node ${process.versions.node}, ${LOAD_GENERATOR}`;
}
