import { type Kysely, sql } from 'kysely';

/** Older code leaves the new columns null: then nobody is named. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** Which guardian has decided on a to-do or a request for a reward. The panel lists what was decided on a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['todos', 'reward_requests']) {
    await db.schema
      .alterTable(table)
      .addColumn('decided_by', 'text', (column) => column.references('profiles.id').onDelete('set null'))
      .execute();
    await sql`create index ${sql.ref(`${table}_by_decider`)} on ${sql.ref(table)} (decided_by)
      where decided_by is not null`.execute(db);
  }
  await sql`create index todos_decided on todos (profile_id, decided_at) where decided_at is not null`.execute(db);
  await sql`create index submissions_reviewed on submissions (profile_id, reviewed_at)
    where reviewed_at is not null`.execute(db);
}
