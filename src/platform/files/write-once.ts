import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getErrorCode } from '../../core/error-code.ts';

/**
 * Writes a file that only its owner can read, unless the file already exists. If several processes call this function at the same
 * time, only one of them writes the file. The file always contains the whole text, even after a crash or on a full disk. After
 * this function has returned, the file survives a crash.
 */
export function writeOnce(file: string, text: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    writeFileSync(temporaryFile, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(temporaryFile, file); // unlike renaming, this fails when the name is taken
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  syncFolder(folder);
}

/** Syncs a folder, so that the names of new files survive a crash. Windows does not need this and cannot open folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
