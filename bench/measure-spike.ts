import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillFamilies } from './data/families.ts';
import { buildRequest, CALLS, type Request } from './load/calls.ts';
import { moveToPostgres, type PostgresInstallation } from './load/postgres.ts';
import { startService, stopServer, terminateAllProcesses } from './load/processes.ts';

const BASE_SECONDS = 10;
const SPIKE_SECONDS = 60;
const RECOVERY_SECONDS = 20;
const WINDOW_SECONDS = 5;
/** Each client address opens at most this many connections, fewer than the service allows. */
const CONNECTIONS_PER_ADDRESS = 100;
const SPIKE_ADDRESSES = 40;
const REGULAR_ADDRESSES = 4;

export interface SpikeOptions {
  readonly call: string;
  /** Requests per second before, during and after the spike. */
  readonly rate: number;
  /** How many times as many requests arrive during the spike. */
  readonly factor: number;
  readonly postgres?: true;
}

/**
 * Sends requests at a constant rate, then `factor` times as many for a minute, and then at the first rate again. A request is sent
 * even if earlier requests have not been answered. Prints the responses that regular clients and the clients of the spike got.
 */
export async function measureSpike({ call: name, rate, factor, postgres: usesPostgres }: SpikeOptions): Promise<void> {
  const call = CALLS.find((candidate) => candidate.name === name);
  if (!call) throw new Error(`There is no call with the name ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), 'family-spike-'));
  const dataFolder = join(folder, 'sqlite-data');
  mkdirSync(dataFolder);
  let postgres: PostgresInstallation | undefined;
  try {
    await stopServer(await startService(dataFolder)); // creates the tables
    const requestCount = rate * (BASE_SECONDS + SPIKE_SECONDS * factor + RECOVERY_SECONDS);
    const families = await fillFamilies(dataFolder, requestCount);
    if (usesPostgres) postgres = await moveToPostgres(dataFolder, folder);
    const { url } = await startService(dataFolder, { ...(postgres && { settings: postgres.settings }) });
    let child = 0;
    const buildNext = () => {
      child += 1;
      return buildRequest(call, `child${child}`, families.signToken(child));
    };
    const regular = createClients('regular', url, REGULAR_ADDRESSES, 1);
    const spike = createClients('spike', url, SPIKE_ADDRESSES, 1 + REGULAR_ADDRESSES);
    console.log(
      `${rate} requests per second, ${factor} times as many from ${BASE_SECONDS} to ${BASE_SECONDS + SPIKE_SECONDS} s`,
    );
    const startedAt = performance.now();
    const end = BASE_SECONDS + SPIKE_SECONDS + RECOVERY_SECONDS;
    for (let tick = 0, sent = 0; tick < end * 100; tick += 1) {
      const wait = startedAt + tick * 10 - performance.now();
      if (wait > 0) await sleep(wait);
      const second = tick / 100;
      const isSpike = second >= BASE_SECONDS && second < BASE_SECONDS + SPIKE_SECONDS;
      for (const due = ((tick + 1) * rate) / 100; sent < due; sent += 1) {
        regular.send(buildNext());
        for (let i = 1; isSpike && i < factor; i += 1) spike.send(buildNext());
      }
      if ((tick + 1) % (WINDOW_SECONDS * 100) === 0)
        console.log(
          `${String(second + 0.01).padStart(4)} s  ${regular.takeReport()}   ${isSpike ? spike.takeReport() : ''}`,
        );
    }
  } finally {
    terminateAllProcesses();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates clients with several addresses. A request is not sent if all connections of its address are in use. */
function createClients(label: string, url: string, addressCount: number, firstAddress: number) {
  const agents = Array.from(
    { length: addressCount },
    () => new Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_ADDRESS }),
  );
  const pending = agents.map(() => 0);
  let next = 0;
  let report = { sent: 0, unsent: 0, failed: 0, times: [] as number[], statuses: new Map<number, number>() };
  return {
    send({ method, path, headers, body }: Request): void {
      const i = next++ % addressCount;
      if ((pending[i] ?? 0) >= CONNECTIONS_PER_ADDRESS) {
        report.unsent += 1;
        return;
      }
      report.sent += 1;
      pending[i] = (pending[i] ?? 0) + 1;
      const startedAt = performance.now();
      const options = { method, headers, agent: agents[i] as Agent, localAddress: `127.0.2.${firstAddress + i}` };
      const clientRequest = request(`${url}${path}`, options, (response: IncomingMessage) => {
        response.resume().on('end', () => {
          const status = response.statusCode ?? 0;
          report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
          if (status === 200) report.times.push(performance.now() - startedAt);
        });
      });
      clientRequest.once('error', () => {
        report.failed += 1;
      });
      clientRequest.once('close', () => {
        pending[i] = (pending[i] ?? 1) - 1;
      });
      clientRequest.end(body);
    },
    /** Returns what has happened since the last report. The times are those of responses with status 200. */
    takeReport(): string {
      const { sent, unsent, failed, times, statuses } = report;
      report = { sent: 0, unsent: 0, failed: 0, times: [], statuses: new Map() };
      times.sort((a, b) => a - b);
      const getPercentile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
      const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
      return `${label}: sent ${sent}, not sent ${unsent}, failed ${failed}, ${counts}, p50 ${getPercentile(0.5)} ms, p99 ${getPercentile(0.99)} ms`;
    },
  };
}
