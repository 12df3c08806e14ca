import { addSeconds, HOUR, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { CodeRow } from '../../../schema/tables.ts';
import { MAX_VALID_CODES } from '../rules.ts';

export type CodePurpose = CodeRow['purpose'];

/** What several codes can have in common. */
export interface CodeKey {
  readonly purpose: CodePurpose;
  /** The owner: a keyed hash of an email address, or the profile id of a parent. */
  readonly subject: string;
}

/** `id` is by default a new one. */
type NewCode = Omit<CodeRow, 'id' | 'spent_at'> & { readonly id?: string };

/** How long a used code is kept, for `findSpentCode`. */
const KEEP_SPENT_SECONDS = HOUR;

/** Stores a new code. Deletes the old codes of the same owner and purpose, and the oldest valid ones beyond their number. */
export async function insertCode({ db, random, now }: TxContext, code: NewCode): Promise<void> {
  const row = { id: random.timeOrderedId(), ...code, spent_at: null };
  await db
    .insertInto('codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['purpose', 'digest']).doUpdateSet(row)) // by chance the same digits again
    .execute();
  const codesOfOwner = db
    .selectFrom('codes')
    .select('id')
    .where('subject', '=', code.subject)
    .where('purpose', '=', code.purpose);
  const newestIds = codesOfOwner
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_VALID_CODES[code.purpose]);
  await db
    .deleteFrom('codes')
    .where('subject', '=', code.subject)
    .where('purpose', '=', code.purpose)
    .where('id', 'not in', newestIds)
    .where(({ or, eb }) =>
      or([eb('spent_at', 'is', null), eb('spent_at', '<=', addSeconds(now(), -KEEP_SPENT_SECONDS))]),
    )
    .execute();
}

/** Lists the valid codes of an owner, the one that expires first at the beginning. */
export async function listValidCodes({ db, now }: Context, { purpose, subject }: CodeKey) {
  return db
    .selectFrom('codes')
    .select(['id', 'digest', 'expires_at'])
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
}

/**
 * Finds the owner of a valid code without marking the code as used. `digests` are the keyed hashes of the entered code, one
 * for each secret of the key ring.
 */
export async function findCodeOwner(
  { db, now }: Context,
  purpose: CodePurpose,
  digests: readonly string[],
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

/** Finds the purpose of the code whose email contains a valid link. */
export async function findLinkPurpose({ db, now }: Context, linkDigest: string): Promise<CodePurpose | undefined> {
  const row = await db
    .selectFrom('codes')
    .select('purpose')
    .where('link_digest', '=', linkDigest)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row?.purpose;
}

/**
 * Marks a valid code as used, and with it the owner's other codes of the purpose, except for linking codes, which are for several
 * children. Returns the owner, or undefined if there is no valid code. Only one of several concurrent callers receives the owner.
 */
export async function spendCode(
  ctx: TxContext,
  purpose: CodePurpose,
  digests: readonly string[],
): Promise<string | undefined> {
  const row = await updateValidCodes(ctx)
    .where('purpose', '=', purpose)
    .where('digest', 'in', digests)
    .returning('subject')
    .executeTakeFirst();
  if (row && purpose !== 'linking') await endCodes(ctx, { purpose, subject: row.subject });
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

/** Marks the code with a valid link as used. Returns its key, or undefined if the link is no longer valid. */
export async function spendLink(ctx: TxContext, linkDigest: string): Promise<CodeKey | undefined> {
  return updateValidCodes(ctx)
    .where('link_digest', '=', linkDigest)
    .returning(['purpose', 'subject'])
    .executeTakeFirst();
}

/** Marks the valid codes of an owner and purpose as used. */
export async function endCodes(ctx: TxContext, { purpose, subject }: CodeKey): Promise<void> {
  await updateValidCodes(ctx).where('subject', '=', subject).where('purpose', '=', purpose).execute();
}

function updateValidCodes({ db, now }: TxContext) {
  return db.updateTable('codes').set({ spent_at: now() }).where('spent_at', 'is', null).where('expires_at', '>', now());
}

/** Deletes the codes of these owners for every purpose. */
export async function deleteCodes({ db }: TxContext, subjects: string[]): Promise<void> {
  await db.deleteFrom('codes').where('subject', 'in', subjects).execute();
}
