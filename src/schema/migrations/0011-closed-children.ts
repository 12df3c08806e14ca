import { type Kysely, sql } from 'kysely';

/**
 * Removes children whose deletion is planned, or who have no guardian, from the leaderboards outside the family. A child that was
 * unlinked from an account is no longer deleted with that account.
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
