import { addSeconds, DAY, type Instant } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader, Tx } from '../../platform/database/index.ts';
import { endChildSessions } from '../access/index.ts';
import {
  bindDeletion,
  type Deletion,
  deleteDeletion,
  findDeletion,
  getChildSettings,
  insertDeletion,
  type LeavingGuardian,
  listGuardiansLeaving,
  type Profile,
  postponeDeletion,
} from '../accounts/index.ts';
import { setListed } from '../progress/index.ts';
import { leftBehindLetter } from './emails.ts';
import { notifyParent } from './notify-parent.ts';

/** Days in which a planned deletion can be undone (gap 96). */
export const GRACE_DAYS = 7;

export function dueAt(ctx: Context): Instant {
  return addSeconds(ctx.now(), GRACE_DAYS * DAY);
}

interface Told {
  /** Readers beside the guardians, such as one who was unlinked just now. */
  readonly besides?: readonly Profile[];
  /** A guardian who hears of it in another email. */
  readonly except?: string;
}

/**
 * Makes a child's planned deletion follow from who its guardians are, under the lock of its family (gap 128). Who is
 * deleting the account is no guardian here: where nobody else is left the child goes with the last of them, after a grace
 * of its own, and that account waits for it. Where somebody stays, or nobody is linked any more, such a plan ends.
 */
export async function followGuardians(ctx: Context, tx: Tx, child: Profile, told: Told = {}): Promise<void> {
  const guardians = await listGuardiansLeaving(tx, child.id);
  const last = lastToLeave(guardians);
  const plan = await findDeletion(tx, child.id);
  if (!last) {
    if (plan && plan.with_account !== null) await reopen(tx, child.id);
    return;
  }
  const due_at = plan?.due_at ?? dueAt(ctx);
  const isNew = await close(ctx, tx, child.id, { planned_by: last.id, with_account: last.id, due_at });
  if (plan && plan.with_account !== null) await bindDeletion(tx, child.id, last.id);
  await postponeDeletion(tx, last.id, due_at);
  if (!isNew) return;
  for (const guardian of guardians.filter(({ id }) => id !== told.except)) {
    await notifyParent(ctx, tx, guardian, 'deletion', leftBehindLetter, child, due_at, true);
  }
  for (const reader of told.besides ?? []) {
    await notifyParent(ctx, tx, reader, 'deletion', leftBehindLetter, child, due_at, false);
  }
}

/** Whether a child has guardians, and all of them are deleting their accounts. */
export async function isLeftBehind(db: Reader, childId: string): Promise<boolean> {
  return lastToLeave(await listGuardiansLeaving(db, childId)) !== undefined;
}

/** The guardian whose account goes last; undefined when one of them stays, or there is none. */
function lastToLeave(guardians: readonly LeavingGuardian[]): LeavingGuardian | undefined {
  if (guardians.some(({ leaves_at }) => leaves_at === null)) return undefined;
  const order = ({ leaves_at, id }: LeavingGuardian) => `${leaves_at} ${id}`;
  return [...guardians].sort((one, other) => (order(one) < order(other) ? -1 : 1)).at(-1);
}

/** Plans that a child is to be gone: it is signed out, and on no board. False when that was planned: the day stays. */
export async function close(
  ctx: Context,
  tx: Tx,
  childId: string,
  plan: Pick<Deletion, 'planned_by' | 'with_account' | 'due_at'>,
): Promise<boolean> {
  if (!(await insertDeletion(tx, { profile_id: childId, planned_at: ctx.now(), ...plan }))) return false;
  await endChildSessions(ctx, tx, childId);
  await setListed(tx, childId, false);
  return true;
}

/** Undoes that a child is to be gone, however it was planned; it is shown again where it is allowed to be. */
export async function reopen(tx: Tx, childId: string): Promise<void> {
  if (!(await deleteDeletion(tx, childId))) return;
  const { onBoards } = await getChildSettings(tx, childId);
  if (onBoards) await setListed(tx, childId, true);
}
