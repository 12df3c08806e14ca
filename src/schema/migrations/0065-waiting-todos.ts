import { type Kysely, sql } from 'kysely';

/** Older code finds the same to-dos, and sorts more of them. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** The to-dos that wait for a guardian, without those with a planned change, are counted and listed from an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('todos_by_completion').execute();
  await sql`create index todos_by_completion on todos (profile_id, status, completed_at, id)
    where change_due_at is null`.execute(db);
}
