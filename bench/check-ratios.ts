import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCalls } from './baseline/compare-calls.ts';
import { startServers } from './baseline/start-servers.ts';
import { CALLS } from './load/calls.ts';
import { terminateAllProcesses } from './load/processes.ts';

/**
 * The CPU ratio (the baseline's CPU time divided by the service's) that each call must reach in at least one round. These minimums
 * are so low that only a large regression falls below them, however busy the machine is (decision 0057).
 */
const MIN_RATIOS: Readonly<Record<string, number>> = { me: 0.2, task: 0.2, complete: 0.1 };

/** Enough children for the baseline, because each child can complete a task only once. */
const CHILD_COUNT = 50_000;
const ROUNDS = 3;

/** Fails if the service uses much more CPU time than before, compared with the baseline. Takes less than a minute. */
export async function checkRatios(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Costs are compared on Linux only.');
  const folder = mkdtempSync(join(tmpdir(), 'family-ratios-'));
  const names = Object.keys(MIN_RATIOS);
  try {
    const calls = CALLS.filter(({ name }) => names.includes(name));
    const servers = await startServers(folder, CHILD_COUNT, calls);
    const options = { seconds: 1, rounds: ROUNDS, only: names, sufficientCpuRatios: MIN_RATIOS };
    for await (const { name, bestCpuRatio, service } of compareCalls(servers, options)) {
      const minRatio = MIN_RATIOS[name] ?? 0;
      const isEnough = bestCpuRatio >= minRatio;
      if (!isEnough) process.exitCode = 1;
      const cost = `${service.cpuMicroseconds.toFixed(0)} µs`;
      console.log(
        `${isEnough ? '✓' : '✗'} ${name}: CPU ratio ${bestCpuRatio.toFixed(2)}, minimum ${minRatio} (${cost})`,
      );
    }
  } finally {
    terminateAllProcesses();
    rmSync(folder, { recursive: true, force: true });
  }
}
