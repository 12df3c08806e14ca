import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from '../floor/compare-calls.ts';
import { LOAD_GENERATOR } from '../load/generate-load.ts';

/** The figures of one run, as they are stored. Only ratios can be compared between machines. */
export interface RunResult {
  readonly date: string;
  readonly commit: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryGigabytes: number };
  readonly node: string;
  readonly generator: string;
  readonly children: number;
  readonly start: ProcessFigures;
  readonly calls: readonly Comparison[];
}

export interface ProcessFigures {
  readonly firstStartSeconds: number;
  readonly laterStartSeconds: number;
  readonly idleMegabytes: number;
  readonly megabytesAfterLoad: number;
}

type Figures = Pick<RunResult, 'children' | 'start' | 'calls'>;

/** Writes the figures as a JSON file whose name sorts by time, and returns its path. */
export function writeResults(folder: string, figures: Figures): string {
  const date = new Date().toISOString();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  };
  const results: RunResult = {
    date,
    commit,
    machine,
    node: process.versions.node,
    generator: LOAD_GENERATOR,
    ...figures,
  };
  const file = join(folder, `${date.slice(0, 19).replaceAll(':', '-')}-${commit}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

/** All stored results, the oldest first. */
export function readResults(folder: string): RunResult[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
