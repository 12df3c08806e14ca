import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { withTimeLimit } from '../platform/concurrency/time-limit.ts';
import type { Context } from '../platform/context.ts';

/** Together less than the ten seconds that the documentation promises. */
const REQUESTS_MILLISECONDS = 8000;
const JOBS_MILLISECONDS = 3000;
const DATABASE_MILLISECONDS = 1000;
const LAST_RESORT_MILLISECONDS = 10_000;

interface Running {
  readonly app: FastifyInstance;
  readonly ctx: Context;
  readonly stopSweeps: () => Promise<void>;
}

/**
 * Answers what has arrived, lets jobs finish, closes the database and ends the process. Nothing here waits for ever: what is
 * not done in its time is cut off, as a crash would, and the log tells it.
 */
export async function stop({ app, ctx, stopSweeps }: Running): Promise<never> {
  setTimeout(() => process.exit(1), LAST_RESORT_MILLISECONDS).unref();
  const each = (what: string, milliseconds: number, work: Promise<unknown>) =>
    withTimeLimit(milliseconds, work).catch((err: unknown) => ctx.log.warn({ err, what }, 'cut off while stopping'));
  await Promise.all([
    each('requests', REQUESTS_MILLISECONDS, closeServer(app)),
    each('email', JOBS_MILLISECONDS, ctx.mail.stop()), // what has not left is still in the outbox
    each('sweeps', JOBS_MILLISECONDS, stopSweeps()),
  ]);
  app.server.closeAllConnections();
  await Promise.all([
    each('media worker', DATABASE_MILLISECONDS, ctx.media.stop()),
    each('database', DATABASE_MILLISECONDS, ctx.database.close()),
  ]);
  ctx.log.info('stopped');
  process.exit(0);
}

async function closeServer(app: FastifyInstance): Promise<void> {
  await app.drain();
  await app.close();
}

/** Whatever nobody has caught leaves one line in the log, and ends the process: its state is not known any more. */
export function endOnFatalErrors(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'a fatal error ends the process');
      process.exit(1);
    });
  }
}
