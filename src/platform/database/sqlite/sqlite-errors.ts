import { getErrorCode } from '../../../core/error-code.ts';
import { TransactionLostError } from './group-commit.ts';

const SQLITE_BUSY = 5;
/** SQLITE_BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: errors of the file or its disk, not of the query. */
const OUTAGE_CODES = new Set([SQLITE_BUSY, 8, 10, 11, 13, 14, 26]);

/** Whether an error means that the database is unavailable, and not that a statement is wrong. */
export function isOutage(error: unknown): boolean {
  if (error instanceof TransactionLostError) return true;
  if (getErrorCode(error) === 'ERR_INVALID_STATE') return true; // the connection is closed
  return OUTAGE_CODES.has(getResultCode(error));
}

/** Whether another process has locked the file. */
export function isBusy(error: unknown): boolean {
  return getResultCode(error) === SQLITE_BUSY;
}

/** Whether a foreign key refers to a row that does not exist (SQLITE_CONSTRAINT_FOREIGNKEY). */
export function isMissingReference(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 787;
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The primary result code of SQLite, which is the lowest byte of an extended code; NaN for any other error. */
function getResultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
}
