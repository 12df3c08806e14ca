import { existsSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { BenchRequest } from './calls.ts';
import type { ServerProcess } from './processes.ts';

const CONNECTIONS = 32;

export interface Load {
  readonly requests: readonly BenchRequest[];
  readonly seconds: number;
  /** Whether each request may be sent only once. Once all have been sent, the remaining ones go to a path that does not exist, and fail. */
  readonly onlyOnce: boolean;
  readonly databasePid: number | undefined;
}

export interface Measurement {
  /** Requests per second. */
  readonly rate: number;
  /** Percentiles of the response time in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server per request. It varies less than the rate on a shared machine. */
  readonly cpuMicroseconds: number;
  /** CPU time of PostgreSQL per request; 0 on SQLite. */
  readonly databaseMicroseconds: number;
}

/**
 * Sends the requests in order over 32 connections. A connection sends the next request after each response. Throws if a
 * request fails. Returns undefined if no request has received a response, as can happen on a very busy machine.
 */
export async function measureLoad(
  { url, process: { pid = 0 } }: ServerProcess,
  { requests, seconds, onlyOnce, databasePid = 0 }: Load,
): Promise<Measurement | undefined> {
  const cpuBefore = [pid, databasePid].map(readCpuMicroseconds);
  let sentCount = 0;
  const { host } = new URL(url);
  const setupRequest = () => {
    const next = requests[sentCount % requests.length] as BenchRequest; // the list is not empty
    const canBeSent = !onlyOnce || sentCount < requests.length;
    sentCount += 1;
    return { ...next, headers: { host, ...next.headers }, ...(!canBeSent && { path: '/no-request-is-left' }) };
  };
  const options = { url, connections: CONNECTIONS, duration: seconds, requests: [{ setupRequest }] };
  const result = await autocannon(options);
  const { total } = result.requests;
  const failedCount = result.non2xx + result.errors;
  if (failedCount > 0) throw new Error(`${requests[0]?.path}: ${failedCount} of ${total} requests to ${url} failed`);
  if (total === 0) return undefined;
  const [cpuMicroseconds = 0, databaseMicroseconds = 0] = [pid, databasePid].map(
    (id, i) => (readCpuMicroseconds(id) - (cpuBefore[i] ?? 0)) / total,
  );
  const { p50, p99 } = result.latency;
  return { rate: total / result.duration, p50, p99, cpuMicroseconds, databaseMicroseconds };
}

/** Computes the median of each field over all rounds. For an even number of rounds, it is the higher of the two middle values. */
export function computeMedians(rounds: readonly Measurement[]): Measurement {
  const computeMedian = (key: keyof Measurement) =>
    rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    rate: computeMedian('rate'),
    p50: computeMedian('p50'),
    p99: computeMedian('p99'),
    cpuMicroseconds: computeMedian('cpuMicroseconds'),
    databaseMicroseconds: computeMedian('databaseMicroseconds'),
  };
}

/**
 * Reads the user and system time of all threads of a process and of the processes that it has started, which /proc counts in ticks
 * of ten milliseconds.
 */
function readCpuMicroseconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0; // the process has just ended; the next reading includes its time in that of its parent
  const fieldsAfterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = fieldsAfterName.slice(11, 15).reduce((sum, field) => sum + Number(field), 0); // fields 14 to 17
  return listChildPids(pid).reduce((sum, child) => sum + readCpuMicroseconds(child), ticks * 10_000);
}

function listChildPids(pid: number): number[] {
  if (!existsSync(`/proc/${pid}/task`)) return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
