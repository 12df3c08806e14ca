import { ApiError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import { runInBatches } from '../../platform/concurrency/run-in-batches.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { openTexts, remindParent, requireFreshCode, sealTexts, withdrawReminder } from '../access/index.ts';
import {
  clearDeparture,
  findProfile,
  listChildren,
  listDueDepartures,
  listGuardians,
  lockProfile,
  type Profile,
  saveDeparture,
} from '../accounts/index.ts';
import { unassignTodosOfFormerGuardian } from '../todos/index.ts';
import { updateAsGuardian } from './child-settings.ts';
import { composeLeavingEmail } from './emails.ts';
import { notifyOfAction } from './notices.ts';
import { removeGuardianAndNotify } from './unlink.ts';

/** How long guardians who leave can stay after all: somebody else may have used their phone (decision 0079). */
export const LEAVING_SECONDS = 72 * HOUR;
/** After this time a second email says the same, because whoever had the phone may have deleted the first one. */
const REMINDER_SECONDS = DAY;
const LINK_KIND = 'departure';

/** A guardian's link to a child. */
interface Link {
  readonly childId: string;
  readonly parentId: string;
}

/** Plans that the caller stops being a guardian of the child. The caller is notified and can stay until then. Requires a fresh code. */
export async function leaveChild(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await requireFreshCode(ctx, caller);
  await updateAsGuardian(ctx, caller, childId, async (ctx, child) => {
    const link = { childId, parentId: caller.profileId };
    const leavesAt = addSeconds(ctx.now(), LEAVING_SECONDS);
    const parent = await findProfile(ctx, caller.profileId);
    if (!parent || !(await saveDeparture(ctx, link, leavesAt))) return; // a second tap
    const token = sealTexts(ctx, LINK_KIND, [childId, parent.id, leavesAt]);
    const compose = (recipient: Parameters<typeof composeLeavingEmail>[1]) =>
      composeLeavingEmail(ctx, recipient, { child, leavesAt, token });
    await notifyOfAction(ctx, parent, { topic: 'leaving', actorId: parent.id }, compose);
    await remindParent(
      ctx,
      parent,
      { key: getReminderKey(link), sendAt: addSeconds(ctx.now(), REMINDER_SECONDS) },
      compose,
    );
    ctx.logSecurity({ event: 'power-used', kind: 'leave', subject: childId, actor: parent.id });
  });
}

/** Cancels that the caller leaves the child. */
export async function stayWithChild(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await updateAsGuardian(ctx, caller, childId, (ctx) => cancelDeparture(ctx, { childId, parentId: caller.profileId }));
}

/** The child that a link in an email about leaving is about. Refuses a link that was used or whose guardian has left (404). */
export async function getDeparture(ctx: Context, token: string): Promise<Link & { child: Profile }> {
  const [childId = '', parentId = '', leavesAt] = openTexts(ctx, LINK_KIND, token);
  const link = { childId, parentId };
  const child = await findProfile(ctx, childId);
  if (!child || (await findLeaving(ctx, link))?.leaves_at !== leavesAt)
    throw new ApiError('NOT_FOUND', localized.guardianship.stayLinkInvalid);
  return { ...link, child };
}

/** Cancels a departure with the link in an email. */
export async function stayByLink(ctx: Context, token: string): Promise<Profile> {
  return ctx.write(async (ctx) => {
    await lockProfile(ctx, (await getDeparture(ctx, token)).childId);
    const departure = await getDeparture(ctx, token); // read again under the lock
    await cancelDeparture(ctx, departure);
    return departure.child;
  });
}

/** Cancels that a parent leaves any child, because somebody else may have had the account. */
export async function cancelDepartures(ctx: TxContext, parentId: string): Promise<void> {
  for (const { id, leaves_at } of await listChildren(ctx, parentId))
    if (leaves_at !== null) await cancelDeparture(ctx, { childId: id, parentId });
}

async function cancelDeparture(ctx: TxContext, link: Link): Promise<void> {
  if (!(await clearDeparture(ctx, link))) return;
  await withdrawReminder(ctx, getReminderKey(link));
  ctx.logSecurity({ event: 'power-used', kind: 'stay', subject: link.childId, actor: link.parentId });
}

/** Ends the links of the guardians whose wait is over. */
export async function carryOutDepartures(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listDueDepartures(ctx), async ({ child_id: childId, parent_id: parentId }) => {
    const link = { childId, parentId };
    // In batches, and before the link is removed, as when a guardian is unlinked.
    await runInBatches((limit) =>
      ctx.write(async (ctx) =>
        (await lockDue(ctx, link)) ? unassignTodosOfFormerGuardian(ctx, childId, parentId, limit) : 0,
      ),
    );
    await ctx.write(async (ctx) => {
      const [parent, child] = [await lockDue(ctx, link), await findProfile(ctx, childId)];
      if (parent && child) await removeGuardianAndNotify(ctx, child, parent);
    });
  });
}

/** Locks the child and returns the guardian, if the guardian has not stayed in the meantime. */
async function lockDue(ctx: TxContext, link: Link): Promise<Profile | undefined> {
  await lockProfile(ctx, link.childId);
  const guardian = await findLeaving(ctx, link);
  return guardian && guardian.leaves_at <= ctx.now() ? guardian : undefined;
}

async function findLeaving(
  ctx: Context,
  { childId, parentId }: Link,
): Promise<(Profile & { leaves_at: Instant }) | undefined> {
  const guardian = (await listGuardians(ctx, childId)).find(({ id }) => id === parentId);
  return guardian?.leaves_at ? { ...guardian, leaves_at: guardian.leaves_at } : undefined;
}

function getReminderKey({ childId, parentId }: Link): string {
  return `leaving ${childId} ${parentId}`;
}
