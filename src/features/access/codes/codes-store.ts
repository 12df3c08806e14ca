import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { CodeRow } from '../../../schema/tables.ts';

export type CodePurpose = CodeRow['purpose'];

/** The key of a code: an owner has at most one code for each purpose. */
export interface CodeKey {
  readonly purpose: CodePurpose;
  /** The owner: a keyed hash of an email address, or the profile id of a parent. */
  readonly subject: string;
}

/** `requester` is the newest key of the client that requests the code; see `computeClientKeys`. */
type NewCode = Pick<CodeRow, 'purpose' | 'subject' | 'digest' | 'requester' | 'created_at' | 'expires_at'>;

/** Stores a new code, which replaces the previous one of the same owner and purpose. */
export async function replaceCode({ db }: TxContext, code: NewCode): Promise<void> {
  const row = { ...code, spent_at: null };
  await db
    .insertInto('codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(row))
    .execute();
}

export async function findValidCode({ db, now }: Context, { purpose, subject }: CodeKey) {
  return db
    .selectFrom('codes')
    .select(['digest', 'requester', 'expires_at'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
}

/**
 * Finds the owner of a valid code without marking the code as used. `digests` are the keyed hashes of the entered code, one
 * for each secret of the key ring.
 */
export async function findCodeOwner(
  { db, now }: Context,
  purpose: CodePurpose,
  digests: string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('codes')
    .select('subject')
    .where('purpose', '=', purpose)
    .where('digest', 'in', digests)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row?.subject;
}

/**
 * Marks a valid code as used. Returns its owner, or undefined if there is no valid code. Only one of several concurrent
 * callers receives the owner.
 */
export async function spendCode(
  { db, now }: TxContext,
  purpose: CodePurpose,
  digests: string[],
): Promise<string | undefined> {
  const row = await db
    .updateTable('codes')
    .set({ spent_at: now() })
    .where('purpose', '=', purpose)
    .where('digest', 'in', digests)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('subject')
    .executeTakeFirst();
  return row?.subject;
}

/** Finds the owner of a code that was used after `spentAfter`, and when it was used. */
export async function findSpentCode({ db }: Context, purpose: CodePurpose, digests: string[], spentAfter: Instant) {
  return db
    .selectFrom('codes')
    .select(['subject', 'spent_at'])
    .where('purpose', '=', purpose)
    .where('digest', 'in', digests)
    .where('spent_at', '>', spentAfter)
    .executeTakeFirst();
}

/** Deletes the codes of these owners for every purpose. */
export async function deleteCodes({ db }: TxContext, subjects: string[]): Promise<void> {
  await db.deleteFrom('codes').where('subject', 'in', subjects).execute();
}
