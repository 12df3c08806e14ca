import type { Logger } from 'pino';

const PAUSE_MS = 1000;

/** Logs outages in at most one line per second, with their count, because during an outage of the database every request fails. */
export type OutageLog = (error: unknown, reqId?: string) => void;

export function createOutageLog(log: Logger, message = 'unavailable'): OutageLog {
  let pending: { count: number; reqId?: string | undefined; err?: unknown } = { count: 0 };
  let pause: NodeJS.Timeout | undefined;
  const flush = () => {
    pause = undefined;
    if (pending.count === 0) return;
    log.warn(pending, message);
    pending = { count: 0 };
    pause = setTimeout(flush, PAUSE_MS).unref();
  };
  return (err, reqId) => {
    pending = { count: pending.count + 1, reqId, err };
    if (!pause) flush();
  };
}
