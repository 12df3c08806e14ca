import { Migrator } from 'kysely/migration';
import { migrations } from '../../schema/migrations/index.ts';
import type { Database } from './database.ts';

/**
 * Brings the schema up to date, under a lock so that two processes that start at once do not both do it; gives the names
 * of the migrations that ran now.
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = migratorOf(database);
  await refuseNewer(database);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** Throws unless every migration of this code has run and none that it does not know. */
export async function assertMigrated(database: Database): Promise<void> {
  await refuseNewer(database);
  const open = (await migratorOf(database).getMigrations()).filter((migration) => !migration.executedAt);
  if (open.length > 0)
    throw new Error(`Migrations have not run yet: ${open.map((migration) => migration.name).join(', ')}.`);
}

async function refuseNewer(database: Database): Promise<void> {
  const tables = await database.owner.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const ran = await database.owner
    .selectFrom('kysely_migration' as never)
    .select('name' as never)
    .execute();
  const unknown = (ran as { name: string }[]).filter(({ name }) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this code (it has run ${unknown.map(({ name }) => name).join(', ')}). Start a newer release, or restore a backup.`,
    );
  }
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database.owner, provider: { getMigrations: async () => migrations } });
}
