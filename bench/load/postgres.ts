import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '../../test/support/servers/postgres.ts';

export interface PostgresInstallation {
  /** The settings of a service that uses this installation. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATA_DIR: string };
  /** The folder with the files of PostgreSQL. */
  readonly databaseFolder: string;
  /** The id of the main process of PostgreSQL. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server that writes every commit to the disk, and moves the stopped SQLite service of `sqliteFolder` to that
 * server with the command `admin move`. `folder` is for the files of the new service, and `cwd` contains the code.
 */
export async function moveToPostgres(
  sqliteFolder: string,
  folder: string,
  cwd = process.cwd(),
): Promise<PostgresInstallation> {
  const {
    url,
    dataFolder: databaseFolder,
    pid,
    stop,
  } = await startPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'moved-data') };
  const sourceFile = join(folder, 'source.env');
  const targetFile = join(folder, 'target.env');
  writeFileSync(sourceFile, `DATA_DIR=${sqliteFolder}\n`);
  writeFileSync(targetFile, `DATA_DIR=${settings.DATA_DIR}\nDATABASE_URL=${settings.DATABASE_URL}\n`);
  await promisify(execFile)(process.execPath, ['src/app/start.js', 'admin', 'move', sourceFile, targetFile], { cwd });
  return { settings, databaseFolder, pid, stop };
}
