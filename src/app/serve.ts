import type { Context } from '../platform/context.ts';
import { describeDatabase, migrate, openDatabase } from '../platform/database/index.ts';
import { releaseStartupMemory } from '../platform/memory.ts';
import { createLog } from '../platform/observability/log.ts';
import { readSettings } from '../platform/settings.ts';
import { buildApp, createContext } from './build.ts';
import { loadContent, watchForReload } from './content-reload.ts';
import { openInstallation } from './installation/installation.ts';
import { startSweeps } from './scheduled-jobs.ts';
import { endOnFatalErrors, stop } from './stop.ts';
import { VERSION } from './version.ts';

const ORPHAN_MILLISECONDS = 500;

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves until SIGTERM or SIGINT; throws, with a line for the operator, when it cannot start. */
export async function serve(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog(settings.logLevel);
  endOnFatalErrors(log);
  const content = loadContent(settings);
  const database = await openDatabase(settings.databaseUrl);
  const { secrets, migrated } = await openInstallation({ settings, database, log });
  const ctx = createContext({ settings, database, content, log, secrets });
  const app = buildApp(ctx);
  await app.listen({ host: settings.host, port: settings.port });
  ctx.mail.start();
  const stopSweeps = startSweeps(ctx);
  log.info({ ...about(ctx), migrated }, 'ready');
  setTimeout(releaseStartupMemory, 1000).unref();

  const stopReloading = watchForReload(ctx);
  let stopping = false;
  const stopOnce = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: finishing what is in flight');
    clearInterval(watching);
    stopReloading();
    void stop({ app, ctx, stopSweeps });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
  const watching = onceOrphaned(environment, () => stopOnce('npm has ended'));
}

/** What an operator wants to know of a service that has started. */
function about({ settings, content }: Context) {
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

/** Brings the database up to date, for deployments that do this apart from serving. */
export async function migrateOnly(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const database = await openDatabase(settings.databaseUrl);
  await migrate(database);
  await database.close();
  console.log('The database is up to date.');
}

/** `npm start` puts a shell between itself and us, which ends at a signal without passing it on. */
function onceOrphaned(environment: Environment, act: () => void): NodeJS.Timeout | undefined {
  if (environment.npm_lifecycle_event !== 'start') return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) act();
  }, ORPHAN_MILLISECONDS);
}
