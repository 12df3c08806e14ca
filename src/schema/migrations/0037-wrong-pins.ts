import { type Kysely, sql } from 'kysely';

/** Replaces the numbers of consecutive wrong PINs by the wrong PINs of the last day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table pin_locks`.execute(db);
  await sql`create table wrong_pins (
    id text primary key,
    profile_id text not null references profiles (id) on delete cascade,
    lock_key text not null,
    device_key text,
    site_key text,
    entered_at text not null,
    excused_at text
  )`.execute(db);
  for (const column of ['profile_id', 'device_key', 'site_key', 'entered_at'])
    await sql`create index ${sql.ref(`wrong_pins_by_${column}`)} on wrong_pins (${sql.ref(column)})`.execute(db);
}
