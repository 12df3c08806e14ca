import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { computeMedian } from '../median.ts';
import { generateLoad, type Load } from './generate-load.ts';

export interface Measurement {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server per request. It varies less than the rate on a shared machine. */
  readonly cpuMicroseconds: number;
}

export async function measureLoad(server: ChildProcess, load: Load): Promise<Measurement & { readonly total: number }> {
  const cpuBefore = readCpuMicroseconds(server);
  const { total, seconds, p50, p99 } = await generateLoad(load);
  return { total, rate: total / seconds, p50, p99, cpuMicroseconds: (readCpuMicroseconds(server) - cpuBefore) / total };
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

/** Reads the user and system time of all threads of a process, which /proc counts in ticks of ten milliseconds. */
function readCpuMicroseconds({ pid }: ChildProcess): number {
  const fieldsAfterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [userTicks, systemTicks] = fieldsAfterName.slice(11, 13).map(Number);
  return ((userTicks ?? 0) + (systemTicks ?? 0)) * 10_000;
}

export function readResidentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}
