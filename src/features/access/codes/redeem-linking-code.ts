import { parseLinkingCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Child, Client } from '../../../core/requests/caller.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, DAY, HOUR } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import {
  checkChildLimit,
  findProfile,
  insertFirstGuardian,
  listGuardians,
  type Profile,
  recordConsent,
  requireNoAccountDeletion,
} from '../../accounts/index.ts';
import { composeLinkConflictEmail, composeLinkRefusedEmail } from '../emails.ts';
import { recordFirstLink } from '../first-link/first-link.ts';
import { CONFLICT_EMAIL_LIMIT, LINK_ATTEMPT_LIMIT } from '../rules.ts';
import { listOtherChildDevices } from '../sessions/child-devices.ts';
import { notifyOfOtherDevices } from '../sessions/sessions.ts';
import { findCodeOwner, findSpentCode, spendCode } from './codes-store.ts';
import { countAgainstLimits, createWrongCodeError } from './email-codes.ts';
import { countAgainstLimit, refundAttempt } from './limits-store.ts';
import { computeParentCodeDigests } from './parent-codes.ts';

/**
 * Makes the parent who generated a linking code the child's first guardian (gap 12). Refuses a wrong code (400), a child that
 * already has a guardian or a parent whose account will be deleted (409), and too many attempts (429).
 */
export async function linkChildByCode(
  ctx: Context,
  caller: Child,
  enteredCode: string,
  client: Client,
): Promise<{ child: Profile; parent: Profile }> {
  const code = parseLinkingCode(enteredCode);
  if (code === undefined) throw createWrongCodeError();
  const outcome = await ctx.write(async (ctx) => {
    const outcome = await linkParent(ctx, caller.profileId, computeParentCodeDigests(ctx, 'linking', code));
    if (!(outcome instanceof ApiError) && outcome.isNew) {
      await recordFirstLink(ctx, caller.profileId, client);
      await notifyOfOtherDevices(ctx, outcome, await listOtherChildDevices(ctx, caller, client));
    }
    return outcome;
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that its writes are kept
  return outcome;
}

async function linkParent(
  ctx: TxContext,
  childId: string,
  digests: string[],
): Promise<{ child: Profile; parent: Profile; isNew?: boolean } | ApiError> {
  const refusal = await countAgainstLimits(ctx, [LINK_ATTEMPT_LIMIT], childId);
  if (refusal) return refusal;
  const child = await findProfile(ctx, childId);
  if (!child) throw createNotFoundError();
  const parentId = await findCodeOwner(ctx, 'linking', digests);
  const parent = parentId && (await findProfile(ctx, parentId));
  if (!parent) {
    const repeatedLink = await findRepeatedLink(ctx, child, digests);
    if (!repeatedLink) ctx.logSecurity({ event: 'sign-in-failed', kind: 'linking', subject: child.id });
    return repeatedLink ?? createWrongCodeError();
  }
  await refundAttempt(ctx, LINK_ATTEMPT_LIMIT, child.id);
  if (!(await insertFirstGuardian(ctx, child.id, parent.id)))
    return (await findRepeatedLink(ctx, child, digests)) ?? refuseSecondParent(ctx, child, parent);
  await requireNoAccountDeletion(ctx, parent.id);
  await checkChildLimit(ctx, parent.id);
  // Another child may have used the same code in the meantime. In that case, the error rolls back the link.
  if ((await spendCode(ctx, 'linking', digests)) === undefined) throw createWrongCodeError();
  await recordConsent(ctx, child.id, parent.id);
  ctx.logSecurity({ event: 'power-used', kind: 'link', subject: child.id, actor: parent.id });
  return { child, parent, isNew: true };
}

/**
 * Finds the link that this child has made with the same code within an hour: the first response may not have arrived, so the request gets
 * it again (gap 12). The link was made in the transaction that used the code.
 */
async function findRepeatedLink(
  ctx: TxContext,
  child: Profile,
  digests: string[],
): Promise<{ child: Profile; parent: Profile } | undefined> {
  const code = await findSpentCode(ctx, 'linking', digests, addSeconds(ctx.now(), -HOUR));
  const guardians = code ? await listGuardians(ctx, child.id) : [];
  const parent = guardians.find(({ id, linked_at }) => id === code?.subject && linked_at === code.spent_at);
  if (!parent) return undefined;
  await refundAttempt(ctx, LINK_ATTEMPT_LIMIT, child.id);
  return { child, parent };
}

/**
 * Returns the error for a child that already has a guardian. The code can still be used for another child. If the code is
 * from a parent who is not a guardian, the first guardian and that parent are notified by email, at most once an hour.
 */
async function refuseSecondParent(ctx: TxContext, child: Profile, parent: Profile): Promise<ApiError> {
  const guardians = await listGuardians(ctx, child.id);
  if (guardians.some((guardian) => guardian.id === parent.id))
    return new ApiError('ALREADY_LINKED', localized.access.alreadyLinked);
  const [firstGuardian] = guardians;
  if (firstGuardian?.email && (await countAgainstLimit(ctx, CONFLICT_EMAIL_LIMIT, child.id)).isWithinLimit) {
    const now = ctx.now();
    const options = { now, expiresAt: addSeconds(now, DAY), kind: 'security' } as const;
    const recipient = { email: firstGuardian.email, language: toLanguage(firstGuardian.language) };
    const email = composeLinkConflictEmail(ctx, recipient, child);
    await ctx.outbox.enqueue(ctx, email, { topic: `link conflict ${child.id}`, ...options });
    if (parent.email !== null) {
      const refusal = composeLinkRefusedEmail(
        ctx,
        { email: parent.email, language: toLanguage(parent.language) },
        child.pseudonym ?? '',
      );
      await ctx.outbox.enqueue(ctx, refusal, { topic: `link refused ${child.id} ${parent.id}`, ...options });
    }
  }
  const contact = ctx.settings.operatorContact ?? 'none'; // `none` selects the text without an address
  return new ApiError('CONFLICT', localized.access.linkedToAnother({ contact }), {
    reason: 'linked_to_another_parent',
  });
}
