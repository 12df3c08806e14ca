import { errorCode } from './database.ts';
import { TransactionLost } from './shared-commits.ts';

const BUSY = 5;
/** SQLITE_BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: faults of the file or its disk, not of the query. */
const OUTAGES = new Set([BUSY, 8, 10, 11, 13, 14, 26]);

export function isOutage(error: unknown): boolean {
  if (error instanceof TransactionLost) return true;
  if (errorCode(error) === 'ERR_INVALID_STATE') return true; // the connection is closed
  return OUTAGES.has(resultCode(error));
}

/** Whether another process has locked the file. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** SQLITE_CONSTRAINT_FOREIGNKEY */
export function isMissingReference(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 787;
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The primary result code of SQLite; NaN for any other error. */
function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
}
