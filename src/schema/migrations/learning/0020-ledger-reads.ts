import { type Kysely, sql } from 'kysely';

/**
 * Older code that has this migration can run with the new schema: it does not store the time zone in the totals, but newer code
 * does so at the child's next activity.
 */
export const oldestCompatibleMigration = '0017b-readiness-filling';

/**
 * The panel shows a child's time zone and the XP of its attempts. Before this migration, the panel searched the ledger for both and
 * had to read every newer row. Now `totals.zone` stores the time zone, and an index finds the rows that were written when an
 * attempt ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('totals').addColumn('zone', 'text').execute();
  await sql`update totals set zone = (
    select zone from xp_ledger where xp_ledger.profile_id = totals.profile_id and xp_ledger.zone is not null
    order by xp_ledger.id desc limit 1)`.execute(db);
  await db.schema.createIndex('xp_ledger_by_time').on('xp_ledger').columns(['profile_id', 'at']).execute();
}
