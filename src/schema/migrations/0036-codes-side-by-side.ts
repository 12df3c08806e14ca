import { type Kysely, sql } from 'kysely';

/**
 * Several codes of one purpose and owner are valid at the same time, and an emailed code has a link. The table is created again,
 * because SQLite cannot change a primary key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table new_codes (
       id text not null,
       purpose text not null,
       subject text not null,
       digest text not null,
       link_digest text,
       created_at text not null,
       expires_at text not null,
       spent_at text,
       constraint codes_by_id primary key (id),
       constraint codes_by_digest unique (purpose, digest),
       constraint codes_by_link unique (link_digest)
     )`,
    `insert into new_codes (id, purpose, subject, digest, created_at, expires_at, spent_at)
       select purpose || ' ' || digest, purpose, subject, digest, created_at, expires_at, spent_at from codes`,
    'drop table codes',
    'alter table new_codes rename to codes',
    'create index codes_by_expiry on codes (expires_at)',
    'create index codes_by_subject on codes (subject, purpose)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
