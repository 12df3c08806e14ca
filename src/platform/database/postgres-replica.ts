import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { withTimeLimit } from '../concurrency/time-limit.ts';

/** What the replica did not have this long ago makes it late. */
const MAX_LAG_MILLISECONDS = 500;
const RESPONSE_MILLISECONDS = 1000;

interface Replica {
  /** Whether it can be read now: it responds, is a replica of this database and is hardly behind. */
  isCurrent(): boolean;
  stop(): void;
}

/**
 * Compares a replica with the primary server all the time: it has to have replayed what the primary had written half a second
 * before. The position in the log tells this even when nothing is written, and unlike a clock on both machines.
 */
export function watchReplica(primary: pg.Pool, replica: pg.Pool, log: Logger | undefined): Replica {
  let isCurrent = false;
  let isReported = false;
  let isStopped = false;

  const compare = async () => {
    const { rows } = await primary.query(
      'select pg_current_wal_lsn()::text as position, (select id from installation) as id',
    );
    await sleep(MAX_LAG_MILLISECONDS, undefined, { ref: false });
    const compared = await replica.query(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn and (select id from installation) = $2 as is_current',
      [rows[0].position, rows[0].id],
    );
    return compared.rows[0].is_current === true; // null where there is no position, because it is no replica
  };
  const watch = async () => {
    while (!isStopped) {
      const before = isCurrent;
      let reason: unknown = 'it is behind, or no replica of this database';
      isCurrent = await withTimeLimit(MAX_LAG_MILLISECONDS + RESPONSE_MILLISECONDS, compare()).catch((error) => {
        reason = error instanceof Error ? error.message : error;
        return false;
      });
      if (isStopped) return;
      if (isCurrent && !before) log?.info('lists are read from DATABASE_READ_URL');
      if (!isCurrent && (before || !isReported))
        log?.warn({ reason }, 'DATABASE_READ_URL is not used at the moment: lists are read from DATABASE_URL');
      isReported = true;
      if (!isCurrent) await sleep(MAX_LAG_MILLISECONDS, undefined, { ref: false });
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
