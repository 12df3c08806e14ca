import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { type RowSelection, selectRowsUpTo } from '../../../platform/database/index.ts';
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
  const row = { ...code, requester_attempts: 0, other_attempts: 0, spent_at: null };
  await db
    .insertInto('codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(row))
    .execute();
}

/**
 * Counts an attempt of a client at the owner's valid code, before the entered code is compared. If this client requested the
 * code, `attemptCount` is the number of its attempts; otherwise it is the number of attempts by all other clients together.
 * Returns undefined if the owner has no valid code. `clientKeys` are from `computeClientKeys`.
 */
export async function countCodeAttempt(
  ctx: TxContext,
  { purpose, subject }: CodeKey,
  clientKeys: string[],
): Promise<{ attemptCount: number; digest: string; expires_at: Instant } | undefined> {
  const row = await updateAttempts(ctx, purpose, clientKeys, 1)
    .where('subject', '=', subject)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning(['requester', 'requester_attempts', 'other_attempts', 'digest', 'expires_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { requester, requester_attempts, other_attempts, digest, expires_at } = row;
  return { attemptCount: clientKeys.includes(requester) ? requester_attempts : other_attempts, digest, expires_at };
}

/** Subtracts an attempt that was counted but could not be completed, for example because of an outage. */
export async function refundCodeAttempt(
  ctx: TxContext,
  purpose: CodePurpose,
  digest: string,
  clientKeys: string[],
): Promise<void> {
  await updateAttempts(ctx, purpose, clientKeys, -1).where('digest', '=', digest).execute();
}

/** Changes `requester_attempts` if this client requested the code, and otherwise `other_attempts`, the number of attempts by all others. */
function updateAttempts({ db }: TxContext, purpose: CodePurpose, clientKeys: string[], change: 1 | -1) {
  return db
    .updateTable('codes')
    .set((eb) => {
      const isRequester = eb('requester', 'in', clientKeys);
      return {
        requester_attempts: eb
          .case()
          .when(isRequester)
          .then(eb('requester_attempts', '+', change))
          .else(eb.ref('requester_attempts'))
          .end(),
        other_attempts: eb
          .case()
          .when(isRequester)
          .then(eb.ref('other_attempts'))
          .else(eb('other_attempts', '+', change))
          .end(),
      };
    })
    .where('purpose', '=', purpose);
}

export async function findValidCode({ db, now }: Context, { purpose, subject }: CodeKey) {
  return db
    .selectFrom('codes')
    .select(['digest', 'expires_at'])
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

/** Deletes the codes of these owners for every purpose. */
export async function deleteCodes({ db }: TxContext, subjects: string[]): Promise<void> {
  await db.deleteFrom('codes').where('subject', 'in', subjects).execute();
}

export function selectExpiredCodes(cutoff: Instant): RowSelection {
  return selectRowsUpTo('codes', ['purpose', 'subject'], 'expires_at', cutoff);
}
