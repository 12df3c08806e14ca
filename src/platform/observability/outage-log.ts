import type { Logger } from 'pino';

const PAUSE_MILLISECONDS = 1000;

/** Logs outages: at most one line per second, with their count, because an unavailable database fails every request. */
export type OutageLog = (error: unknown, reqId: string) => void;

export function createOutageLog(log: Logger): OutageLog {
  let pending = { count: 0, reqId: '', err: undefined as unknown };
  let pause: NodeJS.Timeout | undefined;
  const flush = () => {
    pause = undefined;
    if (pending.count === 0) return;
    log.warn(pending, 'unavailable');
    pending = { count: 0, reqId: '', err: undefined };
    pause = setTimeout(flush, PAUSE_MILLISECONDS).unref();
  };
  return (err, reqId) => {
    pending = { count: pending.count + 1, reqId, err };
    if (!pause) flush();
  };
}
