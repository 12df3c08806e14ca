import { type Kysely, sql } from 'kysely';

/** Older code that has this migration can run with the new schema: only indexes change, and none of them is unique. */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * The first index contains the sizes of to-dos, whose sum is limited by quotas. Before this index existed, each new to-do read all
 * rows of its list with their texts. The second index replaces `todos_by_assigner`. It also finds the to-dos that a guardian has
 * assigned to one child, which are needed when the guardian is unlinked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = sql`octet_length(title) + octet_length(notes) + octet_length(checklist)`;
  await sql`create index todos_by_size on todos (profile_id, status, (${bytes}), updated_at, id)`.execute(db);
  await db.schema.dropIndex('todos_by_assigner').execute();
  await db.schema
    .createIndex('todos_by_assigner_and_list')
    .on('todos')
    .columns(['assigned_by', 'profile_id'])
    .execute();
}
