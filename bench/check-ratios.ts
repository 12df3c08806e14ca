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
const MIN_RATIOS: Readonly<Record<string, number>> = { me: 0.2, task: 0.2, complete: 0.1 };

/** Each child can complete a task only once. The number is so high that even the fastest baseline does not use up all children. */
const CHILDREN = 50_000;
const ROUNDS = 3;

/** Fails if the service has become much more expensive, compared with the baseline. Takes less than a minute. */
export async function checkRatios(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Costs are compared on Linux only.');
  const folder = mkdtempSync(join(tmpdir(), 'family-ratios-'));
  const names = Object.keys(MIN_RATIOS);
  try {
    const calls = CALLS.filter(({ name }) => names.includes(name));
    const servers = await startServers(folder, CHILDREN, calls);
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
