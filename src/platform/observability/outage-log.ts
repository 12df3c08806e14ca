import type { Logger } from 'pino';

const PAUSE_MS = 1000;

/**
 * Logs a failure that is caused by an outage. During an outage, every request may fail, so there is at most one line per second,
 * with the number of failures since the last line.
 */
export type OutageLog = (error: unknown, reqId?: string) => void;

export function createOutageLog(log: Logger, message = 'unavailable'): OutageLog {
  let unreported: { count: number; reqId?: string; err?: unknown } = { count: 0 };
  let pauseTimer: NodeJS.Timeout | undefined;
  const flush = () => {
    pauseTimer = undefined;
    if (unreported.count === 0) return;
    log.warn(unreported, message);
    unreported = { count: 0 };
    pauseTimer = setTimeout(flush, PAUSE_MS).unref();
  };
  return (err, reqId) => {
    unreported = { count: unreported.count + 1, reqId, err };
    if (!pauseTimer) flush();
  };
}
