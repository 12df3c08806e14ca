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
  await createSchema(`sqlite:${join(folder, SQLITE_TEMPLATE)}`);
  await createSchema(databaseUrl(postgresUrl, POSTGRES_TEMPLATE));
}

async function createSchema(url: string): Promise<void> {
  const database = await openDatabase(url);
  await migrate(database);
  await database.close();
}

/** Creates a database with the current schema and returns its URL. A SQLite database is a file in `folder`. */
export async function createTestDatabase(kind: DatabaseName, folder: string): Promise<string> {
  if (kind === 'sqlite') {
    const url = `sqlite:${join(folder, 'family.db')}`;
    const templates = process.env.TEST_TEMPLATES;
    if (templates !== undefined) copyFileSync(join(templates, SQLITE_TEMPLATE), join(folder, 'family.db'));
    else await createSchema(url); // a script that runs outside npm test
    return url;
  }
  return createPostgresDatabase(`template ${POSTGRES_TEMPLATE}`);
}

/** Creates a PostgreSQL database without any tables and returns its URL. */
export function createEmptyDatabase(): Promise<string> {
  return createPostgresDatabase('');
}

async function createPostgresDatabase(options: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(serverUrl(), `create database ${name} ${options}`);
  return databaseUrl(serverUrl(), name);
}

export async function dropPostgresDatabase(url: string): Promise<void> {
  await query(serverUrl(), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
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

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('Run the tests with "npm test": it starts PostgreSQL.');
  return url;
}
