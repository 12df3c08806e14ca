import type { Context, TxContext } from '../../../platform/context.ts';
import type { RecoveryCodeRow } from '../../../schema/tables.ts';

/** Stores new codes of a parent in place of the earlier ones. */
export async function replaceRecoveryCodes(
  ctx: TxContext,
  parentId: string,
  codes: readonly RecoveryCodeRow[],
): Promise<void> {
  await deleteRecoveryCodes(ctx, parentId);
  await ctx.db.insertInto('recovery_codes').values(codes).execute();
}

/** When the unused codes of a parent were made, one entry for each. */
export async function listRecoveryCodes({ db }: Context, parentId: string) {
  return db
    .selectFrom('recovery_codes')
    .select('created_at')
    .where('profile_id', '=', parentId)
    .orderBy('digest')
    .execute();
}

/** Uses up a code. Returns true for only one of several concurrent calls. */
export async function spendRecoveryCode({ db }: TxContext, parentId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('profile_id', '=', parentId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteRecoveryCodes({ db }: TxContext, parentId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('profile_id', '=', parentId).execute();
}
