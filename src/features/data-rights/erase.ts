import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import { runInBatches } from '../../platform/concurrency/run-in-batches.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { deleteIdempotencyKeys } from '../../platform/idempotency-store.ts';
import { computePseudonym } from '../../platform/observability/security-log.ts';
import { deleteSecurityEvents } from '../../platform/observability/security-log-store.ts';
import { deleteCountersOf, notifyParent } from '../access/index.ts';
import {
  beginErasing,
  beginErasingNow,
  clearEmail,
  deleteInvitationsToChild,
  deleteProfile,
  findProfile,
  isBeingErased,
  listChildren,
  listGuardians,
  listProfileIdsDueForDeletion,
  listProfiles,
  lockBegunDeletion,
  lockProfile,
  makeDeletionDue,
  type Profile,
  removeAllGuardians,
} from '../accounts/index.ts';
import { composeErasedEmail, removeLink, revokeParentAccess, updatePlannedDeletion } from '../guardianship/index.ts';
import {
  clearReviewer,
  deleteFileRows,
  listRecordingNames,
  listSubmissionFileNamesOfChild,
} from '../learning/index.ts';
import { deleteMembershipsOfFoundedPlanets } from '../planets/index.ts';
import { unassignTodosOfFormerGuardian } from '../todos/index.ts';
import { cancelOrphanedDeletions, updatePlannedDeletionsOfChildren } from './deletions.ts';
import { deleteRows, ERASED_TABLES } from './erase-store.ts';
import { hasRemains, listErasedIds, pruneErasedIds, recordErasedId, recordRebuild } from './erased-ids.ts';
import { planDeletionOfInactiveChildren } from './inactive-children.ts';

/**
 * Erases a profile without the seven days, for an operator, and notifies the guardians or the parent. A parent's children without
 * another guardian still have their seven days, and so has the account then.
 */
export async function eraseNow(ctx: Context, profile: Profile): Promise<void> {
  await ctx.write(async (ctx) => {
    await makeDeletionDue(ctx, profile.id);
    const recipients = profile.role === 'child' ? await listGuardians(ctx, profile.id) : [profile];
    for (const recipient of recipients)
      await notifyParent(ctx, recipient, { topic: 'erased', kind: 'security' }, (to) =>
        composeErasedEmail(to, profile),
      );
  });
  await (profile.role === 'parent' ? eraseAccount(ctx, profile) : eraseChild(ctx, profile));
}

const PROFILES_PER_BATCH = 50;
/** How many profiles one query looks up. */
const IDS_PER_QUERY = 100;

/**
 * Plans the deletion of inactive children without a guardian, cancels orphaned deletions and erases the profiles whose deletion is due. A profile may have
 * hundreds of thousands of rows, so it is erased in many transactions (decision 0030): the first makes the profile unusable
 * and cannot be undone, and the last deletes the profile together with its planned deletion. Until then, any process can
 * continue where another process has stopped.
 */
export async function eraseDueProfiles(ctx: Context): Promise<void> {
  await planDeletionOfInactiveChildren(ctx);
  await cancelOrphanedDeletions(ctx);
  let lastId = '';
  for (;;) {
    const profileIds = await listProfileIdsDueForDeletion(ctx, lastId, PROFILES_PER_BATCH);
    await forEachYieldingToEventLoop(profileIds, (profileId) => tryErase(ctx, profileId));
    const lastProfileId = profileIds.at(-1);
    if (lastProfileId === undefined || profileIds.length < PROFILES_PER_BATCH) break;
    lastId = lastProfileId;
  }
  await removeRemains(ctx);
}

/** Rebuilds the file of SQLite after an erasure, because copies of deleted rows can remain in its pages (decision 0067). */
async function removeRemains({ database, settings, now }: Context): Promise<void> {
  if (!database.rebuildFile || !hasRemains(settings)) return;
  await database.rebuildFile();
  recordRebuild(settings, now());
}

/** Erases the profiles that were erased before and that a restored backup contains again. For the start, before requests are accepted. */
export async function eraseRestoredProfiles(ctx: Context): Promise<void> {
  pruneErasedIds(ctx.settings, ctx.now());
  const erasedIds = listErasedIds(ctx.settings);
  const restoredProfiles: Profile[] = [];
  for (let i = 0; i < erasedIds.length; i += IDS_PER_QUERY)
    restoredProfiles.push(...(await listProfiles(ctx, erasedIds.slice(i, i + IDS_PER_QUERY))));
  if (restoredProfiles.length > 0) await eraseAgain(ctx, restoredProfiles);
  await removeRemains(ctx);
}

async function eraseAgain(ctx: Context, restoredProfiles: readonly Profile[]): Promise<void> {
  const profiles = { profiles: restoredProfiles.length };
  ctx.log.warn(profiles, 'the database contains erased profiles, which are erased again');
  await ctx.write(async (ctx) => {
    for (const profile of restoredProfiles) {
      // Emails that were waiting when the backup was made name the child, or would reach a parent who has left.
      const recipients = profile.role === 'child' ? await listGuardians(ctx, profile.id) : [profile];
      for (const { email } of recipients) if (email !== null) await ctx.outbox.discard(ctx, email);
      await beginErasingNow(ctx, profile.id);
    }
  });
  // Children first: otherwise, the end of a parent's link would be told to the other guardians.
  for (const role of ['child', 'parent'])
    await forEachYieldingToEventLoop(
      restoredProfiles.filter((profile) => profile.role === role),
      ({ id }) => tryErase(ctx, id),
    );
}

/**
 * Erases one profile. If that fails, the other profiles are still erased, and the erasure of this profile continues an hour
 * later.
 */
async function tryErase(ctx: Context, profileId: string): Promise<void> {
  try {
    const profile = await findProfile(ctx, profileId);
    if (profile?.role === 'parent') await eraseAccount(ctx, profile);
    else if (profile) await eraseChild(ctx, profile);
  } catch (error) {
    ctx.log.error({ err: error }, 'a deletion failed; it will be continued in an hour');
  }
}

async function eraseChild(ctx: Context, { id }: Profile): Promise<void> {
  const isDue = await ctx.write(async (ctx) => {
    await lockProfile(ctx, id);
    return beginErasingChild(ctx, id);
  });
  if (isDue) await eraseRows(ctx, id);
}

/** Erases an account, and the children that have no other guardian. */
async function eraseAccount(ctx: Context, account: Profile): Promise<void> {
  // For a child that was linked while the deletion of the account was being planned, `updatePlannedDeletionsOfChildren` plans a deletion
  // in seven days. It also postpones the deletion of the account, which is then no longer due.
  if (!(await isBeingErased(ctx, account.id))) await updatePlannedDeletionsOfChildren(ctx, account.id);
  if (!(await ctx.write((ctx) => beginErasingAccount(ctx, account.id)))) return;
  const childIdsToErase: string[] = [];
  await forEachYieldingToEventLoop(await listChildren(ctx, account.id), async (child) => {
    await unassignTodos(ctx, account, child);
    if (await ctx.write((ctx) => beginErasingOrUnlink(ctx, account, child))) childIdsToErase.push(child.id);
  });
  for (const childId of childIdsToErase) await eraseRows(ctx, childId);
  await eraseRows(ctx, account.id);
}

/** Ensures that nobody can sign in to the account anymore. Returns false if its deletion is not due, or was canceled. */
async function beginErasingAccount(ctx: TxContext, accountId: string): Promise<boolean> {
  await lockProfile(ctx, accountId);
  if (!(await beginErasing(ctx, accountId))) return false;
  await revokeParentAccess(ctx, accountId);
  await sendHeldEmails(ctx, [await findProfile(ctx, accountId)]);
  await clearEmail(ctx, accountId);
  return true;
}

/**
 * Converts the to-dos that the account has assigned to a child into the child's own, in batches, because unlinking would
 * convert all of them in one transaction. Does nothing for a child without another guardian, because such a child is usually erased.
 */
async function unassignTodos(ctx: Context, account: Profile, child: Profile): Promise<void> {
  if ((await listGuardians(ctx, child.id)).length === 1) return;
  await runInBatches((limit) => ctx.write((ctx) => unassignTodosOfFormerGuardian(ctx, child.id, account.id, limit)));
}

/**
 * Starts to erase a child of the account if the child has no other guardian and the child's own deletion is due too.
 * Otherwise unlinks the child. Returns whether the child is to be erased.
 */
async function beginErasingOrUnlink(ctx: TxContext, account: Profile, child: Profile): Promise<boolean> {
  await lockProfile(ctx, child.id);
  const guardians = await listGuardians(ctx, child.id); // a guardian may have been added or removed in the meantime
  if (!guardians.some(({ id }) => id === account.id)) return false;
  if (guardians.length === 1 && (await beginErasingChild(ctx, child.id))) return true;
  await removeLink(ctx, child, account);
  await updatePlannedDeletion(ctx, child); // the other guardians may all be deleting their accounts
  return false;
}

/**
 * Removes the child's guardians, so that nobody can see the child anymore: since the deletion was planned, only the
 * guardians could see the child, and nobody could sign in as the child. The caller must hold the lock on the child.
 * Returns false if the deletion is not due, or was canceled.
 */
async function beginErasingChild(ctx: TxContext, childId: string): Promise<boolean> {
  if (!(await beginErasing(ctx, childId))) return false;
  await deleteInvitationsToChild(ctx, childId);
  await sendHeldEmails(ctx, await listGuardians(ctx, childId));
  await removeAllGuardians(ctx, childId);
  return true;
}

/** Sends what is held back for a day (gap 168), because it may name whoever is erased. */
async function sendHeldEmails(
  ctx: TxContext,
  recipients: readonly (Pick<Profile, 'email'> | undefined)[],
): Promise<void> {
  for (const recipient of recipients)
    if (recipient && recipient.email !== null) await ctx.outbox.release(ctx, recipient.email, ctx.now());
}

/**
 * Erases a profile that nobody can use anymore. Files are deleted before the rows that refer to them, so that a crash
 * leaves no file behind.
 */
async function eraseRows(ctx: Context, profileId: string): Promise<void> {
  recordErasedId(ctx.settings, profileId, ctx.now());
  const runIfErasing = <T>(work: (ctx: TxContext) => Promise<T>, fallback: T) =>
    ctx.write(async (ctx) => ((await lockBegunDeletion(ctx, profileId)) ? work(ctx) : fallback));
  await runInBatches(async (limit) => {
    const submissionFileNames = await listSubmissionFileNamesOfChild(ctx, profileId, limit);
    const fileNames = [...submissionFileNames, ...(await listRecordingNames(ctx, profileId, limit))];
    for (const name of fileNames) await ctx.files.remove(name);
    await runIfErasing((ctx) => deleteFileRows(ctx, fileNames), undefined);
    return fileNames.length;
  });
  await runIfErasing((ctx) => deleteCountersOf(ctx, profileId), 0);
  for (const deleteBatch of createDeleteBatches(profileId))
    await runInBatches((limit) => runIfErasing((ctx) => deleteBatch(ctx, limit), 0));
  await runIfErasing((ctx) => deleteProfile(ctx, profileId), undefined);
  ctx.logSecurity({ event: 'deletion', kind: 'erased' });
}

type DeleteBatch = (ctx: TxContext, limit: number) => Promise<number>;

/**
 * Returns functions that delete the rows of a profile in batches. Rows that are written in the meantime are deleted together
 * with the profile (ON DELETE CASCADE).
 */
function createDeleteBatches(profileId: string): DeleteBatch[] {
  return [
    (ctx, limit) => deleteIdempotencyKeys(ctx, profileId, limit),
    (ctx, limit) => deleteSecurityEvents(ctx, computePseudonym(ctx, profileId), limit),
    (ctx, limit) => deleteMembershipsOfFoundedPlanets(ctx, profileId, limit),
    (ctx, limit) => clearReviewer(ctx, profileId, limit),
    ...ERASED_TABLES.map(
      (table): DeleteBatch =>
        (ctx, limit) =>
          deleteRows(ctx, table, profileId, limit),
    ),
  ];
}
