import { type Kysely, sql } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it leaves the new column null, and newer code does not read the
 * column yet.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/** Adds the owner of each file, so that a database that is split by profile can store the file with its submission. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('submission_files').addColumn('profile_id', 'text').execute();
  await sql`update submission_files
    set profile_id = (select profile_id from submissions where submissions.id = submission_files.submission_id)`.execute(
    db,
  );
}
