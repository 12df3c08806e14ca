import type { Kysely } from 'kysely';

/**
 * Older code knows neither column: a guardian who is leaving stays until newer code ends the link, and the link of an undone change could
 * undo it again.
 */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A guardian leaves a child after a wait, and the undo of a change of the address is followed by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('guardians').addColumn('leaves_at', 'text').execute();
  await db.schema.createIndex('guardians_by_leaving').on('guardians').column('leaves_at').execute();
  await db.schema.alterTable('address_changes').addColumn('undone_at', 'text').execute();
}
