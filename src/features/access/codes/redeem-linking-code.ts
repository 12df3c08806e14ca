import { parseLinkingCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, countSecondsUntil, DAY } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError, createRateLimitedError } from '../../../platform/api-errors.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import {
  checkChildLimit,
  findProfile,
  formatNameForEmail,
  insertFirstGuardian,
  listGuardians,
  type Profile,
  recordConsent,
} from '../../accounts/index.ts';
import { composeLinkConflictEmail } from '../emails.ts';
import { CONFLICT_EMAIL_LIMIT, LINK_ATTEMPT_LIMIT } from '../rules.ts';
import { findCodeOwner, spendCode } from './codes-store.ts';
import { createWrongCodeError } from './email-codes.ts';
import { countAgainstLimit, refundAttempt } from './limits-store.ts';
import { computeParentCodeDigests } from './parent-codes.ts';
import { refundOnOutage } from './refund-on-outage.ts';

/**
 * Makes the parent who generated a linking code the child's first guardian (gap 12). Refuses a wrong code (400), a child that
 * already has a guardian (409), and too many attempts (429).
 */
export async function linkChildByCode(
  ctx: Context,
  { profileId }: Child,
  enteredCode: string,
): Promise<{ child: Profile; parent: Profile }> {
  const code = parseLinkingCode(enteredCode);
  if (code === undefined) throw createWrongCodeError();
  await countLinkAttempt(ctx, profileId);
  const child = await findProfile(ctx.db, profileId);
  if (!child) throw createNotFoundError();
  const outcome = await refundOnOutage(
    ctx,
    () => ctx.write((unitOfWork) => linkParent(unitOfWork, child, computeParentCodeDigests(ctx, 'linking', code))),
    (tx) => refundAttempt(tx, LINK_ATTEMPT_LIMIT, profileId),
  );
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that its writes are kept
  return { child, parent: outcome };
}

async function countLinkAttempt(ctx: Context, childId: string): Promise<void> {
  const now = ctx.now();
  const { isWithinLimit, windowEndsAt } = await ctx.write(({ tx }) =>
    countAgainstLimit(tx, LINK_ATTEMPT_LIMIT, childId, now),
  );
  if (!isWithinLimit) throw createRateLimitedError(countSecondsUntil(now, windowEndsAt));
}

async function linkParent(unitOfWork: UnitOfWork, child: Profile, digests: string[]): Promise<Profile | ApiError> {
  const { tx, now } = unitOfWork;
  const parentId = await findCodeOwner(tx, 'linking', digests, now);
  const parent = parentId && (await findProfile(tx, parentId));
  if (!parent) throw createWrongCodeError();
  await refundAttempt(tx, LINK_ATTEMPT_LIMIT, child.id);
  if (!(await insertFirstGuardian(tx, child.id, parent.id, now))) return refuseSecondParent(unitOfWork, child, parent);
  await checkChildLimit(tx, parent.id);
  // Another child may have used the same code in the meantime. In that case, the error rolls back the link.
  if ((await spendCode(tx, 'linking', digests, now)) === undefined) throw createWrongCodeError();
  await recordConsent(unitOfWork, child.id, parent.id);
  return parent;
}

/**
 * Returns the error for a child that already has a guardian. The code can still be used for another child. If the code is
 * from a parent who is not a guardian, the first guardian is notified by email, at most once an hour.
 */
async function refuseSecondParent({ ctx, tx, now }: UnitOfWork, child: Profile, parent: Profile): Promise<ApiError> {
  const guardians = await listGuardians(tx, child.id);
  if (guardians.some((guardian) => guardian.id === parent.id))
    return new ApiError('ALREADY_LINKED', localized.access.alreadyLinked);
  const [firstGuardian] = guardians;
  if (firstGuardian?.email && (await countAgainstLimit(tx, CONFLICT_EMAIL_LIMIT, child.id, now)).isWithinLimit) {
    const recipient = { email: firstGuardian.email, language: toLanguage(firstGuardian.language) };
    const email = composeLinkConflictEmail(recipient, formatNameForEmail(child));
    const expiresAt = addSeconds(now, DAY);
    await ctx.outbox.enqueue(tx, email, { topic: `link conflict ${child.id}`, now, expiresAt, kind: 'security' });
  }
  return new ApiError('CONFLICT', localized.access.linkedToAnother, { reason: 'linked_to_another_parent' });
}
