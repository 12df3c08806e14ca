import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { assertMigrated, type Database, migrate, openDatabase } from '../../../src/platform/database/index.ts';
import { migrations } from '../../../src/schema/migrations/index.ts';
import { createEmptyDatabase, type DatabaseKind, dropPostgresDatabase } from '../../support/service/databases.ts';

const OLD_SCHEMA = readFileSync(join(import.meta.dirname, 'schema-0032.sql'), 'utf8');

type Row = Readonly<Record<string, unknown>>;

/** What the conversion and the later migrations change in the rows of the old schema. */
const EXPECTED_CHANGES: Readonly<Record<string, (row: Row) => Row | undefined>> = {
  profiles: (row) => ({ ...row, reads: null, read_aloud: null, uses_pictures: null, has_voice: null, goal_days: null }),
  child_settings: ({ on_boards, ...row }) => ({ ...row, on_leaderboards: on_boards, hears_recordings: 1 }),
  pins: (row) => ({ ...row, easy_to_guess: null }),
  counters: (row) => ({ ...row, bucket: 'own code attempts: a key' }),
  codes: ({ asker, asker_tries, other_tries, ...row }) => ({
    ...row,
    id: `${row.purpose} ${row.digest}`,
    link_digest: null,
  }),
  totals: ({ streak_taken_until, ...row }) => ({ ...row, streak_reserved_until: streak_taken_until }),
  attempts: ({ judged, ...row }) => ({ ...row, grades: judged, ratings: null }),
  submission_files: (row) => ({ ...row, profile_id: 'child' }),
  todo_series: ({ taken_until, ...row }) => ({ ...row, reserved_until: taken_until }),
  outbox: (row) => ({ ...row, recipient: row.recipient ?? row.id, domain: row.domain ?? row.id }),
  letter_settings: ({ weekly, ...row }) => ({ ...row, enabled: weekly }),
  guardians: (row) => ({ ...row, leaves_at: null }),
  saved_profiles: (row) => ({
    ...row,
    first_saved_at: row.saved_at,
    panel_pin_hash: null,
    panel_pin_tries: 0,
    offer_declined_at: null,
    connected_at: null,
  }),
  sessions: (row) => ({ ...row, last_seen_at: null }),
  panel_sessions: (row) => ({ ...row, present_at: null, device_key: null }),
  item_records: (row) => ({ ...row, tried_together_at: null }),
  memories: (row) => ({ ...row, ability: 0, variance: null, misconceptions: null }),
  todo_lists: (row) => ({ ...row, rewards_on_at: null }),
  todos: (row) => ({
    ...row,
    stars: null,
    paused_at: null,
    planned_change: null,
    change_due_at: null,
    decided_by: null,
  }),
  submissions: (row) => ({ ...row, planned_change: null, change_due_at: null, undone_at: null }),
  privacy_readings: (row) => ({ ...row, consent_version: null, consented_at: null }),
  idempotency_keys: ({ answer: response, claimed_by, claim_ends_at, answered_at, ...row }) =>
    response === null ? undefined : { ...row, response },
};

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a database with the migration 0032 on ${kind}`, () => {
    it('is converted to exactly the schema of a new database, and keeps its rows', () =>
      withDatabases(kind, async (oldDatabase, newDatabase) => {
        await runStatements(oldDatabase, OLD_SCHEMA);
        const rowsBefore = await readRows(oldDatabase);
        await assert.rejects(assertMigrated(oldDatabase), /Migrations have not run yet: 0033-baseline/);
        assert.deepEqual(await migrate(oldDatabase), Object.keys(migrations));
        assert.deepEqual(await migrate(newDatabase), Object.keys(migrations));
        assert.deepEqual(await readSchema(oldDatabase), await readSchema(newDatabase));
        const { schema_compatibility, ...rows } = await readRows(oldDatabase);
        assert.deepEqual(schema_compatibility, (await readRows(newDatabase)).schema_compatibility);
        const newTables = Object.fromEntries(Object.keys(rows).map((name) => [name, []])); // of later migrations
        assert.deepEqual(rows, { ...newTables, ...convertRows(rowsBefore) });
        assert.deepEqual(await migrate(oldDatabase), []);
        await assertMigrated(oldDatabase);
      }));

    it('runs the later migrations after the conversion', () =>
      withDatabases(kind, async (database) => {
        await runStatements(database, OLD_SCHEMA);
        const up = ({ schema }: Kysely<unknown>) => schema.createTable('later').addColumn('id', 'text').execute();
        const names = await migrate(database, { ...migrations, '9000-adds-a-table': { up } });
        assert.deepEqual(names, [...Object.keys(migrations), '9000-adds-a-table']);
      }));

    it('is converted once by processes that start at the same time', () =>
      withDatabases(kind, async (database) => {
        await runStatements(database, OLD_SCHEMA);
        const results = await Promise.all([migrate(database), migrate(database)]);
        assert.deepEqual(results.flat().sort(), Object.keys(migrations)); // one converts, and either of them runs the rest
      }));

    it('stays unchanged if the conversion fails', () =>
      withDatabases(kind, async (database) => {
        await runStatements(database, OLD_SCHEMA);
        // The conversion creates this table after it has renamed all old ones.
        await runStatements(database, 'create table weekly_summary_settings (id integer);');
        const before = [await readSchema(database), await readRows(database)];
        await assert.rejects(migrate(database), /weekly_summary_settings.* already exists/);
        assert.deepEqual([await readSchema(database), await readRows(database)], before);
      }));

    it('is refused if a migration before 0032 is its newest', () =>
      withDatabases(kind, async (database) => {
        await runStatements(database, OLD_SCHEMA);
        await runStatements(database, "delete from kysely_migration where name > '0031';");
        const before = [await readSchema(database), await readRows(database)];
        await assert.rejects(migrate(database), {
          message:
            'The database is too old: its newest migration is 0030-file-owners. First start a version of the service whose newest migration is 0032-fewer-indexes.',
        });
        assert.deepEqual([await readSchema(database), await readRows(database)], before);
      }));
  });
}

async function withDatabases(kind: DatabaseKind, work: (first: Database, second: Database) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'family-convert-'));
  const urls =
    kind === 'sqlite'
      ? ['first.db', 'second.db'].map((name) => `sqlite:${join(folder, name)}`)
      : [await createEmptyDatabase(), await createEmptyDatabase()];
  const [first, second] = [await openDatabase(urls[0] ?? ''), await openDatabase(urls[1] ?? '')];
  try {
    await work(first, second);
  } finally {
    await first.close();
    await second.close();
    if (kind === 'postgres') for (const url of urls) await dropPostgresDatabase(url);
    rmSync(folder, { recursive: true });
  }
}

async function runStatements({ kysely }: Database, statements: string): Promise<void> {
  for (const statement of statements.split(/;\n?/)) if (statement !== '') await sql.raw(statement).execute(kysely);
}

/** Describes all tables, columns, constraints and indexes, except those of Kysely. */
async function readSchema({ dialect, kysely }: Database): Promise<unknown> {
  const { rows } = await (dialect === 'sqlite'
    ? sql`select type, name, tbl_name, sql from sqlite_master where tbl_name not like 'kysely%' order by type, name`
    : sql`select table_name as "table", column_name as name,
          concat_ws(' ', ordinal_position, data_type, is_nullable, column_default) as definition
          from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
        union all
        select tablename, indexname, indexdef from pg_indexes
          where schemaname = 'public' and tablename not like 'kysely%'
        union all
        select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely%'
        order by 1, 2, 3`
  ).execute(kysely);
  return rows;
}

/** Reads all rows by the name of their table, without those of Kysely, in the order in which they were inserted. */
async function readRows({ kysely }: Database): Promise<Record<string, readonly Row[]>> {
  const names = (await kysely.introspection.getTables()).map(({ name }) => name).sort();
  const tables: Record<string, readonly Row[]> = {};
  for (const name of names) tables[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(kysely)).rows;
  return tables;
}

function convertRows(tables: Readonly<Record<string, readonly Row[]>>): Record<string, readonly Row[]> {
  const convertedTables: Record<string, readonly Row[]> = { wrong_pins: [] };
  for (const [name, rows] of Object.entries(tables)) {
    const convert = EXPECTED_CHANGES[name] ?? ((row: Row) => row);
    const newName = name === 'letter_settings' ? 'weekly_summary_settings' : name;
    if (name !== 'schema_compatibility' && name !== 'pin_locks')
      convertedTables[newName] = rows.map(convert).filter((row) => row !== undefined);
  }
  return convertedTables;
}
