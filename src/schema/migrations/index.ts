import type { Migration } from 'kysely/migration';
import * as familiesSignIn from './0001-families-sign-in.ts';
import * as temporaryLedger from './0002-temporary-ledger.ts';
import * as todos from './0004-todos.ts';

/** Every migration in the order of its name. One that has run anywhere is never edited: a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001-families-sign-in': familiesSignIn,
  '0002-temporary-ledger': temporaryLedger,
  '0004-todos': todos,
};
