import { type Kysely, sql } from 'kysely';

/**
 * Cancels the deletion of a child that was planned together with the deletion of an account, if the child has no guardian anymore.
 * Then hides children without a guardian, and children whose deletion is still planned, on the leaderboards outside the family. For
 * children without a guardian, the setting that allows leaderboards is turned off too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from deletions
    where with_account is not null and profile_id not in (select child_id from guardians)`.execute(db);
  await sql`update child_settings set on_boards = 0
    where on_boards = 1 and profile_id not in (select child_id from guardians)`.execute(db);
  await sql`update totals set listed = 0
    where listed = 1
      and (profile_id in (select profile_id from deletions) or profile_id not in (select child_id from guardians))`.execute(
    db,
  );
}
