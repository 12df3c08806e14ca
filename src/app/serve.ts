import type { FastifyInstance } from 'fastify';
import { sweepAccess } from '../features/access/index.ts';
import { sendDigests, sweepFamily } from '../features/family/index.ts';
import { sweepLearning } from '../features/learning/index.ts';
import type { Context } from '../platform/context.ts';
import { describeDatabase, migrate, openDatabase } from '../platform/database/index.ts';
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts';
import { sweepUploads } from '../platform/http/upload-files.ts';
import { createLog } from '../platform/log.ts';
import { releaseStartupMemory } from '../platform/memory.ts';
import { readSettings } from '../platform/settings.ts';
import { buildApp, createContext } from './build.ts';
import { loadContent, reloadOnDemand } from './content-reload.ts';
import { openInstallation } from './installation.ts';
import { VERSION } from './version.ts';

const SWEEP_MILLISECONDS = 60 * 60 * 1000;
/** So that a service which never runs for an hour sweeps all the same. */
const FIRST_SWEEP_MILLISECONDS = 60 * 1000;
const GRACE_MILLISECONDS = 10_000;
const ORPHAN_MILLISECONDS = 500;

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves until SIGTERM or SIGINT; throws, with a line for the operator, when it cannot start. */
export async function serve(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog(settings.logLevel);
  const content = loadContent(settings);
  const database = await openDatabase(settings.databaseUrl);
  const { secrets, migrated } = await openInstallation({ settings, database, log });
  const ctx = createContext({ settings, database, content, log, secrets });
  const app = buildApp(ctx);
  await app.listen({ host: settings.host, port: settings.port });
  ctx.mail.start();
  const sweeping = setInterval(() => sweep(ctx), SWEEP_MILLISECONDS);
  const firstSweep = setTimeout(() => sweep(ctx), FIRST_SWEEP_MILLISECONDS);
  log.info({ ...about(ctx), migrated }, 'ready');
  setTimeout(releaseStartupMemory, 1000).unref();

  const stopReloading = reloadOnDemand(ctx);
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping: finishing what is in flight');
    setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
    clearInterval(sweeping);
    clearTimeout(firstSweep);
    clearInterval(watching);
    stopReloading();
    await close(app, ctx);
    log.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
  const watching = onceOrphaned(environment, () => void stop('npm has ended'));
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

async function close(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.close();
  await ctx.mail.stop();
  await ctx.database.close();
}

function sweep(ctx: Context): void {
  const sweeps = [sweepAccess, sweepIdempotencyKeys, sweepLearning, sweepUploads, sweepFamily, sendDigests];
  Promise.all(sweeps.map((each) => each(ctx))).catch((error) =>
    ctx.log.error({ err: error }, 'the sweep failed; it is tried again in an hour'),
  );
}
