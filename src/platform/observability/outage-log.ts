import type { Logger } from 'pino';

const PAUSE_MILLISECONDS = 1000;

/** Tells of outages in one line a second at most, with how many there were: a database that is gone fails every request. */
export type OutageLog = (error: unknown, reqId: string) => void;

export function createOutageLog(log: Logger): OutageLog {
  let untold = { count: 0, reqId: '', err: undefined as unknown };
  let pause: NodeJS.Timeout | undefined;
  const tell = () => {
    pause = undefined;
    if (untold.count === 0) return;
    log.warn(untold, 'unavailable');
    untold = { count: 0, reqId: '', err: undefined };
    pause = setTimeout(tell, PAUSE_MILLISECONDS).unref();
  };
  return (err, reqId) => {
    untold = { count: untold.count + 1, reqId, err };
    if (!pause) tell();
  };
}
