import { addSeconds, DAY, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { hashToken } from '../../../platform/secrets/secrets.ts';
import { findProfile } from '../../accounts/index.ts';
import { countAgainstLimit, isCounted } from '../codes/limits-store.ts';
import { openTexts, sealTexts } from '../codes/sealed-texts.ts';
import { findPin } from '../pins/pins-store.ts';
import type { Limit } from '../rules.ts';

/** What the link in an email about a child's sign-in on a new device, or about all devices of a child, refers to. */
export interface SignInLink {
  readonly childId: string;
  /** The recipient of the email. */
  readonly guardianId: string;
  /** The session that began with the sign-in; empty for all devices. */
  readonly sessionId: string;
  /** When the child signed in or, for all devices, when the email was written. */
  readonly signedInAt: Instant;
}

const KIND = 'sign-in of a child';
const LIFETIME_SECONDS = 7 * DAY;
/** A link signs the child out once, and sets a new PIN once, which also ends the link. */
const END_LIMIT: Limit = { name: 'ends by link', maxCount: 1, windowSeconds: LIFETIME_SECONDS };

/**
 * Creates the token of a link. It is encrypted, so that nobody can forge one. It is valid until the PIN of the child or the address of the
 * guardian changes (gap 159): a guardian may have lost the mailbox to somebody else.
 */
export async function createSignInLink(ctx: Context, link: SignInLink): Promise<string> {
  const { childId, guardianId, sessionId, signedInAt } = link;
  return sealTexts(ctx, KIND, [childId, guardianId, sessionId, signedInAt, await getVersion(ctx, link)]);
}

/** Returns what a valid token refers to; undefined if it is forged or has expired, or if the PIN or the address has changed. */
export async function findSignInLink(ctx: Context, token: string): Promise<SignInLink | undefined> {
  const [childId = '', guardianId = '', sessionId = '', signedInAt = '', version] = openTexts(ctx, KIND, token);
  if (version === undefined || addSeconds(signedInAt, LIFETIME_SECONDS) <= ctx.now()) return undefined;
  const link = { childId, guardianId, sessionId, signedInAt };
  return version === (await getVersion(ctx, link)) ? link : undefined;
}

/** Uses up the right to sign the child out. Returns false if that has happened before. */
export async function spendSignInLink(ctx: TxContext, link: SignInLink): Promise<boolean> {
  return (await countAgainstLimit(ctx, END_LIMIT, computeLinkKey(ctx, link))).isWithinLimit;
}

/** Whether the link has signed the child out. */
export async function isSignInLinkSpent(ctx: Context, link: SignInLink): Promise<boolean> {
  return isCounted(ctx, END_LIMIT, computeLinkKey(ctx, link));
}

function computeLinkKey({ secrets }: Context, { childId, guardianId, sessionId, signedInAt }: SignInLink): string {
  // Hashed because the id of a deleted profile must not remain anywhere (gap 96).
  return secrets.hashWithPepper('notice', JSON.stringify([childId, guardianId, sessionId, signedInAt]));
}

/** A text that is different for each PIN that is set, even for the same digits, because each hash has its own salt. */
async function getVersion(ctx: Context, { childId, guardianId }: SignInLink): Promise<string> {
  const [pin, guardian] = [await findPin(ctx, childId), await findProfile(ctx, guardianId)];
  return hashToken(`${pin?.hash ?? ''} ${guardian?.email ?? ''}`).slice(0, 16);
}
