import { readFileSync, realpathSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { getErrorCode } from '../../../core/error-code.ts';
import { getSqliteFile } from '../../../platform/database/index.ts';
import { createLocalFiles, type Files } from '../../../platform/files/local-files.ts';
import type { Bucket } from '../../../platform/files/s3-bucket.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { readSettings, type Settings } from '../../../platform/settings.ts';
import { openConfiguredBucket } from '../../installation/configured-bucket.ts';

/** The folder or bucket in which one side of a move stores its files. */
export interface FileStore {
  /** The folder or the URL of the bucket. Two sides with the same location share their files. */
  readonly location: string;
  readonly files: Files;
  readonly bucket: Bucket | undefined;
}

/**
 * Reads the settings of one side of a move. The argument is the URL of a database or a file with the settings of a service. With
 * a URL, the other settings are read from the environment, except those that a move does not use (DATABASE_READ_URL and WORKERS).
 * With a file, the environment is ignored.
 */
export function readSideSettings(argument: string, environment: NodeJS.ProcessEnv): Settings {
  if (!/^(sqlite|postgres|postgresql):/.test(argument)) return readSettings(readSettingsFile(argument));
  const databaseSettings = { DATABASE_READ_URL: '', WORKERS: '', DATABASE_URL: argument };
  return readSettings({ ...environment, ...databaseSettings });
}

function readSettingsFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!['ENOENT', 'EISDIR'].includes(getErrorCode(error))) throw error;
    throw new Error(
      `${path} is neither the URL of a database (sqlite:<file> or postgres://…) nor a file with the settings of a service.`,
      { cause: error },
    );
  }
}

export async function openFileStore(settings: Settings): Promise<FileStore> {
  const log = createLog('silent'); // the command prints what it does
  const bucket = await openConfiguredBucket(settings, log);
  const files = bucket?.files ?? createLocalFiles(settings.dataDir, () => new Date().toISOString(), log);
  return { location: bucket?.url ?? realpathSync(settings.dataDir), files, bucket };
}

/** Whether both sides name the same database. For PostgreSQL, only the server and the name of the database are compared. */
export function isSameDatabase(from: Settings, to: Settings): boolean {
  return normalizeDatabaseUrl(from.databaseUrl) === normalizeDatabaseUrl(to.databaseUrl);
}

function normalizeDatabaseUrl(databaseUrl: string): string {
  const url = getSqliteFile(databaseUrl) === undefined ? URL.parse(databaseUrl) : null;
  return url ? `${url.host}${url.pathname}` : databaseUrl;
}
