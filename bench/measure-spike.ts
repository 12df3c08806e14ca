import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillFamilies } from './data/families.ts';
import { type BenchRequest, buildRequest, CALLS } from './load/calls.ts';
import { moveToPostgres, type PostgresInstallation } from './load/postgres.ts';
import { startService, stopServer, terminateAllProcesses } from './load/processes.ts';

const BASE_SECONDS = 10;
const SPIKE_SECONDS = 60;
const RECOVERY_SECONDS = 20;
/** The interval between two printed reports. */
const REPORT_SECONDS = 5;
/** Each tick sends the requests that are due. */
const TICKS_PER_SECOND = 100;
/** Each client IP address opens at most this many connections, fewer than the service allows. */
const CONNECTIONS_PER_ADDRESS = 100;
const SPIKE_ADDRESS_COUNT = 40;
const REGULAR_ADDRESS_COUNT = 4;

export interface SpikeOptions {
  readonly call: string;
  /** Requests per second before and after the spike. */
  readonly rate: number;
  /** The rate during the spike divided by the rate before and after it. */
  readonly factor: number;
  readonly postgres?: true;
}

/**
 * Sends requests at a constant rate, then `factor` times as many for a minute, and then at the first rate again. A request is sent
 * even if earlier requests have no response yet, unless all connections of its IP address are in use. Every five seconds,
 * prints what the regular clients received, and during the spike also what the additional clients received.
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
    const families = await fillFamilies(dataFolder, requestCount); // each request is from a different child
    if (usesPostgres) postgres = await moveToPostgres(dataFolder, folder);
    const { url } = await startService(dataFolder, { ...(postgres && { settings: postgres.settings }) });
    let childNumber = 0;
    const buildNext = () => {
      childNumber += 1;
      return buildRequest(call, `child${childNumber}`, families.signToken(childNumber));
    };
    const regularClients = createClients('regular', url, REGULAR_ADDRESS_COUNT, 1);
    const spikeClients = createClients('spike', url, SPIKE_ADDRESS_COUNT, 1 + REGULAR_ADDRESS_COUNT);
    console.log(
      `${rate} requests per second, ${factor} times as many from ${BASE_SECONDS} to ${BASE_SECONDS + SPIKE_SECONDS} s`,
    );
    const startedAt = performance.now();
    const tickCount = (BASE_SECONDS + SPIKE_SECONDS + RECOVERY_SECONDS) * TICKS_PER_SECOND;
    for (let tick = 0, sentCount = 0; tick < tickCount; tick += 1) {
      const waitMs = startedAt + (tick * 1000) / TICKS_PER_SECOND - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const second = tick / TICKS_PER_SECOND;
      const isSpike = second >= BASE_SECONDS && second < BASE_SECONDS + SPIKE_SECONDS;
      const ticksDone = tick + 1;
      const dueCount = (ticksDone * rate) / TICKS_PER_SECOND;
      for (; sentCount < dueCount; sentCount += 1) {
        regularClients.send(buildNext());
        for (let i = 1; isSpike && i < factor; i += 1) spikeClients.send(buildNext());
      }
      if (ticksDone % (REPORT_SECONDS * TICKS_PER_SECOND) === 0) {
        const seconds = String(ticksDone / TICKS_PER_SECOND).padStart(4);
        console.log(`${seconds} s  ${regularClients.takeReport()}   ${isSpike ? spikeClients.takeReport() : ''}`);
      }
    }
  } finally {
    terminateAllProcesses();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Creates clients with `addressCount` loopback addresses, starting at 127.0.2.<firstAddress>, which send requests in turn. A request
 * is not sent if all connections of its address are in use.
 */
function createClients(label: string, url: string, addressCount: number, firstAddress: number) {
  const agents = Array.from(
    { length: addressCount },
    () => new Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_ADDRESS }),
  );
  const pendingCounts = agents.map(() => 0);
  let sendCount = 0;
  let report = { sent: 0, unsent: 0, failed: 0, timesMs: [] as number[], statuses: new Map<number, number>() };
  return {
    send({ method, path, headers, body }: BenchRequest): void {
      const addressIndex = sendCount++ % addressCount;
      if ((pendingCounts[addressIndex] ?? 0) >= CONNECTIONS_PER_ADDRESS) {
        report.unsent += 1;
        return;
      }
      report.sent += 1;
      pendingCounts[addressIndex] = (pendingCounts[addressIndex] ?? 0) + 1;
      const startedAt = performance.now();
      const options = {
        method,
        headers,
        agent: agents[addressIndex] as Agent,
        localAddress: `127.0.2.${firstAddress + addressIndex}`,
      };
      const clientRequest = request(`${url}${path}`, options, (response: IncomingMessage) => {
        response.resume().on('end', () => {
          const status = response.statusCode ?? 0;
          report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
          if (status === 200) report.timesMs.push(performance.now() - startedAt);
        });
      });
      clientRequest.once('error', () => {
        report.failed += 1;
      });
      clientRequest.once('close', () => {
        pendingCounts[addressIndex] = (pendingCounts[addressIndex] ?? 1) - 1;
      });
      clientRequest.end(body);
    },
    /** Returns what has happened since the last report. The percentiles are those of responses with status 200. */
    takeReport(): string {
      const { sent, unsent, failed, timesMs, statuses } = report;
      report = { sent: 0, unsent: 0, failed: 0, timesMs: [], statuses: new Map() };
      timesMs.sort((a, b) => a - b);
      const getPercentile = (share: number) => Math.round(timesMs[Math.floor(timesMs.length * share)] ?? 0);
      const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
      return `${label}: sent ${sent}, not sent ${unsent}, failed ${failed}, ${counts}, p50 ${getPercentile(0.5)} ms, p99 ${getPercentile(0.99)} ms`;
    },
  };
}
