import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import {
  claimDeletion,
  deleteDeletion,
  deleteExpiredInvitations,
  findProfile,
  listChildren,
  listDueDeletions,
  listGoingWith,
  listGuardians,
  lockFamily,
} from '../accounts/index.ts';
import { deleteProfile, listFileNames } from './erase-store.ts';
import { leave } from './unlink.ts';

const AT_ONCE = 50;

/**
 * Carries out the deletions whose time has come. Each is one transaction, taken by whoever deletes its plan: two processes
 * do it once, and one that dies in the middle has done nothing of it.
 */
export async function sweepFamily(ctx: Context): Promise<void> {
  await ctx.write((tx) => deleteExpiredInvitations(tx, ctx.now()));
  let after = '';
  for (;;) {
    const due = await listDueDeletions(ctx.db, ctx.now(), after, AT_ONCE);
    for (const profileId of due) await eraseOne(ctx, profileId);
    const last = due.at(-1);
    if (last === undefined || due.length < AT_ONCE) return;
    after = last;
  }
}

/** One that fails does not keep the others: it is tried again in an hour. */
async function eraseOne(ctx: Context, profileId: string): Promise<void> {
  try {
    const files = await ctx.write((tx) => erase(ctx, tx, profileId));
    await removeFiles(ctx, files);
  } catch (error) {
    ctx.log.error({ err: error }, 'a deletion failed; it is tried again in an hour');
  }
}

/** Deletes a profile and whatever goes with it; the names of files that nothing points to any more. */
async function erase(ctx: Context, tx: Tx, profileId: string): Promise<string[]> {
  const profile = await findProfile(tx, profileId);
  if (!profile || !(await claimDeletion(tx, profileId, ctx.now()))) return [];
  const files: string[] = [];
  if (profile.role === 'parent') {
    for (const childId of await listGoingWith(tx, profileId)) files.push(...(await eraseWith(tx, profileId, childId)));
    for (const child of await listChildren(tx, profileId)) {
      await lockFamily(tx, child.id);
      await leave(ctx, tx, child, profile);
    }
  }
  return [...files, ...(await eraseProfile(tx, profileId))];
}

/** A child that goes with an account stays when somebody else has become its guardian meanwhile. */
async function eraseWith(tx: Tx, accountId: string, childId: string): Promise<string[]> {
  await lockFamily(tx, childId);
  const others = (await listGuardians(tx, childId)).filter(({ id }) => id !== accountId);
  if (others.length === 0) return eraseProfile(tx, childId);
  await deleteDeletion(tx, childId);
  return [];
}

async function eraseProfile(tx: Tx, profileId: string): Promise<string[]> {
  const files = await listFileNames(tx, profileId);
  await deleteProfile(tx, profileId);
  return files;
}

/** After the rows: a file without a row is an orphan that the janitor finds, a row without its file would be a lie. */
async function removeFiles(ctx: Context, names: readonly string[]): Promise<void> {
  for (const name of names) await ctx.files.remove(name);
}
