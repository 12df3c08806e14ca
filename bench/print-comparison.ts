import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { type Comparison, type ComparisonOptions, compareCalls, computeCpuRatio } from './baseline/compare-calls.ts';
import { type ServersOptions, withServers } from './baseline/start-servers.ts';
import { CALLS } from './load/calls.ts';
import type { Measurement } from './load/measure-load.ts';

const SERVICE_HEADINGS = ['call', 'statements', 'service /s', 'p50 ms', 'p99 ms', 'CPU µs', 'database µs'];
const BASELINE_HEADINGS = ['baseline /s', 'p50 ms', 'p99 ms', 'CPU µs', 'database µs', 'CPU ratio', 'rate ratio'];
const COLUMN_WIDTH = 12;

/** Compares the service with the baseline and prints a table. */
export function printComparison(options: ComparisonOptions & ServersOptions): Promise<void> {
  console.log(describeRun()); // before the load of the benchmark itself
  return withServers(options, CALLS, async (servers) => {
    console.log(formatRow([...SERVICE_HEADINGS, ...BASELINE_HEADINGS]));
    for await (const comparison of compareCalls(servers, options)) console.log(formatComparison(comparison));
  });
}

/** Describes when, where and with which code the calls are measured. Only ratios can be compared between machines. */
function describeRun(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus()[0]?.model} with ${cpus().length} cores, load ${loadavg()[0]?.toFixed(2)}`;
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}, Node ${process.versions.node}`;
}

function formatComparison({ name, statementCount, service, baseline }: Comparison): string {
  const ratios = [computeCpuRatio({ service, baseline }), service.rate / baseline.rate];
  const measurements = [service, baseline].flatMap(formatMeasurement);
  return formatRow([name, String(statementCount), ...measurements, ...ratios.map((ratio) => ratio.toFixed(2))]);
}

function formatMeasurement({ rate, p50, p99, cpuMicroseconds, databaseMicroseconds }: Measurement): string[] {
  return [
    Math.round(rate).toLocaleString('en'),
    p50.toFixed(1),
    p99.toFixed(1),
    cpuMicroseconds.toFixed(0),
    databaseMicroseconds.toFixed(0),
  ];
}

function formatRow(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMN_WIDTH) : cell.padStart(COLUMN_WIDTH))).join('');
}

/**
 * The CPU ratio (the baseline's CPU time divided by the service's) that each call must reach in at least one round. These minimums
 * are so low that only a large regression falls below them, however busy the machine is (decision 0057).
 */
const MIN_RATIOS: Readonly<Record<string, number>> = { me: 0.2, task: 0.2, complete: 0.1 };

/** Enough children for the baseline, because each child can complete a task only once. */
const CHECK_CHILDREN = 50_000;

/** Fails if the service uses much more CPU time than before, compared with the baseline. Takes less than a minute. */
export async function checkRatios(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Costs are compared on Linux only.');
  const only = Object.keys(MIN_RATIOS);
  const calls = CALLS.filter(({ name }) => only.includes(name));
  await withServers({ children: CHECK_CHILDREN }, calls, async (servers) => {
    const options = { seconds: 1, rounds: 3, only, sufficientCpuRatios: MIN_RATIOS };
    for await (const { name, bestCpuRatio, service } of compareCalls(servers, options)) {
      const minRatio = MIN_RATIOS[name] ?? 0;
      const isEnough = bestCpuRatio >= minRatio;
      if (!isEnough) process.exitCode = 1;
      const cost = `${service.cpuMicroseconds.toFixed(0)} µs`;
      console.log(
        `${isEnough ? '✓' : '✗'} ${name}: CPU ratio ${bestCpuRatio.toFixed(2)}, minimum ${minRatio} (${cost})`,
      );
    }
  });
}
