import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from '../baseline/compare-calls.ts';
import { LOAD_GENERATOR } from '../load/generate-load.ts';

/** The stored result of a run. Between machines, only the ratios can be compared. */
export interface RunResult {
  readonly date: string;
  readonly commit: string;
  readonly machine: { readonly cpuModel: string; readonly cores: number; readonly memoryGigabytes: number };
  readonly nodeVersion: string;
  readonly loadGenerator: string;
  readonly childCount: number;
  readonly process: ProcessMeasurements;
  readonly calls: readonly Comparison[];
}

export interface ProcessMeasurements {
  readonly firstStartSeconds: number;
  readonly laterStartSeconds: number;
  readonly idleMegabytes: number;
  readonly megabytesAfterLoad: number;
}

type Measurements = Pick<RunResult, 'childCount' | 'process' | 'calls'>;

/** Writes a result as a JSON file whose name starts with the time. Returns its path. */
export function writeResults(folder: string, measurements: Measurements): string {
  const date = new Date().toISOString();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = {
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  };
  const result: RunResult = {
    date,
    commit,
    machine,
    nodeVersion: process.versions.node,
    loadGenerator: LOAD_GENERATOR,
    ...measurements,
  };
  const file = join(folder, `${date.slice(0, 19).replaceAll(':', '-')}-${commit}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

/** Reads all stored results, the oldest first. */
export function readResults(folder: string): RunResult[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
