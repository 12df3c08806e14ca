import { type Kysely, sql } from 'kysely';

/** Older code ignores the new columns: it shows what is planned as waiting, and does not carry it out. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** What a guardian has decided about a to-do or a submission is carried out after ten seconds, in which it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['todos', 'submissions']) {
    await db.schema.alterTable(table).addColumn('planned_change', 'text').execute();
    await db.schema.alterTable(table).addColumn('change_due_at', 'text').execute();
    await sql`create index ${sql.ref(`${table}_planned`)} on ${sql.ref(table)} (change_due_at, profile_id, id)
      where change_due_at is not null`.execute(db);
  }
}
