import { type Families, pickChildren } from '../data/families.ts';
import { buildRequest, CALLS, type Call, type Request } from '../load/calls.ts';
import { computeMedians, type Measurement, measureLoad } from '../load/measure-load.ts';
import type { ServerProcess } from '../load/processes.ts';
import type { BaselineCall } from './baseline-server.ts';
import { RECORDED_CHILDREN } from './record-calls.ts';

export interface ComparisonOptions {
  readonly seconds: number;
  readonly rounds: number;
  /** The names of the calls to compare. If it is empty, all calls are compared. */
  readonly only: readonly string[];
}

export interface Comparison {
  readonly name: string;
  readonly statementCount: number;
  readonly service: Measurement;
  readonly baseline: Measurement;
  /** The baseline's CPU time per request divided by the service's: 1 means that the service costs no more than its baseline. */
  readonly cpuRatio: number;
  /** The service's requests a second divided by the baseline's. */
  readonly rateRatio: number;
}

/** The number of children that send the GET requests. Each child sends many of them. */
const READING_CHILDREN = 1000;

/**
 * Compares each call of the service with the baseline. They take turns, so that other load on the machine affects both
 * equally.
 */
export async function* compareCalls(
  servers: { readonly service: ServerProcess; readonly baseline: ServerProcess },
  recordedCalls: ReadonlyMap<Call, BaselineCall>,
  families: Families,
  { seconds, rounds, only: callNames }: ComparisonOptions,
): AsyncGenerator<Comparison> {
  for (const call of CALLS.filter(({ name }) => callNames.length === 0 || callNames.includes(name))) {
    const statementCount = recordedCalls.get(call)?.scripts[0]?.flatMap(({ steps }) => steps).length ?? 0;
    const requests = buildRequests(call, families, rounds + 1);
    const baseline = { server: servers.baseline, measurements: [] as Measurement[] };
    const service = { server: servers.service, measurements: [] as Measurement[] };
    const rates = new Map<ServerProcess, number>();
    for (const [round, roundRequests] of requests.entries()) {
      for (const { server, measurements } of [baseline, service]) {
        const previousRate = rates.get(server);
        const roundSeconds =
          previousRate === undefined
            ? 1
            : call.oncePerChild
              ? computeSeconds(roundRequests, previousRate, seconds)
              : seconds;
        const load = {
          url: server.url,
          requests: roundRequests,
          seconds: roundSeconds,
          onlyOnce: call.oncePerChild ?? false,
        };
        const measurement = await measureLoad(server.process, load);
        rates.set(server, measurement.rate);
        if (round > 0) measurements.push(measurement); // the first round warms up
      }
    }
    yield toComparison(
      { name: call.name, statementCount },
      computeMedians(service.measurements),
      computeMedians(baseline.measurements),
    );
  }
}

/** Builds the requests of each round. GET requests are repeated in every round. A child sends a write in only one round. */
function buildRequests(call: Call, families: Families, rounds: number): Request[][] {
  const buildRequestForChild = (child: number) => buildRequest(call, `child${child}`, families.signToken(child));
  if (!call.oncePerChild) {
    const requests = pickChildren(families, READING_CHILDREN).map(buildRequestForChild);
    return Array.from({ length: rounds }, () => requests);
  }
  const requestsPerRound = Math.floor((families.childCount - RECORDED_CHILDREN) / rounds);
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: requestsPerRound }, (_, n) => buildRequestForChild(round * requestsPerRound + n + 1)),
  );
}

/** Returns the number of whole seconds for which there are enough requests, even if the server becomes 1.4 times as fast. */
function computeSeconds({ length }: readonly Request[], rate: number, maxSeconds: number): number {
  const seconds = Math.min(maxSeconds, Math.floor(length / (1.4 * rate)));
  if (seconds < 1) throw new Error(`${length} requests are not enough for one second: raise --children`);
  return seconds;
}

function toComparison(
  call: { name: string; statementCount: number },
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
