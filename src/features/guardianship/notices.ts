import type { PanelParent } from '../../core/requests/caller.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { type ComposeEmail, GUARDIAN_NOTICE_LIMIT, notifyWithinLimit } from '../access/index.ts';
import { findProfile, listGuardians, type Profile } from '../accounts/index.ts';
import { composeExportEmail, composeNewPinEmail, type GuardianAction } from './emails.ts';

/**
 * Enqueues an email about an action of a parent. After five emails about this topic and this parent within a day, the recipient gets one
 * about all others: the parent can repeat such actions, and without the limit the emails could fill the outbox and delay other emails to
 * the recipient.
 */
export async function notifyOfAction(
  ctx: TxContext,
  recipient: Pick<Profile, 'id' | 'email' | 'language'>,
  { topic, actorId }: { readonly topic: string; readonly actorId: string },
  compose: ComposeEmail,
): Promise<void> {
  const key = `${topic} by ${actorId} to ${recipient.id}`;
  await notifyWithinLimit(ctx, recipient, { topic, limit: GUARDIAN_NOTICE_LIMIT, key }, compose);
}

/** Notifies a child's guardians of a new PIN. */
export async function notifyOfNewPin(
  ctx: TxContext,
  { profileId }: Pick<PanelParent, 'profileId'>,
  child: Profile,
): Promise<void> {
  const notice = { topic: 'new pin', actorId: profileId };
  for (const { guardian, action } of await listAffectedGuardians(ctx, profileId, [child]))
    await notifyOfAction(ctx, guardian, notice, (recipient) => composeNewPinEmail(ctx, recipient, child, action));
}

/**
 * Notifies the caller and each child's guardians that the stored data was downloaded. Each email is enqueued in a separate
 * transaction, because there may be 151 emails: to three other guardians of each of 50 children.
 */
export async function notifyOfExport(
  ctx: Context,
  { profileId }: PanelParent,
  children: readonly Profile[],
): Promise<void> {
  const notice = { topic: 'export', actorId: profileId };
  await forEachYieldingToEventLoop(await listAffectedGuardians(ctx, profileId, children), ({ guardian, action }) =>
    ctx.write((ctx) =>
      notifyOfAction(ctx, guardian, notice, (recipient) => composeExportEmail(ctx, recipient, action)),
    ),
  );
}

interface AffectedGuardian {
  readonly guardian: Profile;
  readonly action: GuardianAction;
}

/**
 * Lists the guardians of these children, beginning with the parent who acted: it may have been somebody else with the parent's
 * session. Each guardian appears once, with the action and those of the children whom the guardian is linked to.
 */
async function listAffectedGuardians(
  ctx: Context,
  actorId: string,
  children: readonly Profile[],
): Promise<AffectedGuardian[]> {
  const actor = await findProfile(ctx, actorId);
  const affectedGuardians = new Map<string, { guardian: Profile; children: Profile[] }>();
  if (actor) affectedGuardians.set(actorId, { guardian: actor, children: [...children] });
  for (const child of children) {
    for (const guardian of await listGuardians(ctx, child.id)) {
      if (guardian.id === actorId) continue;
      const entry = affectedGuardians.get(guardian.id) ?? { guardian, children: [] };
      entry.children.push(child);
      affectedGuardians.set(guardian.id, entry);
    }
  }
  return Array.from(affectedGuardians.values(), ({ guardian, children }) => ({
    guardian,
    action: { actorEmail: actor?.email ?? '', isOwn: guardian.id === actorId, children },
  }));
}
