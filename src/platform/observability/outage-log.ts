import type { Logger } from 'pino';

const PAUSE_MS = 1000;

/**
 * Logs a failure that is caused by an outage. While the database is unreachable, every request fails, so there is at most one line per
 * second, with the number of failures since the last line.
 */
export type OutageLog = (error: unknown, reqId?: string) => void;

export function createOutageLog(log: Logger, message = 'unavailable'): OutageLog {
  let unreported: { count: number; reqId?: string | undefined; err?: unknown } = { count: 0 };
  let pause: NodeJS.Timeout | undefined;
  const flush = () => {
    pause = undefined;
    if (unreported.count === 0) return;
    log.warn(unreported, message);
    unreported = { count: 0 };
    pause = setTimeout(flush, PAUSE_MS).unref();
  };
  return (err, reqId) => {
    unreported = { count: unreported.count + 1, reqId, err };
    if (!pause) flush();
  };
}
