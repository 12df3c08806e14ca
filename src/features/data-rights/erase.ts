import { forEachYielding } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context, UnitOfWork } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { deleteKeysOf } from '../../platform/idempotency-store.ts';
import { deleteCodesOf } from '../access/index.ts';
import {
  claimDeletion,
  deleteExpiredInvitations,
  deleteProfile,
  findProfile,
  listDueDeletions,
  listGuardians,
  lockChildrenOf,
  lockProfileRow,
  type Profile,
} from '../accounts/index.ts';
import { removeLink, updatePlannedDeletion } from '../guardianship/index.ts';
import { listFileNames } from '../learning/index.ts';
import { deleteMembershipsOfFounder } from '../planets/index.ts';

const BATCH_SIZE = 50;

/**
 * Carries out the due deletions. Each is one transaction, which first deletes the plan: two processes do it only once, and
 * a process that dies halfway leaves nothing half done.
 */
export async function eraseDueProfiles(ctx: Context): Promise<void> {
  await ctx.write(({ tx, now }) => deleteExpiredInvitations(tx, now));
  let after = '';
  for (;;) {
    const due = await listDueDeletions(ctx.db, ctx.now(), after, BATCH_SIZE);
    await forEachYielding(due, (profileId) => tryErase(ctx, profileId));
    const last = due.at(-1);
    if (last === undefined || due.length < BATCH_SIZE) return;
    after = last;
  }
}

/** A failed deletion does not stop the others; it is retried in an hour. */
async function tryErase(ctx: Context, profileId: string): Promise<void> {
  try {
    const files = await ctx.write((unit) => erase(unit, profileId));
    await removeFiles(ctx, files);
  } catch (error) {
    ctx.log.error({ err: error }, 'a deletion failed; it will be retried in an hour');
  }
}

/** Deletes a profile and everything that belongs to it; returns the names of files that are no longer referenced. */
async function erase(unit: UnitOfWork, profileId: string): Promise<string[]> {
  const { tx, now } = unit;
  const profile = await findProfile(tx, profileId);
  if (!profile) return [];
  if (profile.role === 'parent') return eraseAccount(unit, profile);
  await lockProfileRow(tx, profileId);
  return (await claimDeletion(tx, profileId, now)) ? eraseProfile(tx, profileId) : [];
}

/**
 * Deletes an account, and the children that have no other guardian. For a child without a planned deletion (it was linked
 * while the parent was already leaving) one is planned now, and the account waits for it.
 */
async function eraseAccount(unit: UnitOfWork, account: Profile): Promise<string[]> {
  const { tx, now } = unit;
  const children = await lockChildrenOf(tx, account.id);
  for (const child of children) await updatePlannedDeletion(unit, child);
  if (!(await claimDeletion(tx, account.id, now))) return [];
  const files: string[] = [];
  for (const child of children) files.push(...(await eraseOrUnlink(unit, account, child)));
  return [...files, ...(await eraseProfile(tx, account.id))];
}

async function eraseOrUnlink(unit: UnitOfWork, account: Profile, child: Profile): Promise<string[]> {
  const { tx } = unit;
  const others = (await listGuardians(tx, child.id)).filter(({ id }) => id !== account.id);
  if (others.length === 0) return eraseProfile(tx, child.id);
  await removeLink(unit, child, account);
  await updatePlannedDeletion(unit, child); // if the others are leaving too, the child is deleted with the last of them
  return [];
}

/** Deletes a profile. Foreign keys delete most rows that belong to it; rows without a foreign key are deleted here. */
async function eraseProfile(tx: Tx, profileId: string): Promise<string[]> {
  const files = await listFileNames(tx, profileId);
  await deleteCodesOf(tx, [profileId]);
  await deleteKeysOf(tx, profileId);
  await deleteMembershipsOfFounder(tx, profileId);
  await deleteProfile(tx, profileId);
  return files;
}

/** Runs after the rows are deleted: the cleanup job finds a file without a row, but nothing repairs a row without its file. */
async function removeFiles(ctx: Context, names: readonly string[]): Promise<void> {
  for (const name of names) await ctx.files.remove(name);
}
