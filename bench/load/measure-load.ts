import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { generateLoad, type Load } from './generate-load.ts';
import { median } from './processes.ts';

export interface Measured {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's CPU per request, which vary less than the rate on a shared machine. */
  readonly cpu: number;
}

export async function measureLoad(server: ChildProcess, load: Load): Promise<Measured & { readonly total: number }> {
  const before = cpuMicroseconds(server);
  const { total, seconds, p50, p99 } = await generateLoad(load);
  return { total, rate: total / seconds, p50, p99, cpu: (cpuMicroseconds(server) - before) / total };
}

/** The median of each figure. */
export function computeMedians(rounds: readonly Measured[]): Measured {
  const medianBy = (figure: keyof Measured) => median(rounds.map((round) => round[figure]));
  return { rate: medianBy('rate'), p50: medianBy('p50'), p99: medianBy('p99'), cpu: medianBy('cpu') };
}

/** User and system time of all threads from /proc, in ticks of ten milliseconds. */
function cpuMicroseconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}
