import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Bucket } from '../../../platform/files/s3-bucket.ts';
import type { S3Settings } from '../../../platform/settings.ts';
import { hashFile } from '../stored-files.ts';
import {
  type BackupPlace,
  createWorkFolder,
  formatBackupName,
  isInterrupted,
  MANIFEST_FILE,
  type Manifest,
} from './backup.ts';

const PREFIX = 'backups/';
const COMPLETE = 'complete';
const ERASED_IDS = 'erased-ids';
/** A file is stored in parts of this size, so that each request ends in time on a slow line. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Backups in a bucket, under `backups/<name>/`. The files of submissions are under `files/`, once for all backups. The object `complete`
 * is stored last, so a backup without it was interrupted.
 */
export function createBucketPlace(bucket: Bucket, s3: S3Settings, dataDir: string): BackupPlace {
  const { files, objects } = bucket;
  const toKey = (name: string, path: string) => `${PREFIX}${name}/${path}`;
  /** Lists the paths of the objects of all backups by the names of the backups. */
  const listBackups = async () => {
    const backups: Record<string, string[]> = {};
    for await (const { key } of objects.list(PREFIX)) {
      const [name = '', ...path] = key.slice(PREFIX.length).split('/');
      backups[name] = [...(backups[name] ?? []), path.join('/')];
    }
    return backups;
  };
  async function* readParts(name: string, path: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number += 1) {
      const part = await objects.get(toKey(name, `${path}.${number}`));
      if (!part) return;
      yield part;
    }
  }
  const read = async (name: string, path: string) => Buffer.concat(await Array.fromAsync(readParts(name, path)));
  const readManifest = async (name: string): Promise<Manifest | undefined> =>
    (await objects.get(toKey(name, COMPLETE))) && JSON.parse((await read(name, MANIFEST_FILE)).toString());
  let storedNames: Promise<Set<string>> | undefined;
  return {
    location: bucket.url,
    async listNames() {
      const backups = Object.entries(await listBackups());
      return backups.filter(([, paths]) => paths.includes(COMPLETE)).map(([name]) => name);
    },
    readManifest,
    async summarizeFile(name, path) {
      if (path.startsWith('files/')) {
        const size = (await files.find(basename(path)))?.size;
        const sha256 = await hashFile(files, basename(path));
        return size === undefined || sha256 === undefined ? undefined : { size, sha256 };
      }
      const hash = createHash('sha256');
      let size = 0;
      for await (const part of readParts(name, path)) {
        hash.update(part);
        size += part.length;
      }
      return size === 0 ? undefined : { size, sha256: hash.digest('hex') };
    },
    async claim(installationId) {
      const id = await bucket.readInstallationId();
      if (id === undefined) await bucket.writeInstallationId(installationId);
      else if (id !== installationId) throw new Error(`The bucket ${bucket.url} has backups of another installation.`);
    },
    begin: () => createWorkFolder(dataDir, 'backup.partial'),
    // Reading all files would cost their transfer at each backup: `admin verify` reads them.
    async reuseFile(_folder, _previous, fileName) {
      storedNames ??= Array.fromAsync(files.list(), ({ name }) => name).then((names) => new Set(names));
      return (await storedNames).has(fileName);
    },
    addFile: (_folder, fileName, bytes) => files.put(fileName, bytes),
    async complete(folder, name) {
      for (const path of readdirSync(folder)) {
        let number = 0;
        for await (const part of readFileInParts(join(folder, path))) {
          await objects.put(toKey(name, `${path}.${number}`), part);
          number += 1;
        }
      }
      await objects.put(toKey(name, COMPLETE), Buffer.from(`${name}\n`));
      rmSync(folder, { recursive: true });
    },
    async prune(keptNames, name) {
      const usedNames = new Set<string>();
      for (const [backup, paths] of Object.entries(await listBackups())) {
        const isComplete = paths.includes(COMPLETE);
        if (isComplete ? keptNames.includes(backup) : !isInterrupted(backup, name)) {
          const manifest = isComplete ? await readManifest(backup) : undefined;
          for (const path of Object.keys(manifest?.files ?? {})) usedNames.add(basename(path));
        } else for (const path of [COMPLETE, ...paths]) await objects.remove(toKey(backup, path));
      }
      for await (const { name: fileName, storedAt } of files.list())
        if (!usedNames.has(fileName) && isInterrupted(formatBackupName(Date.parse(storedAt)), name))
          await files.remove(fileName);
    },
    async openErasedIds(use) {
      const folder = mkdtempSync(join(tmpdir(), 'family-erased-ids-'));
      try {
        const path = join(folder, ERASED_IDS);
        const stored = await objects.get(ERASED_IDS);
        if (stored) writeFileSync(path, stored, { mode: 0o600 });
        use(folder);
        const bytes = existsSync(path) ? readFileSync(path) : undefined;
        if (bytes && !(stored && bytes.equals(stored))) await objects.put(ERASED_IDS, bytes);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    read,
    async fetch(name, folder) {
      const { files: summaries = {} } = (await readManifest(name)) ?? {};
      for (const path of Object.keys(summaries).filter((candidate) => !candidate.startsWith('files/'))) {
        await using file = await open(join(folder, path), 'wx', 0o600);
        await file.writeFile(Readable.from(readParts(name, path)));
      }
      const { url, bucket: S3_BUCKET, region, accessKeyId, secretAccessKey } = s3;
      const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
      return { S3_URL: url, S3_BUCKET, S3_REGION: region, ...keys };
    },
  };
}

async function* readFileInParts(path: string): AsyncGenerator<Buffer> {
  await using file: FileHandle = await open(path);
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PART_BYTES));
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
