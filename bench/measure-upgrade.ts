import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillFamilies } from './data/families.ts';
import { buildRequest, CALLS } from './load/calls.ts';
import { moveToPostgres, type PostgresInstallation } from './load/postgres.ts';
import { startService, stopServer, terminateAllProcesses } from './load/processes.ts';
import { startClients } from './load/steady-clients.ts';
import { writeResults } from './report/results.ts';

const CHILD_COUNT = 5000;
const SECONDS_PER_PHASE = 10;
/** So few that no process is overloaded and rejects requests, even on a busy machine. */
const CONNECTIONS = 4;
/** The calls that each child sends, in this order. */
const JOURNEY = ['me', 'worlds', 'task', 'start', 'complete', 'stats', 'todos', 'add-todo', 'rankings', 'badges'];

/** The numbers of responses of the older and the newer processes by status; "none" for requests without a response. */
interface Phase {
  readonly name: string;
  readonly older: Record<string, number>;
  readonly newer: Record<string, number>;
}

/**
 * Under load, replaces two processes of an older commit with two processes of the working tree, one after the other. All of them
 * use the same PostgreSQL database. The first new process migrates the schema while the older ones serve requests. Fails if any
 * response was an error.
 */
export async function measureUpgrade({ from, results }: { from?: string; results?: string }): Promise<void> {
  const olderCommit = from ?? findCommitBeforeNewestMigration();
  const folder = mkdtempSync(join(tmpdir(), 'family-upgrade-'));
  let postgres: PostgresInstallation | undefined;
  try {
    const olderTree = checkOut(olderCommit, join(folder, 'older'));
    const dataFolder = join(folder, 'sqlite-data');
    await stopServer(await startService(dataFolder, { cwd: olderTree })); // creates the older tables
    const families = await fillFamilies(dataFolder, CHILD_COUNT);
    postgres = await moveToPostgres(dataFolder, folder, olderTree);
    const { settings } = postgres;
    const start = (cwd: string) => startService(settings.DATA_DIR, { settings, cwd });
    const olderServices = [await start(olderTree), await start(olderTree)] as const;
    const olderUrls: ReadonlySet<string> = new Set(olderServices.map(({ url }) => url));
    let urls = olderServices.map(({ url }) => url);
    const phases: Phase[] = [];
    const beginPhase = (name: string) => phases.push({ name, older: {}, newer: {} });
    beginPhase('two older processes');
    let sentCount = 0;
    const buildNext = () => {
      const childNumber = Math.floor(sentCount / JOURNEY.length) + 1;
      const call = CALLS.find(({ name }) => name === JOURNEY[sentCount % JOURNEY.length]);
      sentCount += 1;
      if (!call || childNumber > families.childCount) throw new Error('All children have sent their requests.');
      const url = urls[sentCount % urls.length] ?? '';
      return { url, request: buildRequest(call, `child${childNumber}`, families.signToken(childNumber)) };
    };
    const clients = startClients(CONNECTIONS, buildNext, ({ status = 'none' }, url) => {
      const counts = phases.at(-1)?.[olderUrls.has(url) ? 'older' : 'newer'] ?? {};
      counts[status] = (counts[status] ?? 0) + 1;
    });
    await sleep(SECONDS_PER_PHASE * 1000);
    beginPhase('the first new process migrates');
    const newerService = await start(process.cwd());
    beginPhase('an older and a new process');
    urls = [olderServices[1].url, newerService.url];
    await sleep(1000); // until no client waits for a response of the process that stops
    await stopServer(olderServices[0]);
    await sleep(SECONDS_PER_PHASE * 1000);
    const isOlderReady = (await fetch(`${olderServices[1].url}/readyz`)).status === 200;
    beginPhase('the second new process starts and remains with the first');
    urls = [newerService.url, (await start(process.cwd())).url];
    await sleep(1000); // until no client waits for a response of the process that stops
    await stopServer(olderServices[1]);
    await sleep(SECONDS_PER_PHASE * 1000);
    await clients.stop();
    const errorCount = phases.reduce((sum, { older, newer }) => sum + countErrors(older) + countErrors(newer), 0);
    for (const phase of phases) console.log(JSON.stringify(phase));
    console.log({ olderCommit, isOlderReady, errorCount });
    if (errorCount > 0 || !isOlderReady) process.exitCode = 1;
    if (results !== undefined) console.log(writeResults(results, { olderCommit, isOlderReady, errorCount, phases }));
  } finally {
    terminateAllProcesses();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function findCommitBeforeNewestMigration(): string {
  const migrations = ['--diff-filter=A', '--', 'src/schema/migrations'];
  const newest = execFileSync('git', ['log', '-1', '--format=%h', ...migrations], { encoding: 'utf8' }).trim();
  return execFileSync('git', ['rev-parse', '--short', `${newest}~1`], { encoding: 'utf8' }).trim();
}

/** Writes the files of a commit to a folder, with the packages that are installed now. */
function checkOut(commit: string, folder: string): string {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

function countErrors(counts: Readonly<Record<string, number>>): number {
  return Object.entries(counts).reduce((sum, [status, count]) => (/^2/.test(status) ? sum : sum + count), 0);
}
