import { type Kysely, sql } from 'kysely';

/** Older code knows no vouching: it shows a change that somebody vouches for as one that waits for codes, which nobody can enter. */
export const oldestCompatibleMigration = '0038-easy-pins';

/** A change of the address can be one that another guardian vouches for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The voucher is no reference, which older code would not expect: the erasure deletes the row (`PERSONAL_DATA_TABLES`).
  await sql`alter table address_changes add column voucher_id text`.execute(db);
  await sql`alter table address_changes add column opens_at text`.execute(db);
  await sql`alter table address_changes add column confirm_digest text`.execute(db);
  await sql`create index address_changes_by_voucher on address_changes (voucher_id)`.execute(db);
  await sql`create index address_changes_by_opening on address_changes (opens_at)`.execute(db);
  await sql`create index address_changes_by_confirmation on address_changes (confirm_digest)`.execute(db);
}
