import type { Logger } from 'pino';
import { eraseRestoredProfiles } from '../features/data-rights/index.ts';
import type { Context } from '../platform/context.ts';
import { migrate, openDatabase, redactDatabaseUrl } from '../platform/database/index.ts';
import { releaseStartupMemory } from '../platform/memory.ts';
import { createLog } from '../platform/observability/log.ts';
import { createLocalCounter, type RequestCounter } from '../platform/request-counter/request-counter.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { buildApp, createContext } from './build.ts';
import { keepGoodPacks, loadContentAtStart, watchForReload } from './content-reload.ts';
import { openConfiguredBucket, openInstallation } from './installation/installation.ts';
import { getPlayBundle } from './play/bundle.ts';
import { startJobs } from './scheduled-jobs.ts';
import { createDataDir, explainStartError } from './start-errors.ts';
import { endOnFatalErrors, stop } from './stop.ts';
import { onStopSignal } from './stop-signals.ts';
import { VERSION } from './version.ts';
import type { PrimaryConnection } from './workers/worker.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Work that can wait begins after this time, so that it does not delay the first requests. */
const DEFERRED_WORK_DELAY_MS = 5000;

/** Runs the service until SIGTERM or SIGINT. If it cannot start, it throws an error with a message for the operator. */
export async function serve(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog(settings.logLevel);
  endOnFatalErrors(log);
  if (settings.workers === 1) return serveOrExplain({ settings, log, environment });
  const { default: cluster } = await import('node:cluster');
  if (cluster.isPrimary) {
    const { startPrimary } = await import('./workers/primary.ts');
    return startPrimary({ workerCount: settings.workers, log, environment });
  }
  const { connectToPrimary } = await import('./workers/worker.ts');
  const workerLog = log.child({ worker: process.pid });
  return serveOrExplain({ settings, log: workerLog, environment, primary: connectToPrimary() });
}

interface ServeOptions {
  readonly settings: Settings;
  readonly log: Logger;
  readonly environment: Environment;
  /** Set in a worker process. */
  readonly primary?: PrimaryConnection;
}

async function serveOrExplain(options: ServeOptions): Promise<void> {
  try {
    createDataDir(options.settings.dataDir);
    await serveInThisProcess(options);
  } catch (error) {
    throw new Error(explainStartError(error, options.settings), { cause: error });
  }
}

async function serveInThisProcess({ settings, log, environment, primary }: ServeOptions): Promise<void> {
  const { current: content, packErrors } = loadContentAtStart(settings, log);
  const database = await openDatabase(settings.databaseUrl, {
    maxConnections: settings.databaseConnections,
    replicaUrl: settings.databaseReadUrl,
    log,
    onOutsideWait: warnOncePerCaller(log),
  });
  const bucket = await openConfiguredBucket(settings, log);
  const { secrets, migrated } = await openInstallation({ settings, database, bucket, log });
  const requestCounter = await openRequestCounter(settings, secrets, log);
  const collectMetrics = primary?.collectMetrics;
  const ctx = createContext({
    settings,
    database,
    content,
    log,
    secrets,
    requestCounter,
    collectMetrics,
    files: bucket?.files,
  });
  ctx.content.packErrors = packErrors;
  await eraseRestoredProfiles(ctx);
  await bucket?.warnOfKeptVersions();
  const app = buildApp(ctx);
  await app.listen({ host: settings.host, port: settings.port });
  ctx.outbox.start();
  const stopJobs = startJobs(ctx);
  const stopWatching = watchForReload(ctx);
  const startupInfo = { ...describeStartup(ctx), migrated };
  if (primary) primary.reportReady(startupInfo, ctx.metrics.registry);
  else log.info(startupInfo, 'ready');
  setTimeout(() => {
    void keepGoodPacks(ctx);
    getPlayBundle()
      .catch((error: unknown) => log.error({ err: error }, "the child's app could not be bundled"))
      .finally(releaseStartupMemory);
  }, DEFERRED_WORK_DELAY_MS).unref();

  onStopSignal(environment, (reason) => {
    log.info({ signal: reason }, 'stopping: finishing running requests and jobs');
    stopWatching();
    void stop({ app, ctx, stopJobs });
  });
}

/** Opens the counter of requests: in Redis if REDIS_URL is set, otherwise in memory, without loading the Redis library. */
async function openRequestCounter({ redisUrl }: Settings, secrets: Secrets, log: Logger): Promise<RequestCounter> {
  if (redisUrl === null) return createLocalCounter();
  const { openRedisCounter } = await import('../platform/request-counter/redis-counter.ts');
  return openRedisCounter(redisUrl, { secrets, log });
}

/**
 * Returns a function that logs a write that waits for something other than its transaction, such as a file or a worker, once for
 * each caller. On SQLite, writes run one after another, so such a write succeeds but delays all other writes.
 */
function warnOncePerCaller(log: Logger): (error: Error) => void {
  const loggedStacks = new Set<string | undefined>();
  return (err) => {
    if (loggedStacks.has(err.stack)) return;
    loggedStacks.add(err.stack);
    log.warn({ err }, 'a write waited for something other than its transaction, and other writes waited for it');
  };
}

/** Describes the started service, for the operator who reads the log. */
function describeStartup({ settings, content }: Context) {
  const { packs, worlds, tasks } = content.current;
  return {
    version: VERSION,
    node: process.versions.node,
    baseUrl: settings.baseUrl,
    database: redactDatabaseUrl(settings.databaseUrl),
    dataDir: settings.dataDir,
    content: { folder: settings.contentDir, packs: packs.size, worlds: worlds.size, tasks: tasks.size },
  };
}

/** Migrates the database without serving, for deployments that do this in a separate step. */
export async function migrateOnly(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  try {
    createDataDir(settings.dataDir);
    await using database = await openDatabase(settings.databaseUrl);
    const migrated = await migrate(database);
    for (const name of migrated) console.log(`Ran ${name}.`);
    console.log('The database is up to date.');
  } catch (error) {
    throw new Error(explainStartError(error, settings), { cause: error });
  }
}
