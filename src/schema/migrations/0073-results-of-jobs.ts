import type { Kysely } from 'kysely';

/** Older code does not know the new columns. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** What a scheduled job has found, and how much room the disk has, for the operator's page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job_runs').addColumn('result', 'text').execute();
  await db.schema.alterTable('database_sizes').addColumn('free_disk_kilobytes', 'integer').execute();
}
