import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { DECLARED_SINCE, migrations, type SchemaMigration } from '../../schema/migrations/index.ts';
import type { Tables } from '../../schema/tables.ts';
import { type Database, errorCode } from './database.ts';

type Known = Readonly<Record<string, SchemaMigration>>;

/**
 * Brings the schema up to date, under a lock so that two processes that start at once do not both do it. Leaves a newer
 * schema as it is, if this code is compatible with it; gives the names of the migrations that ran now.
 */
export async function migrate(database: Database, known: Known = migrations): Promise<string[]> {
  if (await isNewer(database, known)) {
    await assertMigrated(database, known);
    return [];
  }
  return database.migrating(async (db) => {
    const { error, results = [] } = await migratorOf(db, known).migrateToLatest();
    if (error) throw error;
    return results.map(({ migrationName }) => migrationName);
  });
}

/** Throws unless every migration of this code has run, and each one that it does not know is compatible with it. */
export async function assertMigrated(database: Database, known: Known = migrations): Promise<void> {
  const ran = await ranMigrations(database);
  const incompatible = await incompatibleOf(database, ran, known);
  if (incompatible.length > 0) {
    throw new Error(
      `The database is newer than this code (it has run ${incompatible.join(', ')}). Start a newer release, or restore a backup.`,
    );
  }
  const open = Object.keys(known).filter((name) => !ran.includes(name));
  if (open.length > 0) throw new Error(`Migrations have not run yet: ${open.join(', ')}.`);
}

async function isNewer(database: Database, known: Known): Promise<boolean> {
  return (await ranMigrations(database)).some((name) => !(name in known));
}

/** None in a database without any table: it is new. */
async function ranMigrations({ owner, reader }: Database): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration order by name`;
  try {
    return (await reader.executeQuery(query.compile(owner))).rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function isMissingTable(error: unknown): boolean {
  return errorCode(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table'));
}

/** Of the migrations that ran, those that this code neither knows nor is compatible with. */
async function incompatibleOf({ reader }: Database, ran: readonly string[], known: Known): Promise<string[]> {
  const unknown = ran.filter((name) => !(name in known));
  if (unknown.length === 0 || !ran.includes(DECLARED_SINCE)) return unknown;
  const newest = Object.keys(known).sort().at(-1) ?? '';
  const declared = await reader
    .selectFrom('schema_compatibility')
    .select('migration')
    .where('oldest_compatible', '<=', newest)
    .execute();
  return unknown.filter((name) => !declared.some(({ migration }) => migration === name));
}

function migratorOf(db: Kysely<Tables>, known: Known): Migrator {
  const each = Object.entries(known).map(([name, migration]) => [name, declaring(name, migration)] as const);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(each) } });
}

/** The migration, which also tells the database, in the same transaction, what it is compatible with. */
function declaring(name: string, { up, oldestCompatible = name }: SchemaMigration): Migration {
  return {
    async up(db) {
      await up(db);
      if (name < DECLARED_SINCE) return; // there is no table yet, and no code that asks
      await sql`insert into schema_compatibility (migration, oldest_compatible) values (${name}, ${oldestCompatible})`.execute(
        db,
      );
    },
  };
}
