import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../database/database.ts';

/**
 * Writes a file for its owner alone, unless it is there already: of several processes at once one does. At no moment, and
 * after no crash or full disk, is a part of the text under that name. When it returns, the file outlasts a crash.
 */
export function writeOnce(file: string, text: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const whole = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    writeFileSync(whole, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(whole, file); // unlike renaming, this fails when the name is taken
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(whole, { force: true });
  }
  syncFolder(folder);
}

/** The entry of a new file is part of its folder. Windows has no such thing, nor lets a folder be opened. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const entries = openSync(folder, 'r');
  fsyncSync(entries);
  closeSync(entries);
}
