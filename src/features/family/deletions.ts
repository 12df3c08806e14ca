import type { PanelParent } from '../../core/caller.ts';
import { DAY, plusSeconds } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { endAllSignIns, endChildSignIns, requireFreshCode } from '../access/index.ts';
import {
  deleteDeletion,
  deleteInvitationsBy,
  findProfile,
  insertDeletion,
  listChildren,
  listGuardians,
  type Profile,
} from '../accounts/index.ts';
import { getChildOf, steer } from './child-powers.ts';
import { accountDeletionLetter, childDeletionLetter } from './letters.ts';
import { tell } from './tell.ts';

/** Days in which a planned deletion can be undone (gap 96). */
export const GRACE_DAYS = 7;

/** Plans that a child is to be gone: it is signed out at once, its guardians hear of it and may undo it. Needs a fresh code. */
export async function planChildDeletion(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await getChildOf(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  await steer(ctx, caller.profileId, childId, async (tx, child) => {
    if (!(await plan(ctx, tx, child, caller.profileId, null))) return;
    for (const guardian of await listGuardians(tx, childId)) {
      await tell(ctx, tx, guardian, 'deletion', childDeletionLetter, child, dueAt(ctx));
    }
  });
}

/** Any guardian keeps a child that was to be deleted. */
export async function keepChildProfile(ctx: Context, { profileId }: PanelParent, childId: string): Promise<void> {
  await steer(ctx, profileId, childId, (tx) => deleteDeletion(tx, childId));
}

/**
 * Plans that the caller's account is to be gone, and with it the children that have no other guardian. It is signed out
 * everywhere but here, where it can be undone. Needs a fresh code.
 */
export async function planAccountDeletion(ctx: Context, caller: PanelParent): Promise<void> {
  await requireFreshCode(ctx, caller);
  await ctx.write(async (tx) => {
    const parent = await findProfile(tx, caller.profileId);
    if (!parent || !(await insertDeletion(tx, deletionOf(ctx, parent.id, parent.id, null)))) return;
    const going = await listOnlyMine(tx, parent.id);
    for (const child of going) await plan(ctx, tx, child, parent.id, parent.id);
    await deleteInvitationsBy(tx, parent.id);
    await endAllSignIns(ctx, tx, parent.id, caller.sessionId);
    await tell(ctx, tx, parent, 'deletion', accountDeletionLetter, going, dueAt(ctx));
  });
}

/** The caller keeps the account, and the children that would have gone with it. */
export async function keepAccount(ctx: Context, { profileId }: PanelParent): Promise<void> {
  await ctx.write((tx) => deleteDeletion(tx, profileId));
}

/** The children of whom a parent is the only guardian: they go with the account. */
export async function listOnlyMine(db: Parameters<typeof listChildren>[0], parentId: string): Promise<Profile[]> {
  const children = await listChildren(db, parentId);
  const guardians = await Promise.all(children.map(({ id }) => listGuardians(db, id)));
  return children.filter((_child, i) => guardians[i]?.length === 1);
}

/** False when it was planned before: then the day stays, and nobody is told twice. */
async function plan(ctx: Context, tx: Tx, { id }: Profile, by: string, withAccount: string | null): Promise<boolean> {
  if (!(await insertDeletion(tx, deletionOf(ctx, id, by, withAccount)))) return false;
  await endChildSignIns(ctx, tx, id);
  return true;
}

function deletionOf(ctx: Context, profile_id: string, planned_by: string, with_account: string | null) {
  return { profile_id, planned_by, with_account, planned_at: ctx.now(), due_at: dueAt(ctx) };
}

function dueAt(ctx: Context) {
  return plusSeconds(ctx.now(), GRACE_DAYS * DAY);
}
