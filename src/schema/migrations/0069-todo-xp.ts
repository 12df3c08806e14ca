import { type Kysely, sql } from 'kysely';

/** Older code does not need the index. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** The XP that a child has earned with to-dos on a day is summed up from an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index xp_ledger_of_todos on xp_ledger (profile_id, day, amount)
    where reason in ('todo_approved', 'todo_own', 'todo_undone')`.execute(db);
}
