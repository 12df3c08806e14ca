import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openDatabase } from '../../../src/platform/database/index.ts';

export type DatabaseName = 'sqlite' | 'postgres';

const POSTGRES_TEMPLATE = 'migrated';
const SQLITE_TEMPLATE = 'migrated.db';

/** Creates an empty database of each kind with the current schema. New test databases are copies, which is faster. */
export async function createTemplates(postgresUrl: string, folder: string): Promise<void> {
  await query(postgresUrl, `create database ${POSTGRES_TEMPLATE}`);
  for (const url of [`sqlite:${join(folder, SQLITE_TEMPLATE)}`, databaseUrl(postgresUrl, POSTGRES_TEMPLATE)]) {
    const database = await openDatabase(url);
    await migrate(database);
    await database.close();
  }
}

/** Creates a database with the current schema and returns its URL. A SQLite database is a file in `folder`. */
export async function createTestDatabase(kind: DatabaseName, folder: string): Promise<string> {
  if (kind === 'sqlite') {
    copyFileSync(join(environment('TEST_TEMPLATES'), SQLITE_TEMPLATE), join(folder, 'family.db'));
    return `sqlite:${join(folder, 'family.db')}`;
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(environment('TEST_POSTGRES_URL'), `create database ${name} template ${POSTGRES_TEMPLATE}`);
  return databaseUrl(environment('TEST_POSTGRES_URL'), name);
}

export async function dropPostgresDatabase(url: string): Promise<void> {
  await query(environment('TEST_POSTGRES_URL'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

function databaseUrl(postgresUrl: string, name: string): string {
  return postgresUrl.replace(/\/postgres$/, `/${name}`);
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function environment(name: 'TEST_POSTGRES_URL' | 'TEST_TEMPLATES'): string {
  const value = process.env[name];
  if (!value) throw new Error('Run the tests with "npm test": it starts PostgreSQL.');
  return value;
}
