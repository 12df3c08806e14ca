import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { fillHistory, HISTORY_YEARS } from './data/history.ts';
import { moveToPostgres } from './load/postgres.ts';
import { startService, stopServer } from './load/processes.ts';
import { writeResults } from './report/results.ts';

/** The measurements of `npm run bench -- storage`: bytes with indexes, for one child who plays every day. */
export interface StorageMeasurements {
  readonly sqliteBytesPerYear: number;
  /** The sum of `tables`. */
  readonly postgresBytesPerYear: number;
  /** The bytes per year of each table with more than 100 kB of rows on PostgreSQL, by the name of the table. */
  readonly tables: Readonly<Record<string, number>>;
}

const CHILD_COUNT = 20;

/** Measures how many bytes a child adds to the database in a year, on SQLite and on PostgreSQL. */
export async function measureStorage({ results }: { results?: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'family-storage-'));
  const dataFolder = join(folder, 'sqlite-data');
  const childYears = CHILD_COUNT * HISTORY_YEARS;
  try {
    await stopServer(await startService(dataFolder)); // creates the tables
    const emptyBytes = readSqliteBytes(dataFolder);
    fillHistory(dataFolder, CHILD_COUNT);
    const sqliteBytesPerYear = Math.round((readSqliteBytes(dataFolder) - emptyBytes) / childYears);
    const postgres = await moveToPostgres(dataFolder, folder);
    const tables = await readTableBytes(postgres.settings.DATABASE_URL).finally(postgres.stop);
    const bytesPerYear = Object.fromEntries(tables.map(({ name, bytes }) => [name, Math.round(bytes / childYears)]));
    const postgresBytesPerYear = Object.values(bytesPerYear).reduce((sum, bytes) => sum + bytes, 0);
    const measurements: StorageMeasurements = { sqliteBytesPerYear, postgresBytesPerYear, tables: bytesPerYear };
    console.log(measurements);
    if (results !== undefined) console.log(writeResults(results, measurements));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readSqliteBytes(dataFolder: string): number {
  const db = new DatabaseSync(join(dataFolder, 'family.db'));
  const { bytes } = db
    .prepare(
      'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
    )
    .get() as { bytes: number };
  db.close();
  return bytes;
}

/** Reads the bytes of each table with more than 100 kB of rows, including indexes and values that PostgreSQL stores outside the table. */
async function readTableBytes(connectionString: string): Promise<{ name: string; bytes: number }[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::int as bytes from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 100000 order by 2 desc`,
  );
  await client.end();
  return rows;
}
