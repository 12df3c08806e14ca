import { type BenchCall, buildRequest, CALLS } from '../load/calls.ts';
import { computeMedians, type Measurement, measureLoad } from '../load/measure-load.ts';
import { type ComparedServers, RECORDED_CHILD_COUNT } from './start-servers.ts';

export interface ComparisonOptions {
  /** The maximum length of a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** The names of the calls to compare. If it is empty, all calls are compared. */
  readonly only: readonly string[];
  /** The CPU ratio at which a call needs no further rounds, by the name of the call. */
  readonly sufficientCpuRatios?: Readonly<Record<string, number>>;
}

export interface Comparison {
  readonly name: string;
  readonly statementCount: number;
  readonly service: Measurement;
  readonly baseline: Measurement;
  /** The highest CPU ratio of a single round. */
  readonly bestCpuRatio: number;
}

/** The CPU time per request of the baseline and its database, divided by that of the service: with 1, both cost the same. */
export function computeCpuRatio({ service, baseline }: Pick<Comparison, 'service' | 'baseline'>): number {
  const addUp = ({ cpuMicroseconds, databaseMicroseconds }: Measurement) => cpuMicroseconds + databaseMicroseconds;
  return addUp(baseline) / addUp(service);
}

/**
 * Compares each call of the service with the baseline, a server without a framework that runs the same statements. The two servers
 * take turns, so that other load on the machine affects both equally.
 */
export async function* compareCalls(
  { recordedCalls, families, databasePid, ...servers }: ComparedServers,
  { seconds: maxSeconds, rounds, only: callNames, sufficientCpuRatios }: ComparisonOptions,
): AsyncGenerator<Comparison> {
  for (const call of CALLS.filter(({ name }) => callNames.length === 0 || callNames.includes(name))) {
    const measurements = { service: [] as Measurement[], baseline: [] as Measurement[] };
    const rates: Partial<Record<keyof typeof measurements, number>> = {};
    let bestCpuRatio = 0;
    for (let round = 0; round <= rounds; round += 1) {
      if (bestCpuRatio >= (sufficientCpuRatios?.[call.name] ?? Number.POSITIVE_INFINITY)) break;
      const requests = listChildNumbers(call, families.childCount, rounds + 1, round).map((childNumber) =>
        buildRequest(call, families.signToken(childNumber)),
      );
      for (const name of ['baseline', 'service'] as const) {
        const seconds = computeRoundSeconds(call, requests.length, rates[name], maxSeconds);
        const load = { requests, seconds, onlyOnce: call.body !== undefined, databasePid };
        const measurement = await measureLoad(servers[name], load);
        if (round === 0 || !measurement) continue; // the first round warms up the server
        rates[name] = measurement.rate;
        measurements[name].push(measurement);
      }
      const [service, baseline] = [measurements.service.at(-1), measurements.baseline.at(-1)];
      if (service && baseline) bestCpuRatio = Math.max(bestCpuRatio, computeCpuRatio({ service, baseline }));
    }
    yield {
      name: call.name,
      statementCount: recordedCalls.get(call)?.scripts[0]?.flatMap(({ statements }) => statements).length ?? 0,
      service: computeMedians(measurements.service),
      baseline: computeMedians(measurements.baseline),
      bestCpuRatio,
    };
  }
}

/** The number of children who send the GET requests. Each child sends many of them. */
const READING_CHILD_COUNT = 1000;

/**
 * The children who send the requests of a round. GET requests are repeated in every round, by children of all numbers. A child sends a
 * write in only one round, and the last `RECORDED_CHILD_COUNT` children have already sent it.
 */
function listChildNumbers({ body }: BenchCall, childCount: number, roundCount: number, round: number): number[] {
  if (body) {
    const count = Math.floor((childCount - RECORDED_CHILD_COUNT) / roundCount);
    return Array.from({ length: count }, (_, i) => round * count + i + 1);
  }
  const count = Math.min(READING_CHILD_COUNT, childCount);
  return Array.from({ length: count }, (_, i) => i * Math.floor(childCount / count) + 1);
}

/** The length of the first two rounds: the first one warms up, and the second one shows how fast a warm server is. */
const FIRST_ROUNDS_SECONDS = 1;
/** The factor by which a server can become faster from one round to the next before it runs out of requests. */
const MAX_SPEED_UP = 1.4;

/**
 * Returns the length of a round in whole seconds. If each child can send the request only once, the requests last that long, even if
 * the server has become faster.
 */
function computeRoundSeconds(
  { body }: BenchCall,
  requestCount: number,
  previousRate: number | undefined,
  maxSeconds: number,
): number {
  if (previousRate === undefined) return FIRST_ROUNDS_SECONDS;
  if (!body) return maxSeconds;
  const seconds = Math.min(maxSeconds, Math.floor(requestCount / (MAX_SPEED_UP * previousRate)));
  if (seconds < 1) throw new Error(`${requestCount} requests are not enough for one second: raise --children`);
  return seconds;
}
