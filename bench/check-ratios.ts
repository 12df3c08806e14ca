import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCalls } from './baseline/compare-calls.ts';
import { startServers } from './baseline/start-servers.ts';
import { CALLS } from './load/calls.ts';
import { terminateAllProcesses } from './load/processes.ts';

/**
 * The CPU ratios to the baseline that a call must reach in one of its rounds. They are so low that only a large regression is below
 * them, however busy the machine is (decision 0057).
 */
const FLOORS: Readonly<Record<string, number>> = { me: 0.2, task: 0.2, complete: 0.1 };

/** Enough that a second's writes never run out of children, however fast the baseline is. */
const CHILDREN = 50_000;
const ROUNDS = 3;

/** Fails if the service has become much more expensive, compared with the baseline. Takes less than a minute. */
export async function checkRatios(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Costs are compared on Linux only.');
  const folder = mkdtempSync(join(tmpdir(), 'family-ratios-'));
  const names = Object.keys(FLOORS);
  try {
    const calls = CALLS.filter(({ name }) => names.includes(name));
    const servers = await startServers(folder, CHILDREN, calls);
    const options = { seconds: 1, rounds: ROUNDS, only: names, enough: FLOORS };
    for await (const { name, bestCpuRatio, service } of compareCalls(servers, options)) {
      const floor = FLOORS[name] ?? 0;
      const isEnough = bestCpuRatio >= floor;
      if (!isEnough) process.exitCode = 1;
      const cost = `${service.cpuMicroseconds.toFixed(0)} µs`;
      console.log(`${isEnough ? '✓' : '✗'} ${name}: CPU ratio ${bestCpuRatio.toFixed(2)}, floor ${floor} (${cost})`);
    }
  } finally {
    terminateAllProcesses();
    rmSync(folder, { recursive: true, force: true });
  }
}
