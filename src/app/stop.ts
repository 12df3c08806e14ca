import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { limitTime } from '../platform/concurrency/time-limit.ts';
import type { Context } from '../platform/context.ts';

/**
 * The time limits for stopping. Requests, emails and jobs end at the same time, and resources are closed after that. Together this
 * takes at most nine of the ten seconds that docs/operations.md promises.
 */
const REQUESTS_TIMEOUT_MS = 8000;
const JOBS_TIMEOUT_MS = 3000;
const RESOURCES_TIMEOUT_MS = 1000;
const EXIT_TIMEOUT_MS = 10_000;

interface RunningService {
  readonly app: FastifyInstance;
  readonly ctx: Context;
  readonly stopJobs: () => Promise<void>;
}

/**
 * Responds to the requests that have arrived, lets jobs finish, closes the database and ends the process. Each step has a
 * time limit. A step that exceeds its limit is logged and abandoned, as if the process had crashed.
 */
export async function stop({ app, ctx, stopJobs }: RunningService): Promise<never> {
  setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS).unref();
  const finish = (step: string, timeoutMs: number, work: Promise<unknown>) =>
    limitTime(timeoutMs, work).catch((err: unknown) => ctx.log.warn({ err, step }, 'abandoned while stopping'));
  await Promise.all([
    finish('requests', REQUESTS_TIMEOUT_MS, closeServer(app)),
    finish('email', JOBS_TIMEOUT_MS, ctx.outbox.stop()), // unsent emails are still in the outbox
    finish('scheduled jobs', JOBS_TIMEOUT_MS, stopJobs()),
  ]);
  app.server.closeAllConnections();
  ctx.media.stop();
  await finish('security log', RESOURCES_TIMEOUT_MS, ctx.flushSecurityLog());
  await Promise.all([
    finish('Redis', RESOURCES_TIMEOUT_MS, ctx.requestCounter.close()),
    finish('database', RESOURCES_TIMEOUT_MS, ctx.database.close()),
  ]);
  ctx.log.info('stopped');
  process.exit(0);
}

async function closeServer(app: FastifyInstance): Promise<void> {
  await app.drain();
  await app.close();
}

/** Logs an uncaught error on one line and ends the process, because the state of the process is then unknown. */
export function endOnFatalErrors(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'fatal error, exiting');
      process.exit(1);
    });
  }
}
