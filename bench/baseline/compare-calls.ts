import { type BenchCall, CALLS } from '../load/calls.ts';
import { computeMedians, type Measurement, measureLoad } from '../load/measure-load.ts';
import type { ServerProcess } from '../load/processes.ts';
import { createRoundRequests } from '../load/round-requests.ts';
import { RECORDED_CHILD_COUNT } from './record-calls.ts';
import type { ComparedServers } from './start-servers.ts';

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
  /** The baseline's CPU time per request divided by the service's: with 1, both cost the same. */
  readonly cpuRatio: number;
  /** The highest CPU ratio of a single round. */
  readonly bestCpuRatio: number;
  /** The service's requests per second divided by the baseline's. */
  readonly rateRatio: number;
}

/**
 * Compares each call of the service with the baseline, a server without a framework that runs the same statements. The two servers
 * take turns, so that other load on the machine affects both equally.
 */
export async function* compareCalls(
  { recordedCalls, families, ...servers }: ComparedServers,
  { seconds, rounds, only: callNames, sufficientCpuRatios }: ComparisonOptions,
): AsyncGenerator<Comparison> {
  for (const call of CALLS.filter(({ name }) => callNames.length === 0 || callNames.includes(name))) {
    const statementCount = recordedCalls.get(call)?.scripts[0]?.flatMap(({ statements }) => statements).length ?? 0;
    const requests = createRoundRequests(call, families, rounds + 1, RECORDED_CHILD_COUNT);
    const baseline = { server: servers.baseline, measurements: [] as Measurement[] };
    const service = { server: servers.service, measurements: [] as Measurement[] };
    const rates = new Map<ServerProcess, number>();
    let bestCpuRatio = 0;
    for (const [round, roundRequests] of requests.entries()) {
      if (bestCpuRatio >= (sufficientCpuRatios?.[call.name] ?? Number.POSITIVE_INFINITY)) break;
      for (const { server, measurements } of [baseline, service]) {
        const roundSeconds = computeRoundSeconds(call, roundRequests.length, rates.get(server), seconds);
        const load = {
          url: server.url,
          requests: roundRequests,
          seconds: roundSeconds,
          onlyOnce: call.oncePerChild ?? false,
        };
        const measurement = await measureLoad(server.process, load);
        if (round === 0) continue; // the first round warms up the server
        rates.set(server, measurement.rate);
        if (measurement.responseCount > 0) measurements.push(measurement);
      }
      const [serviceCost, baselineCost] = [service, baseline].map(
        ({ measurements }) => measurements.at(-1)?.cpuMicroseconds,
      );
      if (serviceCost && baselineCost) bestCpuRatio = Math.max(bestCpuRatio, baselineCost / serviceCost);
    }
    yield toComparison(
      { name: call.name, statementCount, bestCpuRatio },
      computeMedians(service.measurements),
      computeMedians(baseline.measurements),
    );
  }
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
  { oncePerChild }: BenchCall,
  requestCount: number,
  previousRate: number | undefined,
  maxSeconds: number,
): number {
  if (previousRate === undefined) return FIRST_ROUNDS_SECONDS;
  if (!oncePerChild) return maxSeconds;
  const seconds = Math.min(maxSeconds, Math.floor(requestCount / (MAX_SPEED_UP * previousRate)));
  if (seconds < 1) throw new Error(`${requestCount} requests are not enough for one second: raise --children`);
  return seconds;
}

function toComparison(
  call: Pick<Comparison, 'name' | 'statementCount' | 'bestCpuRatio'>,
  service: Measurement,
  baseline: Measurement,
): Comparison {
  return {
    ...call,
    service,
    baseline,
    cpuRatio: baseline.cpuMicroseconds / service.cpuMicroseconds,
    rateRatio: service.rate / baseline.rate,
  };
}
