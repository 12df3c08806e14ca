import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Families, fillFamilies } from './data/families.ts';
import { CALLS } from './load/calls.ts';
import { countLostWrites } from './load/kill-worker.ts';
import { computeMedians, type Measurement, measureLoad, readCpuMicroseconds } from './load/measure-load.ts';
import { moveToPostgres, type PostgresInstallation } from './load/postgres.ts';
import { type ServerProcess, startService, stopServer, terminateAllProcesses } from './load/processes.ts';
import { createRoundRequests } from './load/round-requests.ts';
import { computeMedian } from './median.ts';
import { writeResults } from './report/results.ts';

export interface WorkersOptions {
  readonly children: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly only: readonly string[];
  readonly results?: string;
}

/** What a call costs with a number of worker processes on PostgreSQL. */
export interface WorkersMeasurement extends Measurement {
  readonly name: string;
  readonly workers: number;
  /** CPU time of PostgreSQL per request. */
  readonly databaseMicroseconds: number;
}

/** The measurements of `npm run bench -- workers`. */
export interface WorkersMeasurements {
  readonly childCount: number;
  readonly calls: readonly WorkersMeasurement[];
  /** What happened when one of two workers was killed under load. */
  readonly kill: Awaited<ReturnType<typeof countLostWrites>>;
}

const WORKER_COUNTS = [1, 2];

/**
 * Measures calls with one and with two worker processes in turn, on the same PostgreSQL database. Then kills one of two workers while
 * children add to-dos, and looks for to-dos that were acknowledged but are not stored.
 */
export async function measureWorkers({ children, seconds, rounds, only, results }: WorkersOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-workers-'));
  let postgres: PostgresInstallation | undefined;
  try {
    const dataFolder = join(folder, 'sqlite-data');
    await stopServer(await startService(dataFolder)); // creates the tables
    const families = await fillFamilies(dataFolder, children);
    postgres = await moveToPostgres(dataFolder, folder);
    const { settings } = postgres;
    const services = new Map<number, ServerProcess>(); // by number of workers
    for (const workers of WORKER_COUNTS)
      services.set(
        workers,
        await startService(settings.DATA_DIR, { settings: { ...settings, WORKERS: String(workers) } }),
      );
    const calls: WorkersMeasurement[] = [];
    for (const name of only) {
      const measured = await measureCall(name, services, { families, postgres, seconds, rounds }).catch(reportFailure);
      for (const row of measured) console.log(formatRow(row));
      calls.push(...measured);
    }
    const [withOneWorker, withTwoWorkers] = [services.get(1), services.get(2)];
    if (!withOneWorker || !withTwoWorkers) throw new Error('The services have not started.');
    await stopServer(withOneWorker);
    const kill = await countLostWrites(withTwoWorkers, families, settings.DATABASE_URL);
    console.log(kill);
    if (kill.lost > 0) process.exitCode = 1;
    const measurements: WorkersMeasurements = { childCount: children, calls, kill };
    if (results !== undefined) console.log(writeResults(results, measurements));
  } finally {
    terminateAllProcesses();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RoundOptions {
  readonly families: Families;
  readonly postgres: PostgresInstallation;
  readonly seconds: number;
  readonly rounds: number;
}

async function measureCall(
  name: string,
  services: ReadonlyMap<number, ServerProcess>,
  { families, postgres, seconds, rounds }: RoundOptions,
): Promise<WorkersMeasurement[]> {
  const call = CALLS.find((candidate) => candidate.name === name);
  if (!call) throw new Error(`There is no call with the name ${name}.`);
  const requests = createRoundRequests(call, families, (rounds + 1) * services.size);
  const measurements = new Map([...services.keys()].map((workers) => [workers, [] as WorkersMeasurement[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [workers, { url, process }] of services) {
      const load = { url, requests: requests.shift() ?? [], seconds, onlyOnce: call.oncePerChild ?? false };
      const databaseBefore = readCpuMicroseconds(postgres.pid);
      const { responseCount, ...measured } = await measureLoad(process, load);
      const databaseMicroseconds = (readCpuMicroseconds(postgres.pid) - databaseBefore) / responseCount;
      if (round > 0 && responseCount > 0)
        measurements.get(workers)?.push({ name, workers, ...measured, databaseMicroseconds }); // the first round warms up
    }
  }
  return [...measurements].map(([workers, rows]) => ({
    name,
    workers,
    ...computeMedians(rows),
    databaseMicroseconds: computeMedian(rows.map((row) => row.databaseMicroseconds)),
  }));
}

/** Reports a call that could not be measured, such as when the machine is too busy. The other calls are still measured. */
function reportFailure(error: unknown): readonly WorkersMeasurement[] {
  console.error(error);
  process.exitCode = 1;
  return [];
}

function formatRow(row: WorkersMeasurement): string {
  const { name, workers, rate, p50, p99, cpuMicroseconds, databaseMicroseconds } = row;
  return [
    `${name.padEnd(10)} ${workers} worker${workers === 1 ? ' ' : 's'}  ${rate.toFixed(0).padStart(6)}/s`,
    `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    `CPU ${cpuMicroseconds.toFixed(0)} µs, PostgreSQL ${databaseMicroseconds.toFixed(0)} µs`,
  ].join('  ');
}
