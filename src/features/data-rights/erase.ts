import { oneByOne } from '../../platform/concurrency/one-by-one.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import {
  claimDeletion,
  deleteExpiredInvitations,
  findProfile,
  listDueDeletions,
  listGuardians,
  lockFamiliesOf,
  lockFamily,
  type Profile,
} from '../accounts/index.ts';
import { followGuardians, removeLink } from '../guardianship/index.ts';
import { deleteProfile, listFileNames } from './erase-store.ts';

const AT_ONCE = 50;

/**
 * Carries out the deletions whose time has come. Each is one transaction, taken by whoever deletes its plan: two processes
 * do it once, and one that dies in the middle has done nothing of it.
 */
export async function eraseDueProfiles(ctx: Context): Promise<void> {
  await ctx.write((tx) => deleteExpiredInvitations(tx, ctx.now()));
  let after = '';
  for (;;) {
    const due = await listDueDeletions(ctx.db, ctx.now(), after, AT_ONCE);
    await oneByOne(due, (profileId) => eraseOne(ctx, profileId));
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
  if (!profile) return [];
  if (profile.role === 'parent') return eraseAccount(ctx, tx, profile);
  await lockFamily(tx, profileId);
  return (await claimDeletion(tx, profileId, ctx.now())) ? eraseProfile(tx, profileId) : [];
}

/**
 * A child that nobody is left with goes with the account, one that has another guardian stays. One whose deletion is not
 * planned yet (it was linked to a parent who was leaving already) is planned now, and the account waits for it.
 */
async function eraseAccount(ctx: Context, tx: Tx, account: Profile): Promise<string[]> {
  const children = await lockFamiliesOf(tx, account.id);
  for (const child of children) await followGuardians(ctx, tx, child);
  if (!(await claimDeletion(tx, account.id, ctx.now()))) return [];
  const files: string[] = [];
  for (const child of children) files.push(...(await partFrom(ctx, tx, account, child)));
  return [...files, ...(await eraseProfile(tx, account.id))];
}

async function partFrom(ctx: Context, tx: Tx, account: Profile, child: Profile): Promise<string[]> {
  const others = (await listGuardians(tx, child.id)).filter(({ id }) => id !== account.id);
  if (others.length === 0) return eraseProfile(tx, child.id);
  await removeLink(ctx, tx, child, account);
  await followGuardians(ctx, tx, child); // if the others are leaving too, it goes with the last of them
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
