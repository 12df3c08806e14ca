import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { generateLoad, type Load } from './generate-load.ts';

export interface Measurement {
  /** Requests per second. */
  readonly rate: number;
  /** Percentiles of the response time in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server per request. It varies less than the rate on a shared machine. */
  readonly cpuMicroseconds: number;
}

export async function measureLoad(
  server: ChildProcess,
  load: Load,
): Promise<Measurement & { readonly responseCount: number }> {
  const { pid = 0 } = server;
  const cpuBefore = readCpuMicroseconds(pid);
  const { responseCount, seconds, p50, p99 } = await generateLoad(load);
  const cpuMicroseconds = (readCpuMicroseconds(pid) - cpuBefore) / responseCount;
  return { responseCount, rate: responseCount / seconds, p50, p99, cpuMicroseconds };
}

/** Computes the median of each field over all rounds. */
export function computeMedians(rounds: readonly Measurement[]): Measurement {
  const computeMedianOf = (key: keyof Measurement) => computeMedian(rounds.map((round) => round[key]));
  return {
    rate: computeMedianOf('rate'),
    p50: computeMedianOf('p50'),
    p99: computeMedianOf('p99'),
    cpuMicroseconds: computeMedianOf('cpuMicroseconds'),
  };
}

/**
 * Reads the user and system time of all threads of a process and of the processes that it has started, which /proc counts in ticks
 * of ten milliseconds.
 */
function readCpuMicroseconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0; // the process has just ended; the next reading includes its time in that of its parent
  const fieldsAfterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [user, system, userOfEnded, systemOfEnded] = fieldsAfterName.slice(11, 15).map(Number); // fields 14 to 17
  const ownMicroseconds = ((user ?? 0) + (system ?? 0) + (userOfEnded ?? 0) + (systemOfEnded ?? 0)) * 10_000;
  return listChildPids(pid).reduce((sum, child) => sum + readCpuMicroseconds(child), ownMicroseconds);
}

function listChildPids(pid: number): number[] {
  if (!existsSync(`/proc/${pid}/task`)) return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

export function readResidentMegabytes({ pid }: ChildProcess): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round((Number(kibibytes) * 1.024) / 1000); // /proc counts in units of 1,024 bytes
}

/** For an even number of values, this is the higher of the two middle values. */
function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
