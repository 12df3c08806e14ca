import { type Families, pickChildren } from '../data/families.ts';
import { buildRequest, CALLS, type Call, type Request } from '../load/calls.ts';
import { computeMedians, type Measured, measureLoad } from '../load/measure-load.ts';
import type { ServerProcess } from '../load/processes.ts';
import type { FloorCall } from './floor.ts';
import { RECORDED } from './record-calls.ts';

export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly only: readonly string[];
}

export interface Comparison {
  readonly name: string;
  readonly statements: number;
  readonly service: Measured;
  readonly floor: Measured;
  /** The floor's CPU time per request as a share of the service's: 1 means that the service costs no more than its floor. */
  readonly byCpu: number;
  readonly byRate: number;
}

/** The number of children who send reads; each sends many. */
const READERS = 1000;

/** Compares each call of the service with its floor, in turns, so that other load of the machine affects both equally. */
export async function* compareCalls(
  servers: { readonly service: ServerProcess; readonly floor: ServerProcess },
  recorded: ReadonlyMap<Call, FloorCall>,
  families: Families,
  { seconds, rounds, only }: Options,
): AsyncGenerator<Comparison> {
  for (const call of CALLS.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const statements = recorded.get(call)?.plans[0]?.flatMap(({ steps }) => steps).length ?? 0;
    const requests = buildRequests(call, families, rounds + 1);
    const [floor, service] = [servers.floor, servers.service].map((server) => ({ server, measured: [] as Measured[] }));
    if (!floor || !service) continue; // both exist
    const rates = new Map<ServerProcess, number>();
    for (const [round, sent] of requests.entries()) {
      for (const { server, measured } of [floor, service]) {
        const expected = rates.get(server);
        const time = expected === undefined ? 1 : call.once ? secondsFor(sent, expected, seconds) : seconds;
        const load = { url: server.url, requests: sent, seconds: time, once: call.once ?? false };
        const result = await measureLoad(server.process, load);
        rates.set(server, result.rate);
        if (round > 0) measured.push(result); // the first one warms up
      }
    }
    yield toComparison(
      { name: call.name, statements },
      computeMedians(service.measured),
      computeMedians(floor.measured),
    );
  }
}

/** The requests of each round. Reads are repeated; a write is sent once by each child, in one of the rounds. */
function buildRequests(call: Call, families: Families, rounds: number): Request[][] {
  const request = (child: number) => buildRequest(call, `child${child}`, families.signToken(child));
  if (!call.once) {
    const repeated = pickChildren(families, READERS).map(request);
    return Array.from({ length: rounds }, () => repeated);
  }
  const share = Math.floor((families.children - RECORDED) / rounds);
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: share }, (_, n) => request(round * share + n + 1)),
  );
}

/** The whole seconds for which these requests suffice even if the server becomes faster. */
function secondsFor({ length }: readonly Request[], rate: number, most: number): number {
  const seconds = Math.min(most, Math.floor(length / (1.4 * rate)));
  if (seconds < 1) throw new Error(`${length} requests are not enough for a second: use more --children`);
  return seconds;
}

function toComparison(call: { name: string; statements: number }, service: Measured, floor: Measured): Comparison {
  return { ...call, service, floor, byCpu: floor.cpu / service.cpu, byRate: service.rate / floor.rate };
}
