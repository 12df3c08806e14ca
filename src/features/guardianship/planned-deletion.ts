import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { DELETION_GRACE_DAYS } from '../../schema/retention.ts';
import { endChildSessions } from '../access/index.ts';
import {
  cancelDeletion,
  findPlannedDeletion,
  type GuardianWithDeletion,
  getChildSettings,
  insertPlannedDeletion,
  listGuardiansWithDeletion,
  type PlannedDeletion,
  type Profile,
  postponeDeletion,
  setDeletionAccount,
} from '../accounts/index.ts';
import { setListedOnLeaderboards } from '../progress/index.ts';
import { composeGuardiansLeavingEmail } from './emails.ts';
import { notifyOfAction } from './notices.ts';

export function computeDeletionTime(ctx: Context): Instant {
  return addSeconds(ctx.now(), DELETION_GRACE_DAYS * DAY);
}

/** Changes to who is notified of a planned deletion. By default, the guardians are notified. */
export interface RecipientChanges {
  /** Parents who are notified although they are no longer guardians, because they were just unlinked. */
  readonly formerGuardians?: readonly Profile[];
  /** The id of a guardian who is not notified, because another email informs this guardian. */
  readonly exceptId?: string;
}

/**
 * Updates a child's planned deletion after the guardians or the planned deletions of their accounts have changed (gap 128).
 * If all guardians are deleting their accounts, plans the child's deletion together with the account that is deleted last,
 * and postpones the deletion of that account until the child's own seven days are over. If a guardian stays, or the child
 * no longer has a guardian, cancels a deletion that was planned in this way. The caller must hold the lock on the child.
 */
export async function updatePlannedDeletion(
  ctx: TxContext,
  child: Profile,
  recipientChanges: RecipientChanges = {},
): Promise<void> {
  const guardians = await listGuardiansWithDeletion(ctx, child.id);
  const lastToLeave = findLastToLeave(guardians);
  const deletion = await findPlannedDeletion(ctx, child.id);
  if (!lastToLeave) {
    if (deletion && deletion.with_account !== null) await unmarkForDeletion(ctx, child.id);
    return;
  }
  const due_at = deletion?.due_at ?? computeDeletionTime(ctx);
  const isNew = await markForDeletion(ctx, child.id, {
    planned_by: lastToLeave.id,
    with_account: lastToLeave.id,
    due_at,
  });
  if (deletion && deletion.with_account !== null) await setDeletionAccount(ctx, child.id, lastToLeave.id);
  await postponeDeletion(ctx, lastToLeave.id, due_at);
  if (!isNew) return;
  const notify = (parent: Profile, { isGuardian }: { isGuardian: boolean }) =>
    notifyOfAction(ctx, parent, { topic: 'deletion', actorId: lastToLeave.id }, (recipient) =>
      composeGuardiansLeavingEmail(ctx, recipient, { child, dueAt: due_at, isGuardian }),
    );
  for (const guardian of guardians.filter(({ id }) => id !== recipientChanges.exceptId))
    await notify(guardian, { isGuardian: true });
  for (const parent of recipientChanges.formerGuardians ?? []) await notify(parent, { isGuardian: false });
}

/** Whether a child has guardians, and all of them are deleting their accounts. */
export async function areAllGuardiansLeaving(ctx: Context, childId: string): Promise<boolean> {
  return findLastToLeave(await listGuardiansWithDeletion(ctx, childId)) !== undefined;
}

/** The guardian whose account is deleted last; undefined when a guardian stays, or there are no guardians. */
function findLastToLeave(guardians: readonly GuardianWithDeletion[]): GuardianWithDeletion | undefined {
  if (guardians.some(({ deletion_due_at }) => deletion_due_at === null)) return undefined;
  const getSortKey = ({ deletion_due_at, id }: GuardianWithDeletion) => `${deletion_due_at} ${id}`;
  return [...guardians].sort((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1)).at(-1);
}

/**
 * Plans a child's deletion, signs the child out and hides the child from leaderboards. Returns false, without a change, if a
 * deletion is already planned.
 */
export async function markForDeletion(
  ctx: TxContext,
  childId: string,
  plan: Pick<PlannedDeletion, 'planned_by' | 'with_account' | 'due_at'>,
): Promise<boolean> {
  const now = ctx.now();
  if (!(await insertPlannedDeletion(ctx, { profile_id: childId, planned_at: now, ...plan }))) return false;
  await endChildSessions(ctx, childId);
  await setListedOnLeaderboards(ctx, childId, false);
  return true;
}

/** Cancels a child's planned deletion, and shows the child on leaderboards again if the settings allow that. */
export async function unmarkForDeletion(ctx: TxContext, childId: string): Promise<void> {
  if (!(await cancelDeletion(ctx, childId))) return;
  const { appearsOnLeaderboards } = await getChildSettings(ctx, childId);
  if (appearsOnLeaderboards) await setListedOnLeaderboards(ctx, childId, true);
}
