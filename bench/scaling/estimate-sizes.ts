import { join } from 'node:path';
import { MAX_CONCURRENT_EMAILS } from '../../src/platform/email/rules.ts';
import type { StorageMeasurements } from '../measure-storage.ts';
import type { WorkersMeasurements } from '../measure-workers.ts';
import { type Run, readResults } from '../report/results.ts';

/** How often the app of a child sends each call (`CALLS` in bench/load/calls.ts) on a day with twenty minutes of play. */
const DAILY_REQUESTS_BY_CALL: Readonly<Record<string, number>> = {
  me: 3,
  stats: 3,
  badges: 1,
  todos: 3,
  rankings: 1,
  worlds: 3,
  world: 4,
  task: 5,
  'add-todo': 0.2,
  start: 5,
  complete: 5,
  'sign-in': 0.1,
};
const DAILY_REQUESTS = Object.values(DAILY_REQUESTS_BY_CALL).reduce((sum, count) => sum + count, 0);

// Assumptions, which are not measured.
const PLAY_DAYS_PER_WEEK = 4;
/** The share of a day's requests in its busiest hour, and the rate in its busiest seconds divided by its mean rate. */
const BUSIEST_HOUR_SHARE = 0.25;
const PEAK_FACTOR = 2;
/** The share of the CPU time that is used at the peak. */
const UTILIZATION = 0.6;
const YEARLY_FILES_PER_CHILD = 12;
const BYTES_PER_FILE = 300_000;
const PARENTS_PER_CHILD = 1.2;
const BYTES_PER_PROFILE = 500;

// The machines of the estimate: for the service, and for a PostgreSQL database that is split with Citus.
const SERVICE_MACHINE_CORES = 8;
const CITUS_MACHINE_CORES = 32;
const CITUS_MACHINE_BYTES = 4e12;

// The limits of the setups.
const MAX_SQLITE_BYTES = 200e9;
const MAX_POSTGRES_CORES = 64;
const MAX_POSTGRES_BYTES = 8e12;
const MAX_POSTGRES_CONNECTIONS = 500;
const CONNECTIONS_PER_PROCESS = 10;
/** The maximum size of the table `profiles`, of which each machine has a copy with Citus. */
const MAX_PROFILES_BYTES = 500e9;
/** How many weekly summaries a process can send from Monday noon to midnight. An email is assumed to take a second. */
const WEEKLY_SUMMARIES_PER_PROCESS = MAX_CONCURRENT_EMAILS.withoutCode * 12 * 3600;

const RESULTS = join(import.meta.dirname, '..', 'results');
const CHILD_COUNTS = [10_000, 1_000_000, 100_000_000];

/** What a service with a given number of children needs, one year after all of them have registered. */
interface Needs {
  readonly requestsPerSecond: number;
  readonly serviceCores: number;
  readonly databaseCores: number;
  readonly databaseBytes: number;
  readonly fileBytes: number;
  readonly profileBytes: number;
  readonly processCount: number;
  readonly weeklySummaryCount: number;
}

/** A way to run the service, with the machines that it needs and how much of each limit is used (1 is all of it). */
interface Setup {
  readonly name: string;
  readonly describeMachines: (needs: Needs) => string;
  readonly getUsedShares: (needs: Needs) => Readonly<Record<string, number>>;
}

const SETUPS: readonly Setup[] = [
  {
    name: 'SQLite, one process',
    describeMachines: () => '1 machine with 2 cores',
    getUsedShares: ({ serviceCores, databaseBytes }) => ({
      // Measured with PostgreSQL. With SQLite the process needs less CPU time, although it also runs the statements.
      'the CPU core of the process': serviceCores,
      'the size of the SQLite file (200 GB)': databaseBytes / MAX_SQLITE_BYTES,
    }),
  },
  {
    name: 'one PostgreSQL server',
    describeMachines: ({ serviceCores, databaseCores }) =>
      `${countServiceMachines(serviceCores)} machines with ${SERVICE_MACHINE_CORES} cores for the service; ` +
      `PostgreSQL with ${Math.max(SERVICE_MACHINE_CORES, roundUpToPowerOfTwo(databaseCores))} cores and a replica; Redis; a bucket`,
    getUsedShares: (needs) => ({
      'the cores of PostgreSQL (64)': needs.databaseCores / MAX_POSTGRES_CORES,
      'the disk of PostgreSQL (8 TB)': needs.databaseBytes / MAX_POSTGRES_BYTES,
      'connections to PostgreSQL without pgbouncer (500)':
        (needs.processCount * CONNECTIONS_PER_PROCESS) / MAX_POSTGRES_CONNECTIONS,
      'the time for the weekly summaries (half a day)':
        needs.weeklySummaryCount / (needs.processCount * WEEKLY_SUMMARIES_PER_PROCESS),
    }),
  },
  {
    name: 'PostgreSQL split with Citus',
    describeMachines: (needs) =>
      `${countServiceMachines(needs.serviceCores)} machines with ${SERVICE_MACHINE_CORES} cores for the service; ` +
      `${countDatabaseMachines(needs)} machines with ${CITUS_MACHINE_CORES} cores and 4 TB for PostgreSQL, and as many replicas; pgbouncer; Redis; a bucket`,
    getUsedShares: (needs) => ({
      'the copy of `profiles` on each machine (500 GB)': needs.profileBytes / MAX_PROFILES_BYTES,
      'the time for the weekly summaries (half a day)':
        needs.weeklySummaryCount / (needs.processCount * WEEKLY_SUMMARIES_PER_PROCESS),
    }),
  },
];

/** Returns the table of sizes in docs/scaling.md, and a list of the measurements and assumptions that it is based on. */
export function estimateSizes(): { readonly rows: readonly (readonly string[])[]; readonly basis: string } {
  const workers = readNewest<WorkersMeasurements>('workers');
  const storage = readNewest<StorageMeasurements>('storage');
  const columns = CHILD_COUNTS.map((childCount) => describeNeeds(computeNeeds(childCount, workers, storage)));
  const rows = Object.keys(columns[0] ?? {}).map((name) => [name, ...columns.map((column) => column[name] ?? '')]);
  return { rows, basis: describeBasis(workers, storage) };
}

export const SIZE_HEADINGS: readonly string[] = [
  '',
  ...CHILD_COUNTS.map((childCount) => `${formatNumber(childCount)} children`),
];

function readNewest<Measurements>(name: string): Run & Measurements {
  const newest = readResults<Measurements>(join(RESULTS, name)).at(-1);
  if (!newest) throw new Error(`There are no results in bench/results/${name}.`);
  return newest;
}

function computeNeeds(childCount: number, workers: WorkersMeasurements, storage: StorageMeasurements): Needs {
  const playedDayShare = PLAY_DAYS_PER_WEEK / 7;
  const requestsPerSecond = (childCount * playedDayShare * DAILY_REQUESTS * BUSIEST_HOUR_SHARE * PEAK_FACTOR) / 3600;
  const { serviceMicroseconds, databaseMicroseconds } = computeMeanCosts(workers);
  const serviceCores = (requestsPerSecond * serviceMicroseconds) / 1e6 / UTILIZATION;
  return {
    requestsPerSecond,
    serviceCores,
    databaseCores: (requestsPerSecond * databaseMicroseconds) / 1e6 / UTILIZATION,
    databaseBytes: childCount * storage.postgresBytesPerYear * playedDayShare,
    fileBytes: childCount * YEARLY_FILES_PER_CHILD * BYTES_PER_FILE,
    profileBytes: childCount * (1 + PARENTS_PER_CHILD) * BYTES_PER_PROFILE,
    processCount: countServiceMachines(serviceCores) * SERVICE_MACHINE_CORES,
    weeklySummaryCount: childCount * PARENTS_PER_CHILD,
  };
}

/** The mean CPU time of a request, weighted by how often it is sent. */
function computeMeanCosts({ calls }: WorkersMeasurements): {
  serviceMicroseconds: number;
  databaseMicroseconds: number;
} {
  const costs = { serviceMicroseconds: 0, databaseMicroseconds: 0 };
  for (const [name, count] of Object.entries(DAILY_REQUESTS_BY_CALL)) {
    const call = calls.find((candidate) => candidate.name === name && candidate.workers === 1);
    if (!call) throw new Error(`The results of "workers" do not contain ${name}.`);
    costs.serviceMicroseconds += (call.cpuMicroseconds * count) / DAILY_REQUESTS;
    costs.databaseMicroseconds += (call.databaseMicroseconds * count) / DAILY_REQUESTS;
  }
  return costs;
}

function describeNeeds(needs: Needs): Record<string, string> {
  const setup =
    SETUPS.find(({ getUsedShares }) => Object.values(getUsedShares(needs)).every((share) => share <= 1)) ??
    SETUPS.at(-1);
  if (!setup) throw new Error('There is no setup.');
  const [[limit, share] = ['', 0]] = Object.entries(setup.getUsedShares(needs)).sort(([, a], [, b]) => b - a);
  return {
    'requests per second at the peak': formatNumber(needs.requestsPerSecond),
    'cores of the service / of the database': `${formatCores(needs.serviceCores)} / ${formatCores(needs.databaseCores)}`,
    'database, per year': formatBytes(needs.databaseBytes),
    'files, per year': formatBytes(needs.fileBytes),
    setup: setup.name,
    machines: setup.describeMachines(needs),
    'first limit': `${limit}: ${Math.round(100 * share)} % used after a year`,
  };
}

function describeBasis(workers: Run & WorkersMeasurements, storage: Run & StorageMeasurements): string {
  const { serviceMicroseconds, databaseMicroseconds } = computeMeanCosts(workers);
  const describeRun = ({ date, commit, machine, loadBefore }: Run) =>
    `${date.slice(0, 10)}, commit ${commit}, ${machine.cpuModel}, ${machine.cores} cores, load ${loadBefore} before the run`;
  return [
    `- A request takes ${Math.round(serviceMicroseconds)} µs of CPU time in the service and ${Math.round(databaseMicroseconds)} µs in PostgreSQL, on average over the calls of a day (measured with ${formatNumber(workers.childCount)} children: ${describeRun(workers)}).`,
    `- A child who plays every day adds ${formatBytes(storage.postgresBytesPerYear)} to PostgreSQL in a year, including indexes (measured: ${describeRun(storage)}).`,
    `- Assumed: a child plays on ${PLAY_DAYS_PER_WEEK} days a week and sends ${DAILY_REQUESTS.toFixed(0)} requests on each of them. ${100 * BUSIEST_HOUR_SHARE} % of a day's requests come in the busiest hour, and its peak rate is twice its average. The CPUs are ${100 * UTILIZATION} % utilized at the peak. A child submits ${YEARLY_FILES_PER_CHILD} files of ${formatBytes(BYTES_PER_FILE)} a year and has ${PARENTS_PER_CHILD} parents. A profile takes ${BYTES_PER_PROFILE} bytes. An email takes a second to send, and a process sends ${MAX_CONCURRENT_EMAILS.withoutCode} weekly summaries at a time. The panel and the CPU time for networking, replicas and backups are not counted.`,
  ].join('\n');
}

/** Counts one more machine than needed, so that one can fail. */
function countServiceMachines(serviceCores: number): number {
  return Math.ceil(serviceCores / SERVICE_MACHINE_CORES) + 1;
}

function countDatabaseMachines({ databaseCores, databaseBytes }: Needs): number {
  return Math.ceil(Math.max(databaseCores / CITUS_MACHINE_CORES, databaseBytes / CITUS_MACHINE_BYTES));
}

function roundUpToPowerOfTwo(value: number): number {
  return 2 ** Math.ceil(Math.log2(value));
}

function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function formatCores(value: number): string {
  return value < 10 ? value.toPrecision(1) : formatNumber(value);
}

function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.floor(Math.log10(bytes) / 3);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
