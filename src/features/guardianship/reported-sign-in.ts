import { ApiError } from '../../core/requests/api-error.ts';
import type { Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import {
  endChildSession,
  findSignInLink,
  isSignInLinkSpent,
  preparePinReset,
  requireConfirmedAddress,
  type SignInLink,
  spendSignInLink,
} from '../access/index.ts';
import { findLinkedChild, lockProfile, type Profile, requireNoChildDeletion } from '../accounts/index.ts';
import { notifyOfNewPin } from './notices.ts';

/** A child's sign-in on a new device, or all devices of a child, about which a guardian got an email. */
export interface ReportedSignIn {
  readonly child: Profile;
  /** Null for all devices. */
  readonly signedInAt: Instant | null;
  /** Whether the link has signed the child out, so that only a new PIN remains to be set. */
  readonly isEnded: boolean;
}

/**
 * Returns the sign-in of the link in an email (gap 159). Refuses a link that is forged or has expired, that has been used to set a
 * new PIN, or whose recipient is no longer a guardian (404).
 */
export async function getReportedSignIn(ctx: Context, token: string): Promise<ReportedSignIn & { link: SignInLink }> {
  const link = await findSignInLink(ctx, token);
  const child = link && (await findLinkedChild(ctx, link.guardianId, link.childId));
  if (!child) throw new ApiError('NOT_FOUND', localized.guardianship.signInLinkInvalid);
  return {
    child,
    signedInAt: link.sessionId ? link.signedInAt : null,
    isEnded: await isSignInLinkSpent(ctx, link),
    link,
  };
}

/** Signs the child out everywhere, once. The device of the sign-in counts as new again. */
export async function endReportedSignIn(ctx: Context, token: string): Promise<void> {
  await ctx.write(async (ctx) => {
    const { link } = await lockReportedSignIn(ctx, token);
    if (!(await spendSignInLink(ctx, link))) return; // a second tap
    await endChildSession(ctx, link.childId, link.sessionId);
    ctx.logSecurity({ event: 'power-used', kind: 'end-child-sign-in', subject: link.childId, actor: link.guardianId });
  });
}

/** Sets a new PIN, signs the child out everywhere and notifies the other guardians. The link cannot be used again. */
export async function setPinAfterReport(ctx: Context, token: string, pin: string): Promise<void> {
  const { child } = await getReportedSignIn(ctx, token); // before a PIN is hashed for nobody
  const setPin = await preparePinReset(ctx, child, pin);
  await ctx.write(async (ctx) => {
    const { link, child } = await lockReportedSignIn(ctx, token);
    await requireNoChildDeletion(ctx, link.childId);
    await requireConfirmedAddress(ctx, link.guardianId);
    await endChildSession(ctx, link.childId, link.sessionId);
    await setPin(ctx, link.childId);
    await notifyOfNewPin(ctx, { profileId: link.guardianId }, child);
    ctx.logSecurity({ event: 'power-used', kind: 'new-pin', subject: link.childId, actor: link.guardianId });
  });
}

async function lockReportedSignIn(ctx: TxContext, token: string) {
  const { link } = await getReportedSignIn(ctx, token);
  await lockProfile(ctx, link.childId);
  return getReportedSignIn(ctx, token); // read again under the lock, because another request may have used the link
}
