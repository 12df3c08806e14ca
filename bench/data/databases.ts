import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from '../../test/support/servers/postgres.ts';

/** A database of the service. */
export interface BenchDatabase {
  readonly url: string;
  /** The main process of PostgreSQL; undefined for SQLite, which has no process. */
  readonly pid?: number;
  run(sql: string): Promise<unknown>;
  /** Copies the database while nobody uses it. Returns the URL of the copy. */
  copy(name: string): Promise<string>;
  stop(): Promise<void>;
}

export function createSqlite(folder: string): BenchDatabase {
  const getFile = (name: string) => join(folder, `${name}.db`);
  return {
    url: `sqlite:${getFile('service')}`,
    async run(sql) {
      const db = new DatabaseSync(getFile('service'));
      db.exec(sql);
      db.close();
    },
    async copy(name) {
      copyFileSync(getFile('service'), getFile(name));
      return `sqlite:${getFile(name)}`;
    },
    stop: async () => {},
  };
}

/** Starts a PostgreSQL server that waits for the disk, as an operator's does. */
export async function createPostgres(): Promise<BenchDatabase> {
  const server = await startPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  const buildUrl = (name: string) => Object.assign(new URL(server.url), { pathname: name }).href;
  const query = async (url: string, sql: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  await query(server.url, 'create database service');
  const [setting] = await query(server.url, 'show data_directory');
  return {
    url: buildUrl('service'),
    pid: Number.parseInt(readFileSync(join(setting.data_directory, 'postmaster.pid'), 'utf8'), 10),
    run: (sql) => query(buildUrl('service'), sql),
    async copy(name) {
      await query(server.url, `create database ${name} template service`);
      return buildUrl(name);
    },
    stop: server.stop,
  };
}
