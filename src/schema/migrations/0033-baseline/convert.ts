import { type Kysely, sql } from 'kysely';
import { up as createBaseline, listStatements } from './baseline.ts';

/** The newest of the migrations that the baseline replaces. */
const NEWEST_REPLACED_MIGRATION = '0032-fewer-indexes';

const TABLES = listStatements().flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);

/** The old names of tables. */
const OLD_TABLES: Readonly<Record<string, string>> = { weekly_summary_settings: 'letter_settings' };

/** The columns that are not copied from a column with the same name, and the SQL of their values. */
const NEW_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  child_settings: { on_leaderboards: 'on_boards' },
  pin_locks: { lock_key: 'place' },
  counters: { bucket: "replace(replace(bucket, 'letters', 'emails'), 'tries', 'attempts')" }, // the names of limits
  codes: { requester: 'asker' },
  totals: { streak_reserved_until: 'streak_taken_until' },
  attempts: { grades: 'judged' },
  submission_files: { profile_id: '(select profile_id from old_submissions where id = submission_id)' },
  todo_series: { reserved_until: 'taken_until' },
  // Old rows without these hashes share sending slots with no other email.
  outbox: { recipient: 'coalesce(recipient, id)', domain: 'coalesce(domain, id)' },
  weekly_summary_settings: { enabled: 'weekly' },
  idempotency_keys: { response: 'answer' },
};

/** The tables of which not all rows are copied. */
const CONDITIONS: Readonly<Record<string, string>> = {
  idempotency_keys: 'answer is not null', // a key without a response belongs to a request that never ended
  schema_compatibility: 'false',
};

/**
 * Converts a database that has run all migrations that the baseline replaces, and returns whether it did. Copies the rows into new
 * tables, so that the schema is exactly that of a new database. Runs in one transaction: after a crash the database is either
 * unchanged or completely converted. Throws if the database is older.
 */
export async function convertToBaseline(
  database: Kysely<unknown>,
  dialect: 'sqlite' | 'postgres',
  baseline: string,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    // Another process that starts at the same time waits here, and then finds the converted database.
    if (dialect === 'postgres') await sql`lock table kysely_migration in access exclusive mode`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
    const newestMigration = rows.at(-1)?.name ?? baseline;
    if (newestMigration >= baseline) return false;
    if (newestMigration !== NEWEST_REPLACED_MIGRATION)
      throw new Error(
        `The database is too old: its newest migration is ${newestMigration}. First start a version of the service whose newest migration is ${NEWEST_REPLACED_MIGRATION}.`,
      );
    await (dialect === 'sqlite' ? setSqliteTablesAside(tx) : setPostgresTablesAside(tx));
    await createBaseline(tx);
    const newTables = await tx.introspection.getTables();
    for (const table of TABLES) {
      const columns = newTables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
      const values = columns.map((column) => NEW_COLUMNS[table]?.[column] ?? column);
      await run(
        tx,
        `insert into ${table} (${columns}) select ${values} from ${toOldName(table)} where ${CONDITIONS[table] ?? 'true'}`,
      );
    }
    for (const table of TABLES.toReversed()) await run(tx, `drop table ${toOldName(table)}`);
    await sql`insert into schema_compatibility (migration, oldest_compatible) values (${baseline}, ${baseline})`.execute(
      tx,
    );
    await sql`delete from kysely_migration`.execute(tx);
    await sql`insert into kysely_migration (name, timestamp) values (${baseline}, ${new Date().toISOString()})`.execute(
      tx,
    );
    return true;
  });
}

async function setSqliteTablesAside(tx: Kysely<unknown>): Promise<void> {
  const indexes = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and sql is not null and tbl_name not like 'kysely%'`.execute(
    tx,
  );
  for (const { name } of indexes.rows) await run(tx, `drop index ${name}`);
  await renameTables(tx);
}

/** Also renames the constraints and drops the indexes, because PostgreSQL does not let two tables share a name of an index. */
async function setPostgresTablesAside(tx: Kysely<unknown>): Promise<void> {
  await renameTables(tx);
  const oldTables = sql.join(TABLES.map((table) => sql.lit(toOldName(table))));
  const constraints = await sql<{ table: string; name: string; type: string }>`
    select conrelid::regclass as table, conname as name, contype as type from pg_constraint
    where connamespace = current_schema()::regnamespace and conrelid::regclass::text in (${oldTables})
    order by contype <> 'f'`.execute(tx);
  for (const { table, name, type } of constraints.rows)
    await run(
      tx,
      `alter table ${table} ${type === 'f' ? `drop constraint ${name}` : `rename constraint ${name} to old_${name}`}`,
    );
  const indexes = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where schemaname = current_schema() and tablename in (${oldTables}) and indexname not like 'old\\_%'`.execute(tx);
  for (const { name } of indexes.rows) await run(tx, `drop index ${name}`);
}

async function renameTables(tx: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await run(tx, `alter table ${OLD_TABLES[table] ?? table} rename to ${toOldName(table)}`);
}

function toOldName(table: string): string {
  return `old_${table}`;
}

async function run(tx: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(tx);
}
