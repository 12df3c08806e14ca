import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { getErrorCode } from '../../core/error-code.ts';
import { convertToBaseline } from '../../schema/migrations/0033-baseline/convert.ts';
import { BASELINE, migrations, type SchemaMigration } from '../../schema/migrations/index.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Database } from './database.ts';

type Migrations = Readonly<Record<string, SchemaMigration>>;
type MigratedDatabase = Pick<Database, 'kysely' | 'db'>;

/**
 * Brings the schema up to date and returns the names of the migrations that ran. A lock prevents two processes that start at the
 * same time from running the same migration. A newer schema remains unchanged. Throws if this code is not compatible with it.
 */
export async function migrate(database: Database, availableMigrations: Migrations = migrations): Promise<string[]> {
  if (await isSchemaNewer(database, availableMigrations)) {
    await assertMigrated(database, availableMigrations);
    return [];
  }
  const isOld = (await listAllExecutedMigrations(database)).some((name) => name < BASELINE);
  return database.runMaintenance(async (db) => {
    const isConverted = isOld && (await convertToBaseline(db as Kysely<unknown>, database.dialect, BASELINE));
    return [...(isConverted ? [BASELINE] : []), ...(await runMigrations(db, availableMigrations))];
  });
}

/** Runs the migrations that have not run yet and returns their names. */
export async function runMigrations(db: Kysely<Tables>, availableMigrations = migrations): Promise<string[]> {
  const { error, results = [] } = await createMigrator(db, availableMigrations).migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** Throws unless all migrations of this code have run, and all others that have run are compatible with this code. */
export async function assertMigrated(
  database: MigratedDatabase,
  availableMigrations: Migrations = migrations,
): Promise<void> {
  const executedMigrations = await listExecutedMigrations(database);
  const incompatibleMigrations = await listIncompatibleMigrations(database, executedMigrations, availableMigrations);
  if (incompatibleMigrations.length > 0) {
    throw new Error(
      `The database is newer than this code: it has run ${incompatibleMigrations.join(', ')}. Start a newer release or restore a backup.`,
    );
  }
  const pendingMigrations = Object.keys(availableMigrations).filter((name) => !executedMigrations.includes(name));
  if (pendingMigrations.length > 0) throw new PendingMigrationsError(pendingMigrations);
}

/** The database is new, or of an earlier release. */
export class PendingMigrationsError extends Error {
  constructor(names: readonly string[]) {
    const range = names.length > 1 ? `${names[0]} to ${names.at(-1)} (${names.length})` : names[0];
    super(
      `Migrations have not run yet: ${range}. The next start runs them. Back up before, with the release that ran last.`,
    );
  }
}

/**
 * Throws unless exactly the migrations of this code have run, so that the database has the tables and columns that this code
 * expects.
 */
export async function assertSameSchema(database: MigratedDatabase): Promise<void> {
  await assertMigrated(database);
  const unknownMigrations = (await listExecutedMigrations(database)).filter((name) => !(name in migrations));
  if (unknownMigrations.length > 0)
    throw new Error(`The database is newer than this code: it has run ${unknownMigrations.join(', ')}.`);
}

async function isSchemaNewer(database: MigratedDatabase, availableMigrations: Migrations): Promise<boolean> {
  return (await listExecutedMigrations(database)).some((name) => !(name in availableMigrations));
}

/** Lists the names of the migrations that have run; none in a database that has to be converted to the baseline first. */
async function listExecutedMigrations(database: MigratedDatabase): Promise<string[]> {
  return (await listAllExecutedMigrations(database)).filter((name) => name >= BASELINE);
}

/** Also lists the migrations that the baseline replaces. In a new database, which has no tables yet, there are none. */
async function listAllExecutedMigrations({ kysely, db }: MigratedDatabase): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration order by name`;
  try {
    return (await db.executeQuery(query.compile(kysely))).rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

/** The error code of PostgreSQL for a query on a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

function isMissingTable(error: unknown): boolean {
  return (
    getErrorCode(error) === UNDEFINED_TABLE || (error instanceof Error && error.message.startsWith('no such table'))
  );
}

/** Lists the executed migrations that are unknown to this code and incompatible with it. */
async function listIncompatibleMigrations(
  { db }: MigratedDatabase,
  executedMigrations: readonly string[],
  availableMigrations: Migrations,
): Promise<string[]> {
  const unknownMigrations = executedMigrations.filter((name) => !(name in availableMigrations));
  if (unknownMigrations.length === 0) return [];
  const newestMigration = Object.keys(availableMigrations).sort().at(-1) ?? '';
  const compatibleRows = await db
    .selectFrom('schema_compatibility')
    .select('migration')
    .where('oldest_compatible', '<=', newestMigration)
    .execute();
  return unknownMigrations.filter((name) => !compatibleRows.some(({ migration }) => migration === name));
}

function createMigrator(db: Kysely<Tables>, availableMigrations: Migrations): Migrator {
  const entries = Object.entries(availableMigrations).map(
    ([name, migration]) => [name, storeCompatibility(name, migration)] as const,
  );
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(entries) } });
}

/** Extends a migration so that it also stores, in the same transaction, its `oldestCompatibleMigration`. */
function storeCompatibility(name: string, { up, oldestCompatibleMigration = name }: SchemaMigration): Migration {
  return {
    async up(db) {
      await up(db);
      await sql`insert into schema_compatibility (migration, oldest_compatible) values (${name}, ${oldestCompatibleMigration})`.execute(
        db,
      );
    },
  };
}
