import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from '../baseline/compare-calls.ts';
import { LOAD_GENERATOR } from '../load/generate-load.ts';

/** When, where and with which code something was measured. Only ratios can be compared between machines. */
export interface Run {
  readonly date: string;
  readonly commit: string;
  readonly machine: { readonly cpuModel: string; readonly cores: number; readonly memoryGigabytes: number };
  /** The load average of the minute before the run, which shows whether other programs used the machine. */
  readonly loadBefore: number;
  readonly nodeVersion: string;
  readonly loadGenerator: string;
}

/** The measurements of `npm run bench`. */
export interface BaselineMeasurements {
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

/** The load average when the program started, before its own work. */
const LOAD_BEFORE = loadavg()[0] ?? 0;

/** Writes measurements as a JSON file whose name starts with the time. Returns its path. */
export function writeResults(folder: string, measurements: object): string {
  const date = new Date().toISOString();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = {
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  };
  const run: Run = {
    date,
    commit,
    machine,
    loadBefore: Math.round(LOAD_BEFORE * 100) / 100,
    nodeVersion: process.versions.node,
    loadGenerator: LOAD_GENERATOR,
  };
  const file = join(folder, `${date.slice(0, 19).replaceAll(':', '-')}-${commit}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...run, ...measurements }, null, 2)}\n`);
  return file;
}

/** Reads all stored results, the oldest first. */
export function readResults<Measurements>(folder: string): (Run & Measurements)[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
