import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openDatabase } from '../../../src/platform/database/index.ts';
import { loadSecrets } from '../../../src/platform/secrets/secrets.ts';
import { readSettings } from '../../../src/platform/settings.ts';
import { SPLIT_STATEMENTS } from './split-statements.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

const POSTGRES_TEMPLATE = 'migrated';
const SQLITE_TEMPLATE = 'migrated.db';

/**
 * Creates templates: an empty database of each kind with the current schema, and secrets. Test apps use copies of them,
 * because copying is faster than creating. The fingerprint of the PostgreSQL template is stored in a comment on that database.
 */
export async function createTemplates(postgresUrl: string, folder: string): Promise<void> {
  await query(postgresUrl, `create database ${POSTGRES_TEMPLATE}`);
  await createSchema(`sqlite:${join(folder, SQLITE_TEMPLATE)}`);
  loadSecrets(readSettings({ DATA_DIR: folder }));
  const template = buildDatabaseUrl(postgresUrl, POSTGRES_TEMPLATE);
  await createSchema(template);
  await query(postgresUrl, 'create table free_databases (name text primary key)');
  if (await splitDatabase(template)) return;
  const [fingerprint] = await query<{ fingerprint: string }>(template, `select ${FINGERPRINT} as fingerprint`);
  await query(postgresUrl, `comment on database ${POSTGRES_TEMPLATE} is '${fingerprint?.fingerprint}'`);
}

/**
 * Splits a database as docs/scaling.md says, if the server has loaded Citus. A single server holds all parts, so that they can be
 * copied with the database. Without a fingerprint, no copy is used by two tests. Returns whether the database was split.
 */
async function splitDatabase(url: string): Promise<boolean> {
  const [citus] = await query(url, "select from pg_settings where name = 'citus.version'");
  if (!citus) return false;
  await withClient(url, async (client) => {
    await client.query('create extension citus; set citus.enable_local_execution = on'); // off would be refused here
    for (const statement of SPLIT_STATEMENTS) await client.query(statement);
    // A database with connections cannot be copied, and Citus has connected to it.
    await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
  return true;
}

/** Drops what tests leave on a server: the templates and the databases that another test could have used. */
export async function dropTestDatabases(postgresUrl: string): Promise<void> {
  const rows = await query<{ name: string }>(postgresUrl, 'select name from free_databases');
  for (const { name } of [...rows, { name: POSTGRES_TEMPLATE }]) await query(postgresUrl, `drop database ${name}`);
  await query(postgresUrl, 'drop table free_databases');
}

async function createSchema(url: string): Promise<void> {
  const database = await openDatabase(url);
  await migrate(database);
  await database.close();
}

/** Copies the template's secrets into the data folder of a test app. */
export function copySecrets(folder: string): void {
  const templates = process.env.TEST_TEMPLATES;
  if (templates === undefined) return; // called by a script outside "npm test"
  for (const name of ['secret-key', 'pin-pepper']) copyFileSync(join(templates, name), join(folder, name));
}

/** Provides an empty database with the current schema and returns its URL. A SQLite database is a file in `folder`. */
export async function createTestDatabase(kind: DatabaseKind, folder: string): Promise<string> {
  if (kind === 'sqlite') {
    const url = `sqlite:${join(folder, 'family.db')}`;
    const templates = process.env.TEST_TEMPLATES;
    if (templates !== undefined) copyFileSync(join(templates, SQLITE_TEMPLATE), join(folder, 'family.db'));
    else await createSchema(url); // called by a script outside "npm test"
    return url;
  }
  const [freeDatabase] = (await getServer().query<{ name: string }>(TAKE_FREE_DATABASE)).rows;
  return freeDatabase
    ? buildDatabaseUrl(getServerUrl(), freeDatabase.name)
    : createPostgresDatabase(`template ${POSTGRES_TEMPLATE}`);
}

/** Runs SQL statements without parameters on a database. */
type Run = (statements: string) => Promise<{ readonly rows: readonly unknown[] }>;

/**
 * Releases a PostgreSQL database that `createTestDatabase` provided. Its rows are deleted so that another test can use
 * it, because creating and dropping a database takes ten times as long. The database is dropped if the test has changed its
 * schema or its settings, or made it large. `run` uses a connection of the test, because a new one takes PostgreSQL longer than
 * deleting the rows.
 */
export async function releaseTestDatabase(url: string, run?: Run): Promise<void> {
  const emptied = run ? emptyDatabase(run) : withClient(url, (client) => emptyDatabase((text) => client.query(text)));
  if (await emptied) await getServer().query(`insert into free_databases values ('${getDatabaseName(url)}')`);
  else await dropPostgresDatabase(url);
}

/** Deletes all rows if the database can be used again. Returns whether it can. */
async function emptyDatabase(run: Run): Promise<boolean> {
  const [row] = (await run(CAN_BE_REUSED)).rows as { can_be_reused: boolean }[];
  if (row?.can_be_reused !== true) return false;
  await run(DELETE_ROWS);
  return true;
}

const TAKE_FREE_DATABASE = `delete from free_databases
  where name = (select name from free_databases limit 1 for update skip locked) returning name`;

/**
 * A number computed from the catalog entries of all tables, columns, indexes, constraints, functions and triggers: those with an
 * id of at least 16384, because lower ids are PostgreSQL's own. It changes when the schema changes, and when statistics are
 * collected, because query plans would then differ in the next test.
 */
const FINGERPRINT = `(
  select sum(number) from (
    select xmin::text::bigint + reltuples::bigint as number from pg_class where oid >= 16384
    union all select xmin::text::bigint from pg_attribute where attrelid >= 16384
    union all select xmin::text::bigint from pg_constraint where oid >= 16384
    union all select xmin::text::bigint from pg_proc where oid >= 16384
    union all select xmin::text::bigint from pg_trigger where oid >= 16384
  ) entries)::text`;

/** Whether the schema and the settings are unchanged and the database has grown by less than 10 MB. */
const CAN_BE_REUSED = `
  select ${FINGERPRINT} = shobj_description(t.oid, 'pg_database')
      and pg_database_size(current_database()) < pg_database_size(t.oid) + 10 * 1024 * 1024
      and not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                      where d.datname = current_database()) as can_be_reused
    from pg_database t where t.datname = '${POSTGRES_TEMPLATE}'`;

/** Ends all other connections, deletes all rows except those about the schema, and restarts the sequences. */
const DELETE_ROWS = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  set session_replication_role = replica; -- without foreign keys and triggers
  do $$
  declare name text;
  begin
    for name in select oid::regclass from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
        and relname !~ '^(kysely_|schema_compatibility$)'
    loop
      execute 'delete from ' || name;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null;
  end $$`;

/** Creates a PostgreSQL database without any tables and returns its URL. `options` are those of "create database". */
export function createEmptyDatabase(options = ''): Promise<string> {
  return createPostgresDatabase(options);
}

async function createPostgresDatabase(options: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await getServer().query(`create database ${name} ${options}`);
  return buildDatabaseUrl(getServerUrl(), name);
}

export async function dropPostgresDatabase(url: string): Promise<void> {
  await getServer().query(`drop database ${getDatabaseName(url)} with (force)`);
}

function getDatabaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

function buildDatabaseUrl(postgresUrl: string, name: string): string {
  return postgresUrl.replace(/\/postgres$/, `/${name}`);
}

async function query<Row extends object>(connectionString: string, statement: string): Promise<Row[]> {
  return withClient(connectionString, async (client) => (await client.query<Row>(statement)).rows);
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let server: pg.Pool | undefined;

/** The connection of this process to the server, because a new connection costs PostgreSQL 4 ms. */
function getServer(): pg.Pool {
  server ??= new pg.Pool({ connectionString: getServerUrl(), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  return server;
}

function getServerUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('Run the tests with "npm test", which starts PostgreSQL.');
  return url;
}
