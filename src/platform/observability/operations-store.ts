import { sql } from 'kysely';
import { addDays, type Day } from '../../core/time/days.ts';
import type { DatabaseSizeRow, JobRunRow } from '../../schema/tables.ts';
import type { Database, Handle, Tx } from '../database/index.ts';

/** The job that looks for the newest backup. Its result is when that backup began. */
export const BACKUP_JOB = 'findBackup';
/** The job that reads the release feed. Its result is the newest release. */
export const RELEASE_JOB = 'findRelease';

/** Records that a job succeeded or failed now, or what it has found. */
export async function saveJobRun(
  { db }: Handle<Tx>,
  job: string,
  run: Partial<Pick<JobRunRow, 'succeeded_at' | 'failed_at' | 'result'>>,
): Promise<void> {
  await db
    .insertInto('job_runs')
    .values({ job, succeeded_at: null, failed_at: null, result: null, ...run })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(run))
    .execute();
}

export function listJobRuns({ db }: Handle): Promise<JobRunRow[]> {
  return db.selectFrom('job_runs').selectAll().orderBy('job').execute();
}

/** Deletes the runs of jobs that this release does not have: they would seem to fail forever. */
export async function deleteOtherJobRuns({ db }: Handle<Tx>, jobs: readonly string[]): Promise<void> {
  await db.deleteFrom('job_runs').where('job', 'not in', jobs).execute();
}

/** The size of the database with its indexes, in kilobytes. */
export async function readDatabaseSize({ dialect, db }: Pick<Database, 'dialect' | 'db'>): Promise<number> {
  const size =
    dialect === 'sqlite'
      ? sql<number>`(select page_count * page_size from pragma_page_count, pragma_page_size)`
      : sql<number>`pg_database_size(current_database())`;
  const { bytes } = await db.selectNoFrom(size.as('bytes')).executeTakeFirstOrThrow();
  return Math.round(Number(bytes) / 1024);
}

/** Records how full the database and the disk are, once a day. */
export async function saveDatabaseSize({ db }: Handle<Tx>, row: DatabaseSizeRow): Promise<void> {
  await db
    .insertInto('database_sizes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The sizes of the last `days` days, the oldest first. */
export function listDatabaseSizes({ db }: Handle, today: Day, days: number): Promise<DatabaseSizeRow[]> {
  return db.selectFrom('database_sizes').selectAll().where('day', '>', addDays(today, -days)).orderBy('day').execute();
}
