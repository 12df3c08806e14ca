import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { limitTime } from '../../concurrency/time-limit.ts';

/** The replica counts as current if it has replayed everything that the primary had written this long ago. */
const MAX_LAG_MS = 500;
/** How long the queries of both servers may take together. */
const RESPONSE_TIME_LIMIT_MS = 1000;

interface ReplicaWatcher {
  /** Whether the replica can be used now: it responds, it is a replica of this database, and its lag is at most MAX_LAG_MS. */
  isCurrent(): boolean;
  stop(): void;
}

/**
 * Continuously checks whether a replica has replayed what the primary server had written half a second before. The check
 * compares positions in the write-ahead log, which works even if nothing is written or the clocks of the two machines differ.
 */
export function watchReplica(primary: pg.Pool, replica: pg.Pool, log: Logger | undefined): ReplicaWatcher {
  let isCurrent = false;
  let hasReportedState = false;
  let isStopped = false;

  const hasReplayedPrimary = async () => {
    const { rows } = await primary.query(
      'select pg_current_wal_lsn()::text as position, (select id from installation) as id',
    );
    await sleep(MAX_LAG_MS, undefined, { ref: false });
    const comparison = await replica.query(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn and (select id from installation) = $2 as is_current',
      [rows[0].position, rows[0].id],
    );
    return comparison.rows[0].is_current === true; // a server that is not a replica has no replay position, so it returns null
  };
  const watch = async () => {
    while (!isStopped) {
      const wasCurrent = isCurrent;
      let reason: unknown = 'it lags behind, or is not a replica of this database';
      isCurrent = await limitTime(MAX_LAG_MS + RESPONSE_TIME_LIMIT_MS, hasReplayedPrimary()).catch((error) => {
        reason = error instanceof Error ? error.message : error;
        return false;
      });
      if (isStopped) return;
      if (isCurrent && !wasCurrent) log?.info('lists are read from DATABASE_READ_URL');
      if (!isCurrent && (wasCurrent || !hasReportedState))
        log?.warn({ reason }, 'DATABASE_READ_URL is not used at the moment: lists are read from DATABASE_URL');
      hasReportedState = true;
      if (!isCurrent) await sleep(MAX_LAG_MS, undefined, { ref: false });
    }
  };
  void watch();
  return {
    isCurrent: () => isCurrent,
    stop() {
      isStopped = true;
    },
  };
}
