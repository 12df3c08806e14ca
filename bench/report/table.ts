import type { Comparison } from '../baseline/compare-calls.ts';
import type { Measurement } from '../load/measure-load.ts';

const SERVICE_HEADINGS = ['call', 'statements', 'service /s', 'p50 ms', 'p99 ms', 'CPU µs'];
const BASELINE_HEADINGS = ['baseline /s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU ratio', 'rate ratio'];
const COLUMN_WIDTH = 12;

/** The result of measuring a common stack once. Its endpoint for completing a task does less work than that of the service. */
const REFERENCE =
  'For comparison: Express with Prisma completes 1,034 tasks a second, and its ratios to the baseline are 0.14 to 0.36.';

export function printHeader(): void {
  console.log(formatRow([...SERVICE_HEADINGS, ...BASELINE_HEADINGS]));
}

export function printRow({ name, statementCount, service, baseline, cpuRatio, rateRatio }: Comparison): void {
  const ratios = [cpuRatio, rateRatio].map((ratio) => ratio.toFixed(2));
  console.log(
    formatRow([name, String(statementCount), ...formatMeasurement(service), ...formatMeasurement(baseline), ...ratios]),
  );
}

export function printReference(): void {
  console.log(`\n${REFERENCE}`);
}

function formatMeasurement({ rate, p50, p99, cpuMicroseconds }: Measurement): string[] {
  return [Math.round(rate).toLocaleString('en'), p50.toFixed(1), p99.toFixed(1), cpuMicroseconds.toFixed(0)];
}

function formatRow(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMN_WIDTH) : cell.padStart(COLUMN_WIDTH))).join('');
}
