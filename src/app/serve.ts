import type { Logger } from 'pino';
import type { Context } from '../platform/context.ts';
import { describeDatabase, migrate, openDatabase } from '../platform/database/index.ts';
import { createLocalCounts, type RequestCounts } from '../platform/http/security/request-counts.ts';
import { releaseStartupMemory } from '../platform/memory.ts';
import { createLog } from '../platform/observability/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { buildApp, createContext } from './build.ts';
import { loadContent, watchForReload } from './content-reload.ts';
import { openInstallation } from './installation/installation.ts';
import { startJobs } from './scheduled-jobs.ts';
import { endOnFatalErrors, stop } from './stop.ts';
import { VERSION } from './version.ts';

const PARENT_CHECK_MILLISECONDS = 500;

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves until SIGTERM or SIGINT. If it cannot start, it throws an error with a message for the operator. */
export async function serve(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog(settings.logLevel);
  endOnFatalErrors(log);
  const content = loadContent(settings);
  const database = await openDatabase(settings.databaseUrl, { onForeignWait: warnOncePerPlace(log) });
  const { secrets, migrated } = await openInstallation({ settings, database, log });
  const requestCounts = await openRequestCounts(settings, secrets, log);
  const ctx = createContext({ settings, database, content, log, secrets, requestCounts });
  const app = buildApp(ctx);
  await app.listen({ host: settings.host, port: settings.port });
  ctx.mail.start();
  const stopJobs = startJobs(ctx);
  log.info({ ...startupInfo(ctx), migrated }, 'ready');
  setTimeout(releaseStartupMemory, 1000).unref();

  const stopReloading = watchForReload(ctx);
  let stopping = false;
  const stopOnce = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: finishing running requests and jobs');
    clearInterval(watching);
    stopReloading();
    void stop({ app, ctx, stopJobs });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
  const watching = onParentExit(environment, () => stopOnce('npm has ended'));
}

/** Counts in Redis if there is a REDIS_URL. Only then the library is loaded. */
async function openRequestCounts({ redisUrl }: Settings, secrets: Secrets, log: Logger): Promise<RequestCounts> {
  if (redisUrl === null) return createLocalCounts();
  const { openRedisCounts } = await import('../platform/http/security/redis-counts.ts');
  return openRedisCounts(redisUrl, { secrets, log });
}

/** On SQLite, writes run one after another. One that waits for a file or a worker lets all others wait, but still succeeds. */
function warnOncePerPlace(log: Logger): (place: string) => void {
  const places = new Set<string>();
  return (place) => {
    if (places.has(place)) return;
    places.add(place);
    log.warn({ place }, 'a write waited for something other than its transaction, and other writes waited for it');
  };
}

/** Information about the started service for the operator. */
function startupInfo({ settings, content }: Context) {
  const { packs, worlds, tasks } = content.current;
  return {
    version: VERSION,
    node: process.versions.node,
    baseUrl: settings.baseUrl,
    database: describeDatabase(settings.databaseUrl),
    dataDir: settings.dataDir,
    content: { folder: settings.contentDir, packs: packs.size, worlds: worlds.size, tasks: tasks.size },
  };
}

/** Migrates the database without serving, for deployments that do this in a separate step. */
export async function migrateOnly(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const database = await openDatabase(settings.databaseUrl);
  await migrate(database);
  await database.close();
  console.log('The database is up to date.');
}

/** `npm start` runs the service in a shell. On a signal the shell ends without passing the signal on. */
function onParentExit(environment: Environment, callback: () => void): NodeJS.Timeout | undefined {
  if (environment.npm_lifecycle_event !== 'start') return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) callback();
  }, PARENT_CHECK_MILLISECONDS);
}
