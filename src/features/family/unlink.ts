import type { PanelParent } from '../../core/caller.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { requireFreshCode } from '../access/index.ts';
import { deleteInvitationsBy, listGuardianships, type Profile, removeGuardian } from '../accounts/index.ts';
import { releaseTodos } from '../todos/index.ts';
import { steer } from './child-powers.ts';
import { guardianGoneLetter } from './letters.ts';
import { tell } from './tell.ts';
import { FIRST_ONLY } from './words.ts';

/**
 * Ends a guardian's link to a child: everybody may end their own, the first guardian anybody's (gap 90). What that
 * parent has asked of the child becomes the child's own; all who are concerned hear of it. Needs a fresh code.
 */
export async function unlinkGuardian(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  guardianId: string,
): Promise<void> {
  await requireFreshCode(ctx, caller);
  await steer(ctx, caller.profileId, childId, async (tx, child) => {
    const guardians = await listGuardianships(tx, childId);
    const leaving = guardians.find(({ id }) => id === guardianId);
    if (!leaving) throw notFound();
    const isAllowed = guardianId === caller.profileId || guardians[0]?.id === caller.profileId;
    if (!isAllowed) throw new Refusal('FORBIDDEN', FIRST_ONLY, { reason: 'first_guardian_only' });
    await leave(ctx, tx, child, leaving);
    for (const guardian of guardians)
      await tell(ctx, tx, guardian, 'guardian gone', guardianGoneLetter, child, leaving);
  });
}

/** Ends one link with all that hangs on it, under the lock of the family. */
export async function leave(ctx: Context, tx: Tx, child: Pick<Profile, 'id'>, guardian: Pick<Profile, 'id'>) {
  await removeGuardian(tx, child.id, guardian.id);
  await deleteInvitationsBy(tx, guardian.id, child.id);
  await releaseTodos(ctx, tx, child.id, guardian.id);
}
