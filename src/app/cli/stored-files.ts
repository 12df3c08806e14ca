import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { Readable } from 'node:stream';
import { listFileNames } from '../../features/learning/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import { createLocalFiles, type Files } from '../../platform/files/local-files.ts';
import { createLog } from '../../platform/observability/log.ts';
import type { Settings } from '../../platform/settings.ts';
import { openConfiguredBucket, readFolderId } from '../installation/installation.ts';

/** How many files are copied or compared at the same time: a bucket takes milliseconds to respond. */
const FILES_AT_A_TIME = 8;

/** The folder or bucket in which a service stores its files. Two services with the same location share their files. */
export type FileStore = Awaited<ReturnType<typeof openFileStore>>;

export async function openFileStore(settings: Settings) {
  const log = createLog('silent'); // the commands print what they do
  const bucket = await openConfiguredBucket(settings, log);
  const files = bucket?.files ?? createLocalFiles(settings.dataDir, () => new Date().toISOString(), log);
  const readId = async () => (bucket ? bucket.readInstallationId() : readFolderId(settings));
  return { location: bucket?.url ?? realpathSync(settings.dataDir), files, bucket, readId };
}

/** Runs `work` for the name of each file that the database references, for several files at the same time. */
export async function forEachFile(database: Handle, work: (name: string) => Promise<void>): Promise<void> {
  for (let lastName: string | undefined = ''; lastName !== undefined; ) {
    const names = await listFileNames(database, lastName, FILES_AT_A_TIME);
    await Promise.all(names.map(work));
    lastName = names.at(-1);
  }
}

/** Computes the SHA-256 hash of a file, which is read as a stream. Returns undefined if the file does not exist. */
export async function hashFile(files: Pick<Files, 'find'>, name: string): Promise<string | undefined> {
  const file = await files.find(name);
  return file && hashStream(file.size > 0 ? file.read(0, file.size - 1) : Readable.from([]));
}

export async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest('hex');
}
